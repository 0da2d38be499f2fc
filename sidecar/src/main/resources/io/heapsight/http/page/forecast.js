// SPDX-License-Identifier: Apache-2.0
// The forecast of memory as a chart: the past, and a cone to the bound with the interval of its time.
import { colour, draw } from "./charts.js";
import { fill, h } from "./dom.js";
import { bytes } from "./figures.js";
import { Live } from "./live.js";
import { happened, timeLine } from "./marks.js";
import { notice } from "./parts.js";
import { rangeBar } from "./range.js";

const SECONDS = 3600;
/** The future takes at most this many times the past. */
const MOST_FUTURE = 2;

/** @param {any} view memory of a target, as in GET /memory @param {AbortSignal} left */
export function forecastChart(view, left) {
  const live = new Live(SECONDS);
  /** @type {import("./marks.js").Mark[]} */
  let events = [];
  const bar = rangeBar(left, () => live.at[0] ?? 0);
  const cone = coneOf(view.forecast, () => live);
  const ofHeap = view.forecast.end === "-Xmx" || view.container.effectiveLimitBytes === null;
  const fields = ofHeap
    ? [
        ["heap in use", "heapUsedBytes"],
        ["maximum", "heapMaxBytes"],
      ]
    : [
        ["usage", "containerMemoryUsageBytes"],
        ["limit", "containerMemoryLimitBytes"],
      ];
  const chart = draw(
    {
      title: ofHeap ? "Heap, and its forecast" : "Container memory, and its forecast",
      show: bytes,
      lines: fields.map(([label, field], i) => ({ label, limit: i === 1, values: (it) => it.columns[field] })),
    },
    () => timeLine(live, events),
    (plot) => cone && drawCone(plot, cone(ofHeap)),
    () => cone && Math.min(cone(ofHeap).late, last(live) + MOST_FUTURE * past(live)),
  );
  left.addEventListener("abort", chart.end);
  return {
    figure: h("div", {}, bar.element, chart.figure),
    async update() {
      try {
        [events] = await Promise.all([happened(), live.update()]);
      } catch (problem) {
        fill(chart.figure, notice(problem)); // the memory is still shown
        return;
      }
      if (!left.aborted) chart.update(live);
    },
  };
}

/** @param {Live} live */
const last = (live) => live.at.at(-1) ?? 0;
/** @param {Live} live */
const past = (live) => last(live) - (live.at[0] ?? 0);

/**
 * The cone of a forecast that has an end: from the level now to the bound.
 * @param {any} forecast
 * @param {() => Live} live
 */
function coneOf(forecast, live) {
  if (forecast.secondsToEnd === null || forecast.bytesPerSecond === null) return null;
  const [early, late] = forecast.secondsToEndInterval;
  return (/** @type {boolean} */ ofHeap) => {
    const bound = ofHeap ? live().now("heapMaxBytes") : live().now("containerMemoryLimitBytes");
    const top = bound ?? forecast.endBytes;
    const now = last(live());
    return {
      now,
      from: top - forecast.bytesPerSecond * forecast.secondsToEnd,
      top,
      early: now + early,
      middle: now + forecast.secondsToEnd,
      late: now + late,
    };
  };
}

/** @param {any} plot @param {{now: number, from: number, top: number, early: number, middle: number, late: number}} it */
function drawCone(plot, it) {
  const { ctx, bbox } = plot;
  const x = (/** @type {number} */ at) => plot.valToPos(at, "x", true);
  const y = (/** @type {number} */ value) => plot.valToPos(value, "y", true);
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.fillStyle = colour("--bar");
  ctx.globalAlpha = 0.6;
  ctx.beginPath();
  ctx.moveTo(x(it.now), y(it.from));
  ctx.lineTo(x(it.early), y(it.top));
  ctx.lineTo(x(it.late), y(it.top));
  ctx.closePath();
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.strokeStyle = colour("--accent");
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(x(it.now), y(it.from));
  ctx.lineTo(x(it.middle), y(it.top));
  ctx.stroke();
  ctx.restore();
}
