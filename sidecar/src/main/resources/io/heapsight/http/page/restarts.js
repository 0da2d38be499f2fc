// SPDX-License-Identifier: Apache-2.0
// What differs between a JVM and the one before it, which has a post-mortem: after a deploy, a version or an option.
import { get, target } from "./api.js";
import { shortened } from "./figures.js";
import { visibleJvms } from "./targets.js";

/** The end of a process may be detected after the start of the next one. */
const LATE_MILLIS = 5000;
/** More differing options are a number. */
const MOST_OPTIONS = 3;
const LONGEST_OPTION = 80;

/** @typedef {{name: string, mainClass?: string | null}} Program */

/** @type {{id: string, answer: Promise<any>}} */
let newest = { id: "", answer: Promise.resolve(null) };

/** A post-mortem, requested once. @param {string} id */
function postmortem(id) {
  if (newest.id !== id) {
    const now = { id, answer: get("/postmortems/" + id) };
    newest = now;
    now.answer.catch(() => (now.id = ""));
  }
  return newest.answer;
}

/**
 * The start of the present JVM with its differences. None if there are none, or if several JVMs could be the one before it.
 * @param {any[]} deaths entries of post-mortems, newest first
 * @returns {Promise<import("./marks.js").Mark[]>}
 */
export async function restart(deaths) {
  if (deaths.length === 0) return [];
  const observed = await get("/samples", { seconds: 1, target: target() });
  const start = Date.parse(observed.started);
  const isSame = (/** @type {Program} */ it) => program(it.name) === program(observed.target.name);
  const [last, earlier] = deaths.filter((it) => isSame(it.target) && Date.parse(it.diedAt) <= start + LATE_MILLIS);
  if (last === undefined) return [];
  const visible = (await visibleJvms(observed)).filter(isSame);
  const before = await postmortem(last.id);
  const first = before.samples[0]?.at;
  const together = earlier && first && Date.parse(earlier.diedAt) > Date.parse(first);
  if (visible.length !== 1 || visible[0].pid !== observed.target.pid || together) return [];
  const found = differences(before, visible[0]);
  return found.length === 0 ? [] : [{ at: start / 1000, text: "restart: " + found.join(", "), of: "start" }];
}

/** The name without a version: shop.jar for shop-1.2.jar. @param {string} name */
const program = (name) => name.replace(/-\d+\.\d[\w.+-]*(?=\.jar$)/, "");

/**
 * @param {{target: Program & {jdk?: string, collector?: string}, flags: string[]}} before
 * @param {Program & {jdkVersion: string | null, collector: string | null, flags: string[]}} now
 */
export function differences(before, now) {
  const old = before.target;
  return [
    changed("JDK ", old.jdk, now.jdkVersion),
    changed("", old.name, now.name) ?? changed("", old.mainClass, now.mainClass),
    changed("collector ", old.collector, now.collector),
    ...options(without(before.flags, now.flags), without(now.flags, before.flags)),
  ].filter((it) => it !== null);
}

/** @param {string} what @param {string | null | undefined} from @param {string | null | undefined} to null if unknown */
const changed = (what, from, to) => (from && to && from !== to ? `${what}${from} → ${to}` : null);

/** @param {string[]} all @param {string[]} others */
const without = (all, others) => all.filter((it) => !others.includes(it));

/** @param {string[]} removed @param {string[]} added */
function options(removed, added) {
  const short = (/** @type {string} */ it) => shortened(it, LONGEST_OPTION);
  const after = (/** @type {string} */ it) => added.find((other) => nameOf(other) === nameOf(it));
  const replaced = removed.map(after);
  const all = [
    ...removed.map((it, i) => (replaced[i] === undefined ? `no ${short(it)}` : `${short(it)} → ${short(replaced[i])}`)),
    ...added.filter((it) => !replaced.includes(it)).map(short),
  ];
  return all.length > MOST_OPTIONS ? [`${all.length} options`] : all;
}

/** -Xmx for -Xmx1g, -XX:UseZGC for -XX:+UseZGC, -Dkey for -Dkey=value. @param {string} option */
const nameOf = (option) =>
  option
    .replace(/^(-X[a-z]+)\d.*$/, "$1")
    .replace(/^-XX:[+-]/, "-XX:")
    .replace(/=.*$/s, "");
