// SPDX-License-Identifier: Apache-2.0
// The newest stored histogram, with growth and a trend by class, and a way to the holders of each class.
import { get, Problem, target, view as addressOf } from "./api.js";
import { h } from "./dom.js";
import { age, bytes, count, signed } from "./figures.js";
import { soft, sparkline, table } from "./parts.js";

const NOT_FOUND = 404;

/** @typedef {{name: string, instances: number, bytes: number, bytesChange: number | null, lastingChange: number | null, trend: number[]}} Row */

/**
 * The newest stored histogram of the target; null if there is none.
 * @param {number} top
 */
export async function stored(top) {
  try {
    return await get("/histogram/last", { top, target: target() });
  } catch (problem) {
    if (problem instanceof Problem && problem.status === NOT_FOUND) return null;
    throw problem;
  }
}

/** The newest analysed heap dump of a target; empty for none. @param {{pid: number}} of */
export async function newestDump(of) {
  const { heapdumps } = await get("/heapdumps").catch(() => ({ heapdumps: [] }));
  const analysed = heapdumps.filter((/** @type {any} */ it) => it.index && it.target.pid === of.pid);
  return analysed.sort((/** @type {any} */ a, /** @type {any} */ b) => (a.takenAt < b.takenAt ? 1 : -1))[0]?.id ?? "";
}

/** Whether the stored histograms are enough to see what grows lastingly. @param {any} histogram */
export const isGrowthKnown = (histogram) => histogram.classes.some((/** @type {Row} */ it) => it.lastingChange !== null);

/** @param {any} histogram @param {string} dump @param {{onlyGrown?: boolean, limit?: number}} [options] */
export function growthTable(histogram, dump, options = {}) {
  const grown = (/** @type {Row} */ it) => it.lastingChange ?? 0;
  /** @type {Row[]} */
  const rows = options.onlyGrown
    ? histogram.classes
        .filter((/** @type {Row} */ it) => grown(it) > 0)
        .sort((/** @type {Row} */ a, /** @type {Row} */ b) => grown(b) - grown(a))
    : histogram.classes;
  if (rows.length === 0) {
    return soft(
      isGrowthKnown(histogram)
        ? "No class grows lastingly in the stored histograms."
        : "Four stored histograms, or two of live objects, show what grows.",
    );
  }
  return table(
    [
      { title: "Class", value: (c) => c.name, show: (name) => holders(dump, name) },
      { title: "Bytes", number: true, value: (c) => c.bytes, show: bytes },
      options.onlyGrown
        ? { title: "Growth", number: true, value: (c) => c.lastingChange, show: grownBytes }
        : { title: "Growth", number: true, value: (c) => c.bytesChange, show: grownBytes },
      { title: "Instances", number: true, value: (c) => c.instances, show: count },
      {
        title: "Trend",
        value: (c) => c.trend.at(-1) - c.trend[0],
        show: (_, c) => (c.trend.length > 1 ? sparkline(c.trend) : ""),
      },
    ],
    options.limit ? rows.slice(0, options.limit) : rows,
    options.limit ? { label: "What grows", again: true } : { label: "Stored histogram", filter: (c) => c.name },
  );
}

/** @param {number | null} change */
const grownBytes = (change) =>
  change === null ? "–" : h("span", { class: change > 0 ? "up" : change < 0 ? "down" : "" }, signed(change, bytes));

/** The class, with a link to its holders if a heap dump is stored. @param {string} dump @param {string} name */
const holders = (dump, name) =>
  dump
    ? h(
        "a",
        { href: addressOf(`/heapdumps/${dump}/paths/${encodeURIComponent(name)}`), title: "What holds it, in the newest dump" },
        name,
      )
    : name;

/** @param {any} histogram @param {string} dump @param {string} growth what the table's growth is */
export function described(histogram, dump, growth) {
  const times = histogram.takenAt;
  const kind = histogram.live ? "live objects" : "all objects";
  const before = times.length > 1 ? ` ${growth}` : "";
  return soft(
    `Histogram of ${kind}, ${age(times.at(-1))}, by ${histogram.takenBy}: ${count(histogram.totals.instances)} objects, ${bytes(histogram.totals.bytes)}.${before} ` +
      (dump ? "A class opens its holders in the newest heap dump." : "Take a heap dump to see the holders of a class."),
  );
}
