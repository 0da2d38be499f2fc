// SPDX-License-Identifier: Apache-2.0
// Parts of the heap dump views: links to classes and objects, tables of objects.
import { view as addressOf } from "./api.js";
import { fill, h } from "./dom.js";
import { bytes, count } from "./figures.js";
import { notice, soft, table } from "./parts.js";

/** @typedef {{address: string, class: string, label?: string, via?: string, reachable: boolean, shallowBytes: number, retainedBytes: number | null}} Row */

/** @param {string} dump @param {string} name */
export const classLink = (dump, name) =>
  h("a", { href: addressOf(`/heapdumps/${dump}/instances/${encodeURIComponent(name)}`) }, name);

/** @param {string} dump @param {Row} row */
export const objectLink = (dump, row) => h("a", { href: addressOf(`/heapdumps/${dump}/objects/${row.address}`) }, name(row));

/** @param {Row} row */
export const name = (row) => (row.label?.startsWith("class ") ? row.label : row.class + (row.label ? " " + row.label : ""));

/** @param {Row} row */
export const retained = (row) => (row.reachable ? bytes(row.retainedBytes) : "unreachable");

/** @param {string} dump @param {any} it @param {string} label @param {string} [via] */
export function rows(dump, it, label, via) {
  const more = it.total === null || it.total > it.objects.length;
  return h(
    "div",
    {},
    more && soft(`The first ${count(it.objects.length)}${it.total === null ? "" : " of " + count(it.total)}.`),
    it.notes.map(soft),
    table(
      [
        { title: "Object", value: name, show: (_, row) => objectLink(dump, row) },
        ...(via ? [{ title: via, value: (/** @type {Row} */ row) => row.via ?? "" }] : []),
        { title: "Address", value: (row) => row.address },
        { title: "Retained", number: true, value: (row) => row.retainedBytes ?? -1, show: (_, row) => retained(row) },
        { title: "Shallow", number: true, value: (row) => row.shallowBytes, show: bytes },
      ],
      it.objects,
      { label },
    ),
  );
}

/**
 * Content that is loaded when the user opens it.
 * @param {string} title
 * @param {boolean} open initially
 * @param {() => Promise<Node>} content
 */
export function later(title, open, content) {
  const place = h("div", { class: "inner" });
  const it = h("details", { open }, h("summary", {}, title), place);
  async function load() {
    if (!it.open || place.firstChild) return;
    fill(place, soft("Reading…"));
    try {
      fill(place, await content());
    } catch (problem) {
      fill(place, notice(problem));
    }
  }
  it.addEventListener("toggle", load);
  return it;
}
