// SPDX-License-Identifier: Apache-2.0
// The last garbage collection pauses as marks on a time line: height is length, colour is the collector.
import { h, svg } from "./dom.js";
import { clock, duration } from "./figures.js";
import { axisStart } from "./marks.js";
import { section } from "./parts.js";
import { chosen } from "./range.js";

/** @typedef {{at: string, collector: string, cause: string, count: number, seconds: number}} Pause */

const WIDTH = 1000;
const HEIGHT = 60;
const LEAST_SECONDS = 0.0005;
const MOST_SECONDS = 10;

/** @param {import("./live.js").Live} live @param {import("./marks.js").Mark[]} events */
export function pauses(live, events) {
  /** @type {Pause[]} */
  const all = live.last.pauses;
  if (all.length === 0) return null;
  const to = live.at.at(-1) ?? 0;
  const from = Math.min(axisStart(live, events), to - 1); // as in the charts
  const shown = all.filter((it) => Date.parse(it.at) / 1000 >= from);
  const collectors = [...new Set(all.map((it) => it.collector))].sort();
  const colour = (/** @type {string} */ collector) => `var(--series-${1 + (collectors.indexOf(collector) % 5)})`;
  const text = summary(shown);
  const marks = shown.map((it) => mark(it, from, to, colour(it.collector)));
  return section(
    "Pauses",
    h(
      "figure",
      {},
      svg(
        "svg",
        { class: "pauses", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": text },
        ...behind(events, from, to),
        ...marks,
      ),
      h(
        "p",
        { class: "soft" },
        collectors.map((it) => h("span", { class: "key" }, swatch(colour(it)), it)),
      ),
      h("p", { class: "soft" }, text),
    ),
  );
}

/** The chosen range and the lines of events. @param {import("./marks.js").Mark[]} events @param {number} from @param {number} to */
function behind(events, from, to) {
  const x = (/** @type {number} */ at) => (WIDTH * (Math.min(to, Math.max(from, at)) - from)) / (to - from);
  const range = chosen();
  const all = events.filter((it) => it.at >= from && it.at <= to).map((it) => rect(x(it.at), 1, "--soft"));
  return range === null ? all : [rect(x(range.from), x(range.to) - x(range.from), "--bar"), ...all];
}

/** @param {number} x @param {number} width @param {string} colour */
function rect(x, width, colour) {
  const it = svg("rect", { x, y: 0, width, height: HEIGHT, "aria-hidden": "true" });
  /** @type {any} */ (it).style.fill = `var(${colour})`;
  return it;
}

/** @param {Pause} pause @param {number} from @param {number} to @param {string} colour */
function mark(pause, from, to, colour) {
  const height = HEIGHT * Math.max(0.08, share(pause.seconds / pause.count));
  const width = Math.max(3, (WIDTH * pause.seconds) / (to - from));
  const x = (WIDTH * (Date.parse(pause.at) / 1000 - from)) / (to - from);
  const words = svg("title", {});
  words.textContent = `${clock(pause.at)}: ${described(pause)}`;
  const it = svg("rect", { x: Math.min(x, WIDTH - width), y: HEIGHT - height, width, height }, words);
  /** @type {any} */ (it).style.fill = colour;
  return it;
}

/** The height of a mark: logarithmic from 0.5 ms to 10 s. @param {number} seconds */
export function share(seconds) {
  return Math.min(1, Math.max(0, Math.log(seconds / LEAST_SECONDS) / Math.log(MOST_SECONDS / LEAST_SECONDS)));
}

/** @param {Pause[]} shown */
export function summary(shown) {
  if (shown.length === 0) return "No pause in this window.";
  const longest = shown.reduce((one, other) => (other.seconds / other.count > one.seconds / one.count ? other : one));
  const count = shown.reduce((sum, it) => sum + it.count, 0);
  return `${count} ${count === 1 ? "pause" : "pauses"} since ${clock(shown[0].at)}. The longest: ${described(longest)}.`;
}

/** @param {Pause} pause */
function described(pause) {
  return `${pause.count > 1 ? `${pause.count} pauses, together ` : ""}${duration(pause.seconds)}, ${pause.collector}, ${pause.cause}`;
}

/** @param {string} colour */
function swatch(colour) {
  const it = h("span", { class: "swatch" });
  it.style.background = colour;
  return it;
}
