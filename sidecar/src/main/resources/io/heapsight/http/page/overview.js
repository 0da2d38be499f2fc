// SPDX-License-Identifier: Apache-2.0
// The first view: what is wrong, where the memory is, what grows, live charts, what was collected.
import { get, inAddress, keepInAddress, Problem, target, view } from "./api.js";
import { CHARTS, draw } from "./charts.js";
import { collected } from "./collected.js";
import { fill, h } from "./dom.js";
import { age, bytes, count, duration } from "./figures.js";
import { described, growthTable, newestDump, stored } from "./growth.js";
import { Live } from "./live.js";
import { happened, limitChanges, starts } from "./marks.js";
import { limitInWords, memoryBar } from "./memorybar.js";
import { notice, section, soft, table } from "./parts.js";
import { pauses } from "./pauses.js";
import { onChange, rangeBar } from "./range.js";
import { collector, verdict } from "./status.js";

const UPDATE_MILLIS = 2000;
const MARKS_MILLIS = 15_000;
const STATUS_MILLIS = 30_000;
const GROWING = 5;
const GROWING_OF = 200;
/** @type {[string, number][]} */
const WINDOWS = [
  ["5 min", 300],
  ["15 min", 900],
  ["1 h", 3600],
];

/** @param {HTMLElement} main @param {AbortSignal} left */
export function overview(main, left) {
  let live = new Live(span());
  /** @type {import("./marks.js").Mark[]} */
  let marks = [];
  const allMarks = () => [...marks, ...starts(live), ...limitChanges(live)];
  const state = h("div", {}, soft("Reading the target's state…"));
  const evidence = h("div", {});
  const tables = h("div", {});
  const trouble = h("div", { "aria-live": "polite" });
  const charts = CHARTS.map((chart) => draw(chart, allMarks));
  const grid = h(
    "div",
    { class: "charts" },
    charts.map((it) => it.figure),
  );
  const pauseLine = h("div", {});
  const chosen = rangeBar(left, () => live.at[0] ?? 0);
  fill(main, trouble, state, section("Live", range(changeWindow, chosen.element), grid, pauseLine), evidence, tables);
  onChange(drawPauses, left);

  function drawPauses() {
    if (live.last !== null) fill(pauseLine, pauses(live, allMarks()));
  }
  function changeWindow(/** @type {number} */ seconds) {
    keepInAddress({ window: String(seconds) });
    live = new Live(seconds);
    update();
  }
  async function update() {
    try {
      const current = live;
      await current.update();
      if (left.aborted || current !== live) return;
      fill(trouble);
      charts.forEach((it) => it.update(live));
      chosen.show();
      drawPauses();
      fill(tables, pools(live.last.pools), collectors(live.last.collectors));
    } catch (problem) {
      if (!left.aborted && !(problem instanceof Problem)) fill(trouble, notice(problem)); // the header shows others
    }
  }
  async function judge() {
    try {
      const parts = await Promise.all([get("/status", { target: target() }), growing()]);
      if (!left.aborted) keepOpen(state, () => fill(state, screen(parts[0], parts[1])));
    } catch {
      if (!left.aborted) fill(state); // the header and the charts show the problem
    }
  }
  async function events() {
    marks = await happened();
    const list = await collected();
    if (!left.aborted) fill(evidence, list);
  }
  judge();
  events().then(update);
  const timers = [
    setInterval(() => document.hidden || update(), UPDATE_MILLIS),
    setInterval(() => document.hidden || events(), MARKS_MILLIS),
    setInterval(() => document.hidden || judge(), STATUS_MILLIS),
  ];
  left.addEventListener("abort", () => {
    timers.forEach(clearInterval);
    charts.forEach((it) => it.end());
  });
}

/** Replaces content, unless the user is in it: a button keeps its focus, an opened part stays open. @param {Element} place @param {() => void} replace */
function keepOpen(place, replace) {
  const open = place.querySelector("details[open]") !== null;
  if (place.contains(document.activeElement)) return;
  replace();
  const details = place.querySelector("details");
  if (details && open) details.open = true;
}

/** The window in the address, in seconds. */
const span = () => WINDOWS.find(([, seconds]) => String(seconds) === inAddress("window"))?.[1] ?? WINDOWS[0][1];

/** @param {(seconds: number) => void} changed @param {HTMLElement} chosen */
function range(changed, chosen) {
  return h(
    "div",
    { class: "actions" },
    h(
      "label",
      {},
      "Window",
      h(
        "select",
        { onchange: (/** @type {any} */ e) => changed(Number(e.target.value)) },
        WINDOWS.map(([label, seconds]) => h("option", { value: seconds, selected: seconds === span() }, label)),
      ),
    ),
    chosen,
  );
}

/** @param {any} status @param {HTMLElement} growth */
function screen(status, growth) {
  const memory = status.memory;
  return [
    verdict(status),
    h(
      "div",
      { class: "columns" },
      h(
        "div",
        {},
        section(
          "Where the memory is",
          h("p", {}, limitInWords(memory.container), " ", h("a", { href: view("/memory") }, "All parts")),
          memory.residentBytes === null ? soft(memory.notes[0]) : memoryBar(memory),
        ),
        collector(status),
      ),
      growth,
    ),
  ];
}

/** The classes that grow most, or how to see them. */
async function growing() {
  const histogram = await stored(GROWING_OF);
  if (histogram === null) {
    return section(
      "What grows",
      h(
        "p",
        { class: "soft" },
        "Two class histograms show which classes grow. Each stops the application for about a second per 2 to 5 GiB of heap: ",
        h("a", { href: view("/classes") }, "take a histogram"),
        ".",
      ),
    );
  }
  const dump = await newestDump(histogram.target);
  return section(
    "What grows",
    described(histogram, dump, `Growth of the lowest values since ${age(histogram.takenAt[0])}.`),
    growthTable(histogram, dump, { onlyGrown: true, limit: GROWING }),
    h("p", {}, h("a", { href: view("/classes") }, "All classes")),
  );
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
