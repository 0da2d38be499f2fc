// SPDX-License-Identifier: Apache-2.0
// A treemap of the dominator tree: the area of each box is its retained size; a click opens the box.
import { fill, h } from "./dom.js";
import { bytes } from "./figures.js";

/** @typedef {{address: string | null, class: string, label: string | null, instances: number, retainedBytes: number, children: Node[]}} Node */

/** @param {Node[]} roots @param {number} whole */
export function treemap(roots, whole) {
  /** @type {Node} */
  const top = { address: null, class: "All reachable objects", label: null, instances: 1, retainedBytes: whole, children: roots };
  const path = h("p", { class: "actions" });
  const map = h("div", { class: "treemap", role: "group", "aria-label": "Treemap of retained sizes" });
  /** @param {Node[]} way */
  function open(way) {
    const node = way[way.length - 1];
    fill(
      path,
      way.map((it, i) => h("button", { type: "button", onclick: () => open(way.slice(0, i + 1)) }, name(it))),
    );
    fill(
      map,
      squarify(node.children).map(({ node: child, box }) => tile(child, box, way)),
    );
  }
  /** @param {Node} node @param {number[]} box @param {Node[]} way */
  function tile(node, box, way) {
    const inner = node.children.length > 0;
    const it = h(
      "button",
      {
        type: "button",
        title: `${name(node)}: ${bytes(node.retainedBytes)} retained`,
        onclick: () => inner && open([...way, node]),
      },
      `${name(node)} ${bytes(node.retainedBytes)}`,
    );
    [it.style.left, it.style.top, it.style.width, it.style.height] = box.map((part) => `${100 * part}%`);
    return it;
  }
  open([top]);
  return h("div", {}, path, map);
}

/** @param {Node} node */
const name = (node) =>
  (node.instances > 1 ? `${node.instances.toLocaleString("en-US")} × ` : "") +
  node.class +
  (node.label ? ` “${node.label}”` : "");

/**
 * Divides the unit square by size, in slices with alternating direction.
 * @param {Node[]} nodes
 * @returns {{node: Node, box: number[]}[]} left, top, width, height
 */
export function squarify(nodes) {
  const sorted = nodes.filter((it) => it.retainedBytes > 0).sort((a, b) => b.retainedBytes - a.retainedBytes);
  /** @type {{node: Node, box: number[]}[]} */
  const made = [];
  /** @param {Node[]} some @param {number[]} box */
  function cut(some, box) {
    if (some.length === 0) return;
    if (some.length === 1) {
      made.push({ node: some[0], box });
      return;
    }
    const all = sum(some);
    let first = 1;
    while (first < some.length - 1 && sum(some.slice(0, first)) < all / 2) first++;
    const share = sum(some.slice(0, first)) / all;
    const [x, y, width, height] = box;
    if (width * 2 > height) {
      cut(some.slice(0, first), [x, y, width * share, height]);
      cut(some.slice(first), [x + width * share, y, width * (1 - share), height]);
    } else {
      cut(some.slice(0, first), [x, y, width, height * share]);
      cut(some.slice(first), [x, y + height * share, width, height * (1 - share)]);
    }
  }
  cut(sorted, [0, 0, 1, 1]);
  return made;
}

/** @param {Node[]} nodes */
const sum = (nodes) => nodes.reduce((all, it) => all + it.retainedBytes, 0);
