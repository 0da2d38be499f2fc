// SPDX-License-Identifier: Apache-2.0
// Events for the time line of charts: restarts, rules, dumps, runs, deaths and changes of limits.
import { get } from "./api.js";
import { bytes } from "./figures.js";

/** @typedef {{at: number, text: string}} Mark */

const LONGEST = 18;

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
export function limitChanges(live) {
  const usage = live.columns.containerMemoryUsageBytes;
  const known = live.at.flatMap((_, i) => (usage[i] === null ? [] : [i]));
  return LIMITS.flatMap(([field, name, show]) => {
    const values = live.columns[field];
    return known
      .filter((i, k) => k > 0 && values[i] !== values[known[k - 1]])
      .map((i) => ({ at: live.at[i], text: values[i] === null ? `no ${name}` : `${name} ${show(values[i])}` }));
  });
}

/** The start of the process, if it is in the window. @param {import("./live.js").Live} live @returns {Mark[]} */
export const starts = (live) => (live.last ? [{ at: Date.parse(live.last.started) / 1000, text: "start" }] : []);

/** @param {string} name */
const shortened = (name) => (name.length > LONGEST ? name.slice(0, LONGEST - 1) + "…" : name);

/** Events of the sidecar. @returns {Promise<Mark[]>} */
export async function happened() {
  const [rules, dumps, recordings, profiles, runs, deaths] = await Promise.all(
    ["/rules", "/heapdumps", "/recordings", "/profiles", "/runs", "/postmortems"].map((it) => get(it).catch(() => ({}))),
  );
  /** @param {any[] | undefined} all @param {(it: any) => [string | null, string][]} of @returns {Mark[]} */
  const marks = (all, of) =>
    (all ?? []).flatMap(of).flatMap(([iso, text]) => (iso === null ? [] : [{ at: Date.parse(iso) / 1000, text }]));
  return [
    ...marks(rules.rules, (it) => it.firings.map((/** @type {any} */ firing) => [firing.at, shortened(it.name)])),
    ...marks(dumps.heapdumps, (it) => [[it.takenAt, "dump"]]),
    ...marks(recordings.recordings, (it) => [[it.startedAt, "recording"]]),
    ...marks(profiles.profiles, (it) => [[it.startedAt, "profile"]]),
    ...marks(runs.runs, (it) => [
      [it.started, it.name],
      [it.stopped ?? null, "end of " + it.name],
    ]),
    ...marks(deaths.postmortems, (it) => [[it.diedAt, "died"]]),
  ];
}
