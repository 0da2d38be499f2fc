// SPDX-License-Identifier: Apache-2.0
// The breakdown of the container's memory: a bar, a table and the forecast.
import { get, target } from "./api.js";
import { fill, h } from "./dom.js";
import { bytes, duration, percent, time } from "./figures.js";
import { forecastChart } from "./forecast.js";
import { hue, limitInWords, memoryBar, swatch } from "./memorybar.js";
import { section, soft, table } from "./parts.js";

/** @param {HTMLElement} main @param {AbortSignal} left */
export async function memory(main, left) {
  fill(main, soft("Reading /proc…"));
  const view = await get("/memory", { target: target() });
  if (left.aborted) return;
  const chart = forecastChart(view, left);
  fill(main, picture(view), forecast(view, chart.figure), container(view.container), notes(view.notes));
  await chart.update();
}

/** @param {any} view */
function picture(view) {
  const parts = [...view.parts].sort((a, b) => b.residentBytes - a.residentBytes);
  const colour = (/** @type {any} */ part) => swatch(hue(parts.indexOf(part)));
  return section(
    `Resident memory: ${bytes(view.residentBytes)}`,
    soft(`At ${time(view.takenAt)} UTC. The parts add up to the resident memory that the kernel reports (RSS).`),
    soft(limitInWords(view.container)),
    memoryBar(view),
    table(
      [
        { title: "Part", value: (it) => it.part, show: (it, row) => h("span", {}, colour(row), it) },
        { title: "Resident", number: true, value: (it) => it.residentBytes, show: bytes },
        { title: "Share", number: true, value: (it) => it.residentBytes / view.residentBytes, show: percent },
        { title: "Committed", number: true, value: (it) => it.committedBytes, show: bytes },
        { title: "Contents", value: (it) => it.meaning },
        { title: "From", value: (it) => it.source },
      ],
      parts,
      { label: "Parts of the resident memory" },
    ),
  );
}

/** @type {Record<string, string>} */
const VERDICTS = {
  growing: "It grows until memory runs out",
  bounded: "It grows up to a bound",
  "no-trend": "It does not grow",
  unknown: "Not known yet",
};

/** @param {any} it */
const slope = (it) =>
  it.bytesPerSecond === null || it.verdict === "no-trend" ? "" : ` By ${bytes(60 * it.bytesPerSecond)} a minute.`;

/** @param {any} it */
const end = (it) =>
  it.secondsToEnd === null
    ? ""
    : ` ${it.end} is reached in ${duration(it.secondsToEnd)} (${it.secondsToEndInterval.map(duration).join(" to ")}).`;

/** @param {any} view @param {HTMLElement} chart */
function forecast(view, chart) {
  const it = view.forecast;
  return section("Forecast", h("p", {}, `${VERDICTS[it.verdict]}: ${it.because}.${slope(it)}${end(it)}`), chart);
}

/** @param {any} container */
function container(container) {
  if (!container) return null;
  /** @type {[string, number | null][]} */
  const rows = [
    ["Limit", container.limitBytes],
    ["memory.high (throttling)", container.highBytes],
    ["Soft limit", container.softLimitBytes],
    ["memory.min (protected)", container.minBytes],
    ["Usage", container.usageBytes],
    ["Working set", container.workingSetBytes],
    ["Anonymous", container.anonBytes],
    ["Files", container.fileBytes],
    ["Of it shared memory and tmpfs", container.shmemBytes],
    ["Kernel", container.kernelBytes],
    ["Sockets", container.socketBytes],
    ["Swap cache", container.swapCacheBytes],
    ["Other", container.otherBytes],
    ["Swapped out (not part of the usage)", container.swapBytes],
    ["Of it compressed in memory (zswap)", container.zswappedBytes],
    ["Compressed size (part of the kernel's)", container.zswapBytes],
    ["Swap limit", container.swapLimitBytes],
  ];
  return section(
    "Control group",
    table(
      [
        { title: "Figure", value: (it) => it[0] },
        { title: "Bytes", number: true, value: (it) => it[1], show: bytes },
      ],
      rows.filter(([, bytes]) => bytes !== null),
      { label: "Control group" },
    ),
  );
}

/** @param {string[]} notes */
const notes = (notes) =>
  notes.length > 0 &&
  section(
    "Notes",
    h(
      "ul",
      {},
      notes.map((it) => h("li", {}, it)),
    ),
  );
