// SPDX-License-Identifier: Apache-2.0
// The chosen range of time: the same on all charts and views, and kept in the address until it is cleared.
import { inAddress, keepInAddress, view } from "./api.js";
import { fill, h } from "./dom.js";
import { duration } from "./figures.js";

/** @typedef {{from: number, to: number}} Range in seconds since 1970 */

/** Browsers refuse frequent changes of the address. */
const KEEP_MILLIS = 250;
const EVENT = "range";

/** @type {Range | null} */
let current = inTheAddress();
let keeping = 0;

addEventListener("hashchange", () => {
  const given = inTheAddress();
  if (given !== null) current = given;
  else if (current !== null) keep();
});

addEventListener("keydown", (e) => {
  const isField = e.target instanceof Element && e.target.closest("input, select"); // Escape has a meaning there
  if (e.key === "Escape" && !isField && current !== null) choose(null);
});

/** @returns {Range | null} */
function inTheAddress() {
  const [from, to] = ["from", "to"].map((name) => Date.parse(inAddress(name)) / 1000);
  return to > from ? { from, to } : null;
}

function keep() {
  keepInAddress({ from: current && iso(current.from), to: current && iso(current.to) });
}

/** @param {number} seconds */
const iso = (seconds) => new Date(1000 * seconds).toISOString().replace(".000", "");

/** The parameters of a request for the range. @param {Range} range */
export const parameters = (range) => ({ from: iso(range.from), to: iso(range.to) });

export const chosen = () => current;

/** Chooses a range, or none. @param {Range | null} range */
export function choose(range) {
  current = range;
  clearTimeout(keeping);
  keeping = setTimeout(keep, KEEP_MILLIS);
  dispatchEvent(new Event(EVENT));
}

/** Calls a listener after each change. @param {() => void} listener @param {AbortSignal} left */
export const onChange = (listener, left) => addEventListener(EVENT, listener, { signal: left });

/** The local times of a range, and its length. @param {Range} range */
export function words({ from, to }) {
  const [first, last] = [from, to].map((it) => new Date(1000 * it).toTimeString().slice(0, 8));
  return `${first} to ${last}, ${duration(to - from)}`;
}

/**
 * Shows the range, and what can be done with it.
 * @param {AbortSignal} left
 * @param {() => number} since the begin of the charts, in seconds
 */
export function rangeBar(left, since) {
  const text = h("span", { role: "status", class: "soft" });
  const more = h("span", { class: "actions" });
  /** @type {string | null} */
  let shown = "";
  function show() {
    const range = current;
    const said = range && words(range) + (range.to < since() ? " (before the window)" : "");
    if (said === shown) return; // a screen reader reads each change
    shown = said;
    if (said === null) {
      fill(text, "Drag over a chart to choose a range; with keys: Shift and an arrow.");
      fill(more);
      return;
    }
    fill(text, h("strong", {}, "Range: "), said);
    if (more.hasChildNodes()) return; // the button keeps its focus
    fill(more, clear("Clear (Escape)"), h("a", { href: view("/runs") }, "Make it a run, to compare"));
  }
  onChange(show, left);
  show();
  return { element: h("div", { class: "range" }, text, more), show };
}

/** A button that clears the range, and disappears. @param {string} text */
export const clear = (text) =>
  h(
    "button",
    { type: "button", onclick: () => (choose(null), document.getElementById("main")?.focus({ preventScroll: true })) },
    text,
  );
