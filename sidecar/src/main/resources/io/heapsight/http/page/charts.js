// SPDX-License-Identifier: Apache-2.0
// Line charts of live samples, by uPlot, with marks of events.
import { fill, h } from "./dom.js";
import { bytes, count, percent } from "./figures.js";

/** @type {any} */
const uPlot = /** @type {any} */ (window).uPlot;

const HEIGHT = 180;
const HEIGHT_OF_TEXT = 10;
/** Marks that are nearer to each other have only one text. */
const LEAST_GAP = 60;

/**
 * @typedef {object} Line
 * @property {string} label
 * @property {(live: import("./live.js").Live) => (number | null)[]} values
 * @property {string} [colour] a custom property of the style
 * @property {boolean} [limit] drawn dashed
 * @property {boolean} [unlessZero] not drawn while all values are zero
 */
/**
 * @typedef {object} Chart
 * @property {string} title
 * @property {(value: number | null) => string} show
 * @property {Line[]} lines
 * @property {boolean} [whole] whether values are whole numbers
 */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("./live.js").Live} Live */

/** @param {string} label @param {string} field @param {boolean} [limit] @returns {Line} */
const column = (label, field, limit = false) => ({ label, limit, values: (live) => live.columns[field] });
/** @param {string} label @param {string} field @param {boolean} [unlessZero] @returns {Line} */
const rate = (label, field, unlessZero = false) => ({ label, unlessZero, values: (live) => live.rate(field) });
const perSecond = (/** @type {number | null} */ it) => bytes(it) + "/s";
const cores = (/** @type {number | null} */ it) => (it === null ? "–" : it.toFixed(2));

/** @type {Chart[]} */
export const CHARTS = [
  {
    title: "Heap",
    show: bytes,
    lines: [column("used", "heapUsedBytes"), column("committed", "heapCommittedBytes"), column("maximum", "heapMaxBytes", true)],
  },
  {
    title: "Container memory",
    show: bytes,
    lines: [
      column("usage", "containerMemoryUsageBytes"),
      column("working set", "containerMemoryWorkingSetBytes"),
      column("anonymous", "containerMemoryAnonBytes"),
      column("files", "containerMemoryFileBytes"),
      column("soft limit", "containerMemorySoftLimitBytes", true),
      column("memory.high", "containerMemoryHighBytes", true),
      column("limit", "containerMemoryLimitBytes", true),
    ],
  },
  { title: "Time in stop-the-world collections", show: percent, lines: [rate("share of wall time", "gcPauseSeconds")] },
  {
    title: "CPU, cores",
    show: cores,
    lines: [
      rate("used", "cpuSeconds"),
      rate("throttled, seconds per second", "containerCpuThrottledSeconds", true),
      column("limit", "containerCpuLimitCores", true),
    ],
  },
  {
    title: "Metaspace",
    show: bytes,
    lines: [
      {
        label: "used",
        values: (live) => live.columns.metaspacePercent.map((it, i) => product(it, live.columns.metaspaceCapacityBytes[i])),
      },
      column("capacity", "metaspaceCapacityBytes"),
    ],
  },
  { title: "Allocation", show: perSecond, lines: [rate("allocated", "allocatedBytes"), rate("promoted", "promotedBytes", true)] },
  { title: "Output, such as logs", show: perSecond, lines: [rate("written", "ioWriteBytes")] },
  { title: "Threads", show: count, whole: true, lines: [column("live", "threads")] },
];

/** @param {number | null} percent @param {number | null} capacity */
const product = (percent, capacity) => (percent === null || capacity === null ? null : (percent / 100) * capacity);

/** The values to draw: none of a line that is all zero and says nothing. @param {Line} line @param {Live} live */
function values(line, live) {
  const all = line.values(live);
  return line.unlessZero && !all.some((it) => it) ? all.map(() => null) : all;
}

/**
 * Draws a chart. Arrow keys and the pointer move the reading of its legend.
 * @param {Chart} chart
 * @param {() => Mark[]} marks
 * @param {(plot: any) => void} [more] draws more on the canvas
 * @param {() => number | null} [until] end of the time axis; null for the newest sample
 */
export function draw(chart, marks, more, until = () => null) {
  const words = h("p", { class: "soft" });
  const place = h("div", { role: "img", tabindex: 0, class: "plot" });
  const figure = h("figure", {}, h("figcaption", {}, chart.title), place, words);
  /** @type {any} */
  let plot = null;
  /** @type {Live | null} */
  let last = null;
  /** @type {number | null} index of the sample under the pointer */
  let at = null;

  function legend() {
    if (last === null) return;
    const index = at ?? last.at.length - 1;
    const series = chart.lines.map((line) => values(line, /** @type {Live} */ (last)));
    const there = series.map((all) => all.some((it) => it !== null));
    fill(
      words,
      chart.lines.map(
        (line, i) =>
          there[i] && h("span", { class: "key" }, swatch(line, i), `${line.label} ${chart.show(series[i][index] ?? null)} `),
      ),
      !there.includes(true) && "Not available for this target.",
      at !== null && there.includes(true) && h("span", { class: "key at" }, "at " + clock(last.at[index], 1)),
    );
    place.setAttribute("aria-label", `${chart.title}: ${words.textContent}`);
  }
  function read(/** @type {number | null} */ index) {
    at = index === null || last === null || index >= last.at.length - 1 ? null : Math.max(0, index);
    legend();
  }
  place.addEventListener("keydown", (e) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[e.key];
    if (step === undefined || last === null || plot === null) return;
    e.preventDefault();
    const newest = last.at.length - 1;
    const index = Math.min(newest, Math.max(0, (at ?? newest) + step));
    plot.setCursor({ left: plot.valToPos(last.at[index], "x"), top: 10 });
    read(index);
  });
  place.addEventListener("blur", () => read(null));

  /** @param {Live} live */
  function update(live) {
    last = live;
    legend();
    if (!place.isConnected || place.clientWidth === 0) return;
    const data = [live.at, ...chart.lines.map((line) => values(line, live))];
    if (plot === null) {
      plot = new uPlot(options(chart, place.clientWidth, { marks, more, until, read }), data, place);
    } else {
      plot.setData(data);
    }
  }
  const resized = new ResizeObserver(() => plot?.setSize({ width: place.clientWidth, height: HEIGHT }));
  resized.observe(place);
  function end() {
    resized.disconnect();
    plot?.destroy();
    plot = null;
  }
  return { figure, update, end };
}

/** @param {string} name a custom property */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** @param {Line} line @param {number} index */
const token = (line, index) => (line.limit ? "--limit" : `--series-${index + 1}`);

/** @param {Line} line @param {number} index */
function swatch(line, index) {
  const it = h("span", { class: "swatch" });
  it.style.background = `var(${token(line, index)})`;
  return it;
}

/** Ticks at whole KiB, MiB or GiB. */
const BINARY_STEPS = [1, 1024, 1024 ** 2, 1024 ** 3, 1024 ** 4].flatMap((unit) =>
  [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].map((it) => it * unit),
);

const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/** Ticks of time, so close that each chart has several. */
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400];

/** @param {Chart} chart */
const steps = (chart) =>
  chart.whole ? WHOLE_STEPS : chart.show === bytes || chart.show === perSecond ? BINARY_STEPS : undefined;

/** The local time of day; with seconds if ticks are closer than a minute. @param {number} seconds @param {number} step */
const clock = (seconds, step) => new Date(1000 * seconds).toTimeString().slice(0, step < 60 ? 8 : 5);

/** @typedef {{marks: () => Mark[], more?: (plot: any) => void, until: () => number | null, read: (index: number | null) => void}} Hooks */

/** @param {Chart} chart @param {number} width @param {Hooks} on */
function options(chart, width, on) {
  const axis = {
    stroke: colour("--soft"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line"), width: 1 },
  };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: {
        range: (/** @type {any} */ _, /** @type {number} */ min, /** @type {number} */ max) => [
          min,
          Math.max(max, on.until() ?? max),
        ],
      },
      y: {
        range: (/** @type {any} */ _, /** @type {number} */ __, /** @type {number} */ max) => [
          0,
          max > 0 ? (chart.whole ? Math.ceil(1.08 * max) : 1.08 * max) : 1,
        ],
      },
    },
    axes: [
      {
        ...axis,
        space: 56,
        incrs: TIME_STEPS,
        values: (
          /** @type {any} */ _,
          /** @type {number[]} */ ticks,
          /** @type {any} */ __,
          /** @type {any} */ ___,
          /** @type {number} */ step,
        ) => ticks.map((it) => clock(it, step)),
      },
      {
        ...axis,
        size: 80,
        incrs: steps(chart),
        values: (/** @type {any} */ _, /** @type {number[]} */ ticks) => ticks.map((it) => chart.show(it)),
      },
    ],
    series: [
      {},
      ...chart.lines.map((line, i) => ({
        label: line.label,
        stroke: colour(token(line, i)),
        dash: line.limit ? [6, 4] : undefined,
        width: 1.5,
        points: { show: false },
        spanGaps: false,
      })),
    ],
    hooks: {
      draw: [(/** @type {any} */ plot) => drawMarks(plot, on.marks()), (/** @type {any} */ plot) => on.more?.(plot)],
      setCursor: [(/** @type {any} */ plot) => on.read(plot.cursor.left < 0 ? null : plot.cursor.idx)],
    },
  };
}

/** @param {any} plot @param {Mark[]} marks */
function drawMarks(plot, marks) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colour("--soft");
  ctx.fillStyle = colour("--soft");
  ctx.setLineDash([]);
  ctx.lineWidth = devicePixelRatio;
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  ctx.font = `${HEIGHT_OF_TEXT * devicePixelRatio}px system-ui`;
  let free = -Infinity;
  for (const mark of marks.toSorted((a, b) => a.at - b.at)) {
    const x = plot.valToPos(mark.at, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    if (x < free) continue;
    ctx.fillText(mark.text, x + 3, bbox.top + HEIGHT_OF_TEXT * devicePixelRatio);
    free = x + Math.max(LEAST_GAP, ctx.measureText(mark.text).width + 6);
  }
  ctx.restore();
}
