"use strict";

// Tables: a click on a heading sorts by it, the largest first for numbers; a second click turns the order round.
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    if (!heading.textContent) return;
    const button = document.createElement("button");
    button.append(...heading.childNodes);
    heading.append(button);
    heading.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => sort(table, headings, column));
  });
}

function sort(table, headings, column) {
  const heading = headings[column];
  const numbers = heading.classList.contains("n");
  const before = heading.getAttribute("aria-sort");
  const descending = before === "none" ? numbers : before === "ascending";
  headings.filter((other) => other.hasAttribute("aria-sort")).forEach((other) => other.setAttribute("aria-sort", "none"));
  heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
  const key = (row) => (numbers ? Number(row.cells[column].dataset.order ?? -1) : row.cells[column].textContent);
  const compare = (a, b) => (numbers ? a - b : a.localeCompare(b, "en"));
  const rows = [...table.tBodies[0].rows].sort((a, b) => compare(key(a), key(b)) * (descending ? -1 : 1));
  table.tBodies[0].append(...rows);
}

// The treemap, squarified: areas as near to squares as their sizes allow (Bruls, Huizing, van Wijk: Squarified Treemaps).
const tree = JSON.parse(document.getElementById("tree").textContent);
const map = document.getElementById("treemap");
const svg = map.querySelector("svg");
const tip = map.querySelector(".tip");
const HEADER = 18;
const LETTER = 7;
const DEEPEST = 9;

function node(json) {
  const many = json.address === null;
  const isClass = json.class === "java.lang.Class" && json.label;
  const single = isClass ? `class ${json.label}` : json.class;
  const name = many ? `${json.instances.toLocaleString("en")} × ${json.class}` : single;
  const detail = many ? "" : `${json.address}${json.label && !isClass ? ` ${json.label}` : ""}`;
  return { name, detail, hue: hue(isClass ? json.label : json.class), bytes: json.retainedBytes, shallow: json.shallowBytes, children: json.children.map(node) };
}

/** A color for each package. */
function hue(className) {
  const end = className.lastIndexOf(".");
  const group = end < 0 ? className : className.slice(0, end);
  let hash = 7;
  for (const letter of group) hash = (hash * 31 + letter.codePointAt(0)) >>> 0;
  return (hash * 137) % 360;
}

function human(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  while (bytes >= 1024 && unit < units.length - 1) {
    bytes /= 1024;
    unit++;
  }
  return `${unit ? bytes.toFixed(1) : bytes} ${units[unit]}`;
}

/** The children, and the rest of their parent. */
function parts(parent) {
  const children = [...parent.children].sort((a, b) => b.bytes - a.bytes);
  const left = parent.bytes - children.reduce((sum, child) => sum + child.bytes, 0);
  if (left > 0 && children.length) children.push({ name: "the rest", detail: "", rest: true, bytes: left, children: [] });
  return children;
}

/** Computes rectangles for areas sorted by size, in the same order. */
function squarify(areas, x, y, width, height) {
  const sum = areas.reduce((total, area) => total + area.bytes, 0);
  const scale = sum ? (width * height) / sum : 0;
  const placed = [];
  let row = [];
  let rowSum = 0;
  const worst = (list, total, side) => {
    const across = (total * scale) / side;
    return Math.max(...list.map((area) => { const along = (area.bytes * scale) / across; return Math.max(across / along, along / across); }));
  };
  const place = () => {
    const upright = width >= height;
    const side = upright ? height : width;
    const across = side ? (rowSum * scale) / side : 0;
    let at = 0;
    for (const area of row) {
      const along = across ? (area.bytes * scale) / across : 0;
      placed.push(upright ? { area, x, y: y + at, width: across, height: along } : { area, x: x + at, y, width: along, height: across });
      at += along;
    }
    if (upright) { x += across; width -= across; } else { y += across; height -= across; }
    row = [];
    rowSum = 0;
  };
  for (const area of areas) {
    const side = Math.min(width, height);
    if (row.length && worst([...row, area], rowSum + area.bytes, side) > worst(row, rowSum, side)) place();
    row.push(area);
    rowSum += area.bytes;
  }
  if (row.length) place();
  return placed;
}

/** Creates an element of the drawing, in the namespace of the page. */
function draw(parent, name, attributes) {
  const element = document.createElementNS(svg.namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

/** Labels an area: with the package if it fits, or at least with the beginning of the simple class name. */
function label(group, { area, x, y, width, height }, size) {
  const letters = Math.floor((width - 8) / LETTER);
  if (height < HEADER || letters < 4) return;
  const own = area.name.replace(/[\w$.]*\.(?=[^.]+$)/, "");
  const text = [`${area.name}${size}`, `${own}${size}`, own].find((form) => form.length <= letters) ?? `${own.slice(0, letters - 1)}…`;
  draw(group, "text", { x: x + 5, y: y + 13 }).textContent = text;
}

function box(parent, { area, x, y, width, height }, kind) {
  const group = draw(parent, "g", { class: `${kind}${area.rest ? " rest" : ""}` });
  draw(group, "rect", { x, y, width: Math.max(0, width), height: Math.max(0, height), style: `--hue:${area.hue ?? 0}` });
  return group;
}

/** Draws the parts of an area into it, if they fit. */
function inside(group, { area, x, y, width, height }, depth) {
  if (!area.children.length || depth > DEEPEST || height < 3 * HEADER || width < 60) return;
  for (const place of squarify(parts(area), x + 3, y + HEADER, width - 6, height - HEADER - 3)) {
    const part = box(group, place, "part");
    label(part, place, "");
    inside(part, place, depth + 1);
  }
}

function show(path) {
  const current = path[path.length - 1];
  const { width, height } = svg.getBoundingClientRect();
  svg.replaceChildren();
  tip.hidden = true;
  for (const place of squarify(parts(current), 0, 0, width, height)) {
    const { area } = place;
    const inner = area.children.length > 0;
    const group = box(svg, place, inner ? "inner" : "leaf");
    label(group, place, ` ${human(area.bytes)}`);
    inside(group, place, 1);
    const share = ((100 * area.bytes) / tree.bytes).toFixed(1);
    const words = [area.name, area.detail, `retains ${area.bytes.toLocaleString("en")} B, ${share} % of the reachable bytes`].filter(Boolean).join("\n");
    group.setAttribute("role", inner ? "button" : "img");
    group.setAttribute("aria-label", words);
    group.addEventListener("pointermove", (event) => pointAt(event, words));
    group.addEventListener("pointerleave", () => { tip.hidden = true; });
    if (inner) {
      group.setAttribute("tabindex", "0");
      group.addEventListener("click", () => show([...path, area]));
      group.addEventListener("keydown", (event) => { if (event.key === "Enter") show([...path, area]); });
    }
  }
  const steps = path.map((step, depth) => {
    const button = document.createElement("button");
    button.textContent = `${step.name} (${human(step.bytes)})`;
    button.addEventListener("click", () => show(path.slice(0, depth + 1)));
    return button;
  });
  map.querySelector(".path").replaceChildren(...steps);
  shown = path;
}

function pointAt(event, words) {
  const frame = svg.getBoundingClientRect();
  tip.textContent = words;
  tip.style.whiteSpace = "pre-line";
  tip.hidden = false;
  tip.style.left = `${Math.max(0, Math.min(event.clientX - frame.left + 14, frame.width - tip.offsetWidth))}px`;
  tip.style.top = `${event.clientY - frame.top + 18}px`;
}

let shown = [];
if (tree.biggest.length) {
  map.hidden = false;
  show([{ name: "Reachable objects", bytes: tree.bytes, children: tree.biggest.map(node) }]);
  addEventListener("resize", () => show(shown));
}
