// SPDX-License-Identifier: Apache-2.0
// The first view: sentences about health, live charts, pools and collectors.
import { get } from "./api.js";
import { CHARTS, draw } from "./charts.js";
import { fill, h } from "./dom.js";
import { bytes, count, duration, percent } from "./figures.js";
import { Live } from "./live.js";
import { notice, section, table } from "./parts.js";

const UPDATE_MILLIS = 2000;
const MARKS_MILLIS = 15_000;
const WINDOWS = [
  ["5 min", 300],
  ["15 min", 900],
  ["1 h", 3600],
];

/** @param {HTMLElement} main @param {AbortSignal} left */
export function overview(main, left) {
  let live = new Live(300);
  /** @type {import("./charts.js").Mark[]} */
  let marks = [];
  const health = h("ul", { class: "health" });
  const tables = h("div", {});
  const trouble = h("div", { "aria-live": "polite" });
  let charts = CHARTS.map((chart) => draw(chart, () => [...marks, ...limitChanges(live)]));
  const grid = h(
    "div",
    { class: "charts" },
    charts.map((it) => it.figure),
  );
  const range = h(
    "label",
    {},
    "Window",
    h(
      "select",
      { onchange: (/** @type {any} */ e) => ((live = new Live(Number(e.target.value))), update()) },
      WINDOWS.map(([label, seconds]) => h("option", { value: seconds }, label)),
    ),
  );
  fill(main, trouble, section("Health", health), section("Live", h("div", { class: "actions" }, range), grid), tables);

  async function update() {
    try {
      await live.update();
      if (left.aborted) return;
      fill(trouble);
      fill(
        health,
        sentences(live).map(([fine, text]) => h("li", { class: fine ? "fine" : "wrong" }, text)),
      );
      charts.forEach((it) => it.update(live));
      fill(tables, pools(live.last.pools), collectors(live.last.collectors));
    } catch (problem) {
      if (!left.aborted) fill(trouble, notice(problem));
    }
  }
  async function events() {
    marks = await happened();
  }
  function redraw() {
    charts.forEach((it) => it.end());
    charts = CHARTS.map((chart) => draw(chart, () => [...marks, ...limitChanges(live)]));
    fill(
      grid,
      charts.map((it) => it.figure),
    );
    charts.forEach((it) => it.update(live));
  }
  events().then(update);
  const updates = setInterval(() => document.hidden || update(), UPDATE_MILLIS);
  const looks = setInterval(() => document.hidden || events(), MARKS_MILLIS);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", redraw);
  left.addEventListener("abort", () => {
    clearInterval(updates);
    clearInterval(looks);
    dark.removeEventListener("change", redraw);
    charts.forEach((it) => it.end());
  });
}

/** @type {[string, string, (value: number | null) => string][]} */
const LIMITS = [
  ["containerMemoryLimitBytes", "memory limit", bytes],
  ["containerMemoryHighBytes", "memory.high", bytes],
  ["containerCpuLimitCores", "CPU limit", String],
];

/**
 * Changes of container limits, such as the resize of a pod, for the time line.
 * @param {Live} live
 * @returns {import("./charts.js").Mark[]}
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

/** Events for the time line. @returns {Promise<import("./charts.js").Mark[]>} */
async function happened() {
  const [index, dumps, runs, deaths] = await Promise.all(
    ["/?format=json", "/heapdumps", "/runs", "/postmortems"].map((it) => get(it).catch(() => ({}))),
  );
  const at = (/** @type {string} */ iso, /** @type {string} */ text) => ({ at: Date.parse(iso) / 1000, text });
  return [
    ...(index.triggers ?? [])
      .filter((/** @type {any} */ it) => it.last)
      .map((/** @type {any} */ it) => at(it.last.at, "trigger")),
    ...(dumps.heapdumps ?? []).map((/** @type {any} */ it) => at(it.takenAt, "dump")),
    ...(runs.runs ?? []).map((/** @type {any} */ it) => at(it.started, it.name)),
    ...(runs.runs ?? [])
      .filter((/** @type {any} */ it) => it.stopped)
      .map((/** @type {any} */ it) => at(it.stopped, "end of " + it.name)),
    ...(deaths.postmortems ?? []).map((/** @type {any} */ it) => at(it.diedAt, "died")),
  ];
}

/**
 * Sentences about health; each with a flag that is false for a problem.
 * @param {Live} live
 * @returns {[boolean, string][]}
 */
export function sentences(live) {
  /** @type {[boolean, string][]} */
  const said = [];
  const gc = live.recently("gcPauseSeconds", 60);
  if (gc !== null) said.push([gc < 0.1, `Stop-the-world collections took ${percent(gc)} of the last minute.`]);
  const used = live.now("containerMemoryWorkingSetBytes");
  const hard = live.now("containerMemoryLimitBytes");
  const high = live.now("containerMemoryHighBytes");
  const throttledFirst = high !== null && (hard === null || high < hard);
  const limit = throttledFirst ? high : hard;
  if (used !== null && limit !== null) {
    const name = throttledFirst ? "memory.high, where the kernel throttles it," : "its memory limit of";
    said.push([used / limit < 0.9, `The container uses ${percent(used / limit)} of ${name} ${bytes(limit)}.`]);
  } else if (used !== null) {
    said.push([true, `The container has no memory limit, and uses ${bytes(used)}.`]);
  }
  const heap = live.now("heapUsedBytes");
  const most = live.now("heapMaxBytes");
  if (heap !== null && most)
    said.push([heap / most < 0.95, `${bytes(heap)} of the ${bytes(most)} heap are in use, including garbage.`]);
  const metaspace = live.now("metaspacePercent");
  if (metaspace !== null)
    said.push([true, `Metaspace uses ${metaspace.toFixed(0)} % of its capacity, which grows on demand: a high value is normal.`]);
  const throttled = live.recently("containerCpuThrottledSeconds", 60);
  if (throttled) said.push([throttled < 0.1, `CPU was throttled for ${duration(60 * throttled)} of the last minute.`]);
  return said;
}

/** @param {any[]} pools */
function pools(pools) {
  if (pools.length === 0) return null;
  return section(
    "Memory pools",
    table(
      [
        { title: "Pool", value: (it) => it.name },
        { title: "Used", number: true, value: (it) => it.usedBytes, show: bytes },
        { title: "Committed", number: true, value: (it) => it.committedBytes, show: bytes },
        { title: "Maximum", number: true, value: (it) => it.maxBytes, show: bytes },
      ],
      pools,
      { label: "Memory pools" },
    ),
  );
}

/** @param {any[]} collectors */
function collectors(collectors) {
  if (collectors.length === 0) return null;
  return section(
    "Garbage collectors",
    table(
      [
        { title: "Collector", value: (it) => it.name },
        { title: "Collections", number: true, value: (it) => it.count, show: count },
        { title: "Time", number: true, value: (it) => it.seconds, show: duration },
      ],
      collectors,
      { label: "Garbage collectors" },
    ),
  );
}
