// SPDX-License-Identifier: Apache-2.0
// Line charts of live samples, by uPlot, with marks of events and the chosen range.
import { fill, h, svg, visible } from "./dom.js";
import { bytes, count, percent } from "./figures.js";
import { axisStart, label, near } from "./marks.js";
import { choose, chosen, onChange } from "./range.js";
import { LEAST_DRAG, listenToFingers } from "./touch.js";

/** @type {any} */
const uPlot = /** @type {any} */ (window).uPlot;

const HEIGHT = 180;
const HEIGHT_OF_TEXT = 10;
/** Texts of marks that are near each other are on several lines; further ones are only read under the pointer. */
const TEXT_LINES = 3;
/** Height of a band, which is a mark with an end. */
const BAND = 4;

/** On paper, lines are black and differ by their dashes. */
const paper = matchMedia("print");
const STYLES = [paper, matchMedia("(prefers-color-scheme: dark)")];
const DASHES = [[], [7, 3], [2, 3], [8, 3, 2, 3], [1, 6]];
const LIMIT = [6, 4];

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
 * Draws a chart. Arrow keys and the pointer move the reading of its legend; with Shift, and by dragging, they choose a range.
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
  /** @type {number | null} time at which keys began a range */
  let anchor = null;
  const left = new AbortController();

  function legend() {
    if (last === null) return;
    const index = at ?? last.at.length - 1;
    const series = chart.lines.map((line) => values(line, /** @type {Live} */ (last)));
    const there = series.map((all) => all.some((it) => it !== null));
    const events = at === null ? [] : near(marks(), last, index);
    fill(
      words,
      chart.lines.map(
        (line, i) =>
          there[i] && h("span", { class: "key" }, swatch(line, i), `${line.label} ${chart.show(series[i][index] ?? null)} `),
      ),
      !there.includes(true) && "Not available for this target.",
      at !== null &&
        there.includes(true) &&
        h("span", { class: "key at" }, ["at " + clock(last.at[index], 1), ...events].join(", ")),
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
    const before = at ?? newest;
    const index = Math.min(newest, Math.max(0, before + step));
    if (e.shiftKey) {
      anchor ??= last.at[before];
      const [from, to] = [anchor, last.at[index]].sort((a, b) => a - b);
      choose(from < to ? { from, to } : null);
    } else {
      anchor = null;
    }
    plot.setCursor({ left: plot.valToPos(last.at[index], "x"), top: 10 });
    read(index);
  });
  place.addEventListener("blur", () => {
    anchor = null;
    read(null);
  });

  /** @param {Live} live */
  function update(live) {
    last = live;
    legend();
    if (!place.isConnected || place.clientWidth === 0) return;
    const data = [live.at, ...chart.lines.map((line) => values(line, live))];
    if (plot === null) {
      const since = () => axisStart(/** @type {Live} */ (last), marks());
      plot = new uPlot(options(chart, place.clientWidth, { marks, more, since, until, read }), data, place);
    } else {
      plot.setData(data);
    }
  }
  const resized = new ResizeObserver(() => plot?.setSize({ width: place.clientWidth, height: HEIGHT }));
  resized.observe(place);
  function restyle() {
    plot?.destroy();
    plot = null;
    if (last !== null) update(last);
  }
  STYLES.forEach((it) => it.addEventListener("change", restyle, { signal: left.signal }));
  onChange(() => plot?.redraw(false), left.signal);
  function end() {
    left.abort();
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
const dash = (line, index) => (line.limit ? LIMIT : paper.matches ? DASHES[index % DASHES.length] : []);

/** @param {Line} line @param {number} index */
function swatch(line, index) {
  const stroke = svg("line", { x1: 0, y1: 5, x2: 20, y2: 5, "stroke-width": 3, "stroke-dasharray": dash(line, index).join(" ") });
  /** @type {any} */ (stroke).style.stroke = `var(${token(line, index)})`;
  return svg("svg", { class: "swatch line", viewBox: "0 0 20 10", "aria-hidden": "true" }, stroke);
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

/** @typedef {{marks: () => Mark[], more?: (plot: any) => void, since: () => number, until: () => number | null, read: (index: number | null) => void}} Hooks */

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
    padding: [null, 24, null, null], // for the last time
    legend: { show: false },
    cursor: { y: false, drag: { x: true, y: false, setScale: false, dist: LEAST_DRAG } },
    scales: {
      x: {
        range: (/** @type {any} */ _, /** @type {number} */ min, /** @type {number} */ max) => [
          Math.min(min, on.since()),
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
        dash: dash(line, i),
        width: 1.5,
        points: { show: false },
        spanGaps: false,
      })),
    ],
    hooks: {
      ready: [(/** @type {any} */ plot) => listenToFingers(plot, dragged)],
      drawClear: [drawRange],
      draw: [(/** @type {any} */ plot) => drawMarks(plot, on.marks()), (/** @type {any} */ plot) => on.more?.(plot)],
      setSelect: [dragged],
      setCursor: [(/** @type {any} */ plot) => on.read(plot.cursor.left < 0 ? null : plot.cursor.idx)],
    },
  };
}

/** Chooses the range that was dragged. @param {any} plot */
function dragged(plot) {
  const { left, width } = plot.select;
  if (width <= 0) return;
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  choose({ from: plot.posToVal(left, "x"), to: plot.posToVal(left + width, "x") });
}

/** Draws the chosen range behind the lines. @param {any} plot */
function drawRange(plot) {
  const range = chosen();
  if (range === null) return;
  const { ctx, bbox } = plot;
  const [from, to] = edges(plot, range.from, range.to);
  if (to <= from) return;
  ctx.save();
  ctx.fillStyle = colour("--bar");
  ctx.fillRect(from, bbox.top, to - from, bbox.height);
  ctx.restore();
}

/** Two times on the canvas, cut at the edges of the chart. @param {any} plot @param {number} from @param {number} to */
function edges({ bbox, scales, valToPos }, from, to) {
  const cut = (/** @type {number} */ it) => Math.min(scales.x.max, Math.max(scales.x.min, it));
  return [from, to].map((it) => Math.min(bbox.left + bbox.width, valToPos(cut(it), "x", true)));
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
  const free = Array(TEXT_LINES).fill(-Infinity);
  for (const mark of marks.toSorted((a, b) => a.at - b.at)) {
    if (mark.to !== undefined) drawBand(plot, mark.at, mark.to, mark.row ?? 0);
    const x = plot.valToPos(mark.at, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const text = visible(label(mark));
    const width = ctx.measureText(text).width;
    const from = Math.min(x + 3, ctx.canvas.width - width);
    const line = free.findIndex((it) => it <= from);
    if (line === -1) continue;
    ctx.fillText(text, from, bbox.top + (line + 1) * HEIGHT_OF_TEXT * devicePixelRatio);
    free[line] = from + width + 6;
  }
  ctx.restore();
}

/** Draws a mark with an end at the foot of the chart. @param {any} plot @param {number} at @param {number} to @param {number} row from below */
function drawBand(plot, at, to, row) {
  const { ctx, bbox } = plot;
  const [from, end] = edges(plot, at, to);
  if (end <= from) return;
  const height = BAND * devicePixelRatio;
  ctx.save();
  ctx.globalAlpha = 0.6;
  ctx.fillRect(from, bbox.top + bbox.height - (row + 1) * (height + 1), end - from, height);
  ctx.restore();
}
