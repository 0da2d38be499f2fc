// SPDX-License-Identifier: Apache-2.0
// The breakdown of the container's memory: a bar, a table and the forecast.
import { get, target } from "./api.js";
import { fill, h } from "./dom.js";
import { bytes, duration, percent, time } from "./figures.js";
import { section, soft, table } from "./parts.js";

/** @param {HTMLElement} main @param {AbortSignal} left */
export async function memory(main, left) {
  fill(main, soft("Reading /proc…"));
  const view = await get("/memory", { target: target() });
  if (left.aborted) return;
  fill(main, picture(view), forecast(view), container(view.container), notes(view.notes));
}

/** @param {any} view */
function picture(view) {
  const hue = (/** @type {number} */ i) => `hsl(${(i * 47) % 360} 45% 55%)`;
  const parts = [...view.parts].sort((a, b) => b.residentBytes - a.residentBytes);
  const bar = h("div", {
    class: "bar",
    role: "img",
    "aria-label": `${bytes(view.residentBytes)} resident; see the table for the parts`,
  });
  parts.forEach((part, i) => {
    const piece = h("span", { title: `${part.part}: ${bytes(part.residentBytes)}` });
    piece.style.flex = `${part.residentBytes} 0 0`;
    piece.style.background = hue(i);
    bar.append(piece);
  });
  const swatch = (/** @type {any} */ part) => {
    const it = h("span", { class: "swatch" });
    it.style.background = hue(parts.indexOf(part));
    return it;
  };
  return section(
    `Resident memory: ${bytes(view.residentBytes)}`,
    soft(`At ${time(view.takenAt)} UTC. The parts add up to the resident memory that the kernel reports (RSS).`),
    bar,
    table(
      [
        { title: "Part", value: (it) => it.part, show: (it, row) => h("span", {}, swatch(row), it) },
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

/** @param {any} view */
function forecast(view) {
  const it = view.forecast;
  if (!it) return null;
  return section(
    "Forecast",
    h(
      "p",
      {},
      it.secondsToLimit === null
        ? `${it.verdict}: ${it.because ?? ""}`
        : `${it.verdict}: ${it.because ?? ""}, by ${bytes(it.bytesPerSecond)}/s. The limit is reached in ${duration(it.secondsToLimit)}.`,
    ),
  );
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
    ["Kernel", container.kernelBytes],
    ["Sockets", container.socketBytes],
    ["Swap cache", container.swapCacheBytes],
    ["Other", container.otherBytes],
    ["Swapped out (not part of the usage)", container.swapBytes],
    ["Swap limit", container.swapLimitBytes],
  ];
  return section(
    "Control group",
    table(
      [
        { title: "Figure", value: (it) => it[0] },
        { title: "Bytes", number: true, value: (it) => it[1], show: bytes },
      ],
      rows,
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
