// SPDX-License-Identifier: Apache-2.0
// The first view: what is wrong, where the memory is, what grows, live charts, what was collected.
import { get, inAddress, keepInAddress, Problem, target, UNAUTHORIZED, view } from "./api.js";
import { CHARTS, draw } from "./charts.js";
import { collected } from "./collected.js";
import { fill, h } from "./dom.js";
import { age, bytes, count, duration } from "./figures.js";
import { described, growthTable, isGrowthKnown, newestDump, stored } from "./growth.js";
import { Live } from "./live.js";
import { happened, timeLine } from "./marks.js";
import { limitInWords, memoryBar } from "./memorybar.js";
import { notice, section, soft, table } from "./parts.js";
import { pauses } from "./pauses.js";
import { onChange, rangeBar } from "./range.js";
import { renew, repeat } from "./renewal.js";
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
  const allMarks = () => timeLine(live, marks);
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
  let failed = false;
  const chosen = rangeBar(left, () => live.at[0] ?? 0);
  fill(
    main,
    trouble,
    state,
    section("Live, in local time", range(changeWindow, chosen.element), grid, pauseLine),
    evidence,
    tables,
  );
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
      if (failed) judge();
      failed = false;
      charts.forEach((it) => it.update(live));
      chosen.show();
      drawPauses();
      renew(tables, pools(live.last.pools), collectors(live.last.collectors));
    } catch (problem) {
      failed = true;
      if (!left.aborted && !(problem instanceof Problem)) fill(trouble, notice(problem)); // the header shows others
    }
  }
  async function judge() {
    try {
      const [status, growth] = await Promise.all([get("/status", { target: target() }), growing().catch(notice)]);
      if (!left.aborted) renew(state, screen(status, growth));
    } catch (problem) {
      const isShown = failed || (problem instanceof Problem && problem.status === UNAUTHORIZED); // by the header
      if (!left.aborted) fill(state, isShown ? null : notice(problem));
    }
  }
  async function events() {
    marks = await happened();
    const list = await collected();
    if (!left.aborted) renew(evidence, list);
  }
  judge();
  update();
  events().then(update);
  repeat(update, UPDATE_MILLIS, left);
  repeat(events, MARKS_MILLIS, left);
  repeat(judge, STATUS_MILLIS, left);
  left.addEventListener("abort", () => charts.forEach((it) => it.end()));
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
        "Four class histograms show which classes grow. Each stops the application for about a second per 2 to 5 GiB of heap: ",
        h("a", { href: view("/classes") }, "take a histogram"),
        ".",
      ),
    );
  }
  const dump = await newestDump(histogram.target);
  return section(
    "What grows",
    described(histogram, dump, isGrowthKnown(histogram) ? `Growth of the lowest values since ${age(histogram.takenAt[0])}.` : ""),
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
      { label: "Memory pools", again: true },
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
      { label: "Garbage collectors", again: true },
    ),
  );
}
