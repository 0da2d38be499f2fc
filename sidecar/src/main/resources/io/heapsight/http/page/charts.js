// SPDX-License-Identifier: Apache-2.0
// Line charts of live samples, by uPlot, with marks of events.
import { fill, h } from "./dom.js";
import { bytes, count, percent } from "./figures.js";

/** @type {any} */
const uPlot = /** @type {any} */ (window).uPlot;

const HEIGHT = 170;

/**
 * @typedef {object} Line
 * @property {string} label
 * @property {(live: import("./live.js").Live) => (number | null)[]} values
 * @property {string} [colour] a custom property of the style
 * @property {boolean} [limit] drawn dashed
 */
/**
 * @typedef {object} Chart
 * @property {string} title
 * @property {(value: number | null) => string} show
 * @property {Line[]} lines
 */
/** @typedef {{at: number, text: string}} Mark */

/** @param {string} label @param {string} field @param {boolean} [limit] @returns {Line} */
const column = (label, field, limit = false) => ({ label, limit, values: (live) => live.columns[field] });
/** @param {string} label @param {string} field @returns {Line} */
const rate = (label, field) => ({ label, values: (live) => live.rate(field) });
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
      rate("throttled, seconds per second", "containerCpuThrottledSeconds"),
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
  { title: "Allocation", show: perSecond, lines: [rate("allocated", "allocatedBytes"), rate("promoted", "promotedBytes")] },
  { title: "Output, such as logs", show: perSecond, lines: [rate("written", "ioWriteBytes")] },
  { title: "Threads", show: count, lines: [column("live", "threads")] },
];

/** @param {number | null} percent @param {number | null} capacity */
const product = (percent, capacity) => (percent === null || capacity === null ? null : (percent / 100) * capacity);

/**
 * Draws a chart; returns a function that redraws it.
 * @param {Chart} chart
 * @param {() => Mark[]} marks
 */
export function draw(chart, marks) {
  const words = h("p", { class: "soft" });
  const place = h("div", { role: "img" });
  const figure = h("figure", {}, h("figcaption", {}, chart.title), place, words);
  /** @type {any} */
  let plot = null;

  /** @param {import("./live.js").Live} live */
  function update(live) {
    const series = chart.lines.map((line) => line.values(live));
    const there = chart.lines.map((_, i) => series[i].some((it) => it !== null));
    fill(
      words,
      chart.lines.map(
        (line, i) =>
          there[i] && h("span", { class: "key" }, swatch(line, i), `${line.label} ${chart.show(series[i].at(-1) ?? null)} `),
      ),
      !there.includes(true) && "Not available for this target.",
    );
    place.setAttribute("aria-label", `${chart.title}: ${words.textContent}`);
    if (!place.isConnected || place.clientWidth === 0) return;
    const data = [live.at, ...series];
    if (plot === null) {
      plot = new uPlot(options(chart, place.clientWidth, marks), data, place);
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

/** @param {string} name */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

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

/** @param {Chart} chart @param {number} width @param {() => Mark[]} marks */
function options(chart, width, marks) {
  const axis = {
    stroke: colour("--soft"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line"), width: 1 },
  };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false },
    scales: {
      y: { range: (/** @type {any} */ _, /** @type {number} */ __, /** @type {number} */ max) => [0, max > 0 ? 1.08 * max : 1] },
    },
    axes: [
      {
        ...axis,
        space: 70,
        values: (/** @type {any} */ _, /** @type {number[]} */ ticks) =>
          ticks.map((it) => new Date(1000 * it).toTimeString().slice(0, 8)),
      },
      {
        ...axis,
        size: 80,
        incrs: chart.show === bytes || chart.show === perSecond ? BINARY_STEPS : undefined,
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
    hooks: { draw: [(/** @type {any} */ plot) => drawMarks(plot, marks())] },
  };
}

/** @param {any} plot @param {Mark[]} marks */
function drawMarks(plot, marks) {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colour("--soft");
  ctx.fillStyle = colour("--soft");
  ctx.font = `${10 * devicePixelRatio}px system-ui`;
  for (const mark of marks) {
    const x = plot.valToPos(mark.at, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.fillText(mark.text, x + 3, bbox.top + 10 * devicePixelRatio);
  }
  ctx.restore();
}
