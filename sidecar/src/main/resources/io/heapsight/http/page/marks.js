// SPDX-License-Identifier: Apache-2.0
// Events for the time line of charts: restarts, rules, captures, runs, experiments, deaths and changes of limits.
import { get } from "./api.js";
import { bytes, shortened } from "./figures.js";
import { restart } from "./restarts.js";

/**
 * @typedef {object} Mark
 * @property {number} at in seconds since 1970
 * @property {string} text
 * @property {number} [to] end of a band, such as a run
 * @property {number} [row] of the band
 * @property {"start" | "end"} [of] a process
 */

/** A longer text is complete only where it is read. */
const LONGEST = 30;
/** A restart is shown if it is at most this long before the first sample. */
const BEFORE_SECONDS = 60;

/** @type {[string, string, (value: number | null) => string][]} */
const LIMITS = [
  ["containerMemoryLimitBytes", "memory limit", bytes],
  ["containerMemoryHighBytes", "memory.high", bytes],
  ["containerCpuLimitCores", "CPU limit", String],
];

/**
 * Changes of container limits, such as the resize of a pod.
 * @param {import("./live.js").Live} live
 * @returns {Mark[]}
 */
function limitChanges(live) {
  const usage = live.columns.containerMemoryUsageBytes;
  const known = live.at.flatMap((_, i) => (usage[i] === null ? [] : [i]));
  return LIMITS.flatMap(([field, name, show]) => {
    const values = live.columns[field];
    return known
      .filter((i, k) => k > 0 && values[i] !== values[known[k - 1]])
      .map((i) => ({ at: live.at[i], text: values[i] === null ? `no ${name}` : `${name} ${show(values[i])}` }));
  });
}

/** The start of the process, unless there is a mark that says more. @param {import("./live.js").Live} live @param {Mark[]} events @returns {Mark[]} */
function starts(live, events) {
  if (!live.last) return [];
  const at = Date.parse(live.last.started) / 1000;
  const known = events.some((it) => it.of === "start" && Math.abs(it.at - at) < 0.5);
  return known ? [] : [{ at, text: "start", of: "start" }];
}

/** All marks of a time line. @param {import("./live.js").Live} live @param {Mark[]} events of the sidecar @returns {Mark[]} */
export const timeLine = (live, events) => [...events, ...starts(live, events), ...limitChanges(live)];

/** The begin of the time axis: the first sample, or a restart shortly before. @param {import("./live.js").Live} live @param {Mark[]} marks */
export function axisStart(live, marks) {
  const first = live.at[0] ?? 0;
  const least = Math.max(first - BEFORE_SECONDS, (live.at.at(-1) ?? 0) - live.seconds);
  return Math.min(first, ...marks.flatMap((it) => (it.of && it.at >= least ? [it.at] : [])));
}

/** What was at a sample, or since the one before. @param {Mark[]} marks @param {import("./live.js").Live} live @param {number} index */
export function near(marks, live, index) {
  const after = live.at[index - 1];
  const isLater = (/** @type {number} */ it) => (after === undefined ? it >= axisStart(live, marks) : it > after);
  return marks.filter((it) => it.at <= live.at[index] && isLater(it.to ?? it.at)).map((it) => it.text);
}

/** The text on a chart. @param {Mark} mark */
export const label = ({ text }) => shortened(text, LONGEST);

/** @param {Mark} mark @returns {Mark} */
const ending = (mark) => ({ ...mark, of: "end" });

/** Events of the sidecar. @returns {Promise<Mark[]>} */
export async function happened() {
  const [rules, dumps, recordings, profiles, runs, deaths, jobs] = await Promise.all(
    ["/rules", "/heapdumps", "/recordings", "/profiles", "/runs", "/postmortems", "/jobs"].map((it) => get(it).catch(() => ({}))),
  );
  /** @param {string} from @param {string | null | undefined} to @param {string} text @param {number} row @returns {Mark} */
  const band = (from, to, text, row) => ({
    at: Date.parse(from) / 1000,
    to: to ? Date.parse(to) / 1000 : Infinity,
    text,
    row,
  });
  /** @param {any[] | undefined} all @param {(it: any) => [string | null, string][]} of @returns {Mark[]} */
  const marks = (all, of) =>
    (all ?? []).flatMap(of).flatMap(([iso, text]) => (iso === null ? [] : [{ at: Date.parse(iso) / 1000, text }]));
  const restarts = await restart(deaths.postmortems ?? []).catch(() => []);
  return [
    ...restarts,
    ...marks(rules.rules, (it) => it.firings.map((/** @type {any} */ firing) => [firing.at, it.name])),
    ...marks(dumps.heapdumps, (it) => [[it.takenAt, "dump"]]),
    ...marks(recordings.recordings, (it) => [[it.startedAt, "recording"]]),
    ...marks(profiles.profiles, (it) => [[it.startedAt, "profile"]]),
    ...(runs.runs ?? [])
      .filter((/** @type {any} */ it) => it.stopped || it.state === "recording")
      .map((/** @type {any} */ it) => band(it.started, it.stopped, it.name, 0)),
    ...(jobs.jobs ?? [])
      .filter((/** @type {any} */ it) => it.kind === "experiment")
      .map((/** @type {any} */ it) => band(it.startedAt, it.endedAt, "experiment", 1)),
    ...marks(deaths.postmortems, (it) => [[it.diedAt, `${it.target.name} died`]]).map(ending),
  ];
}
