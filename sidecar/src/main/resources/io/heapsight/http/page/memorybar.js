// SPDX-License-Identifier: Apache-2.0
// One stacked bar of a container's memory, up to its limit.
import { h } from "./dom.js";
import { bytes } from "./figures.js";

/** @typedef {{name: string, bytes: number, colour: string}} Piece */

const LEAST_SHARE = 0.02;

/** The colour of a part, the same in bar and table. @param {number} rank by size */
export const hue = (rank) => `hsl(${(rank * 47) % 360} 45% 55%)`;

/** @param {any} view memory of a target, as in GET /memory */
export function memoryBar(view) {
  const container = view.container;
  const limit = container.effectiveLimitBytes;
  const all = pieces(view, limit);
  const whole = all.reduce((sum, it) => sum + it.bytes, 0);
  const bar = h("div", { class: "bar", role: "img", "aria-label": all.map((it) => `${it.name} ${bytes(it.bytes)}`).join(", ") });
  for (const it of all) {
    const piece = h("span", { title: `${it.name}: ${bytes(it.bytes)}` });
    piece.style.flex = `${it.bytes / whole} 0 0`;
    piece.style.background = it.colour;
    bar.append(piece);
  }
  return h(
    "div",
    {},
    bar,
    h(
      "p",
      { class: "soft keys" },
      all.map((it) => h("span", { class: "key" }, swatch(it.colour), `${it.name} ${bytes(it.bytes)}`)),
    ),
  );
}

/** The parts, the largest first, then what can be reclaimed, then what is free. @param {any} view @param {number | null} limit @returns {Piece[]} */
function pieces(view, limit) {
  const { usageBytes, workingSetBytes } = view.container;
  const resident = view.residentBytes ?? 0;
  const parts = [...view.parts].sort((a, b) => b.residentBytes - a.residentBytes);
  const whole = Math.max(limit ?? 0, resident);
  const shown = parts.filter((it) => it.residentBytes >= LEAST_SHARE * whole);
  const small = parts.slice(shown.length).reduce((sum, it) => sum + it.residentBytes, 0);
  /** @type {Piece[]} */
  const all = shown.map((it, i) => ({ name: it.part, bytes: it.residentBytes, colour: hue(i) }));
  all.push({ name: "other parts", bytes: small, colour: hue(shown.length) });
  if (limit !== null && usageBytes !== null) {
    const held = Math.max(resident, workingSetBytes ?? 0);
    all.push({ name: "other charged memory", bytes: held - resident, colour: "var(--soft)" });
    all.push({ name: "page cache, reclaimable", bytes: usageBytes - held, colour: "var(--bar)" });
  }
  const used = all.reduce((sum, it) => sum + Math.max(0, it.bytes), 0);
  if (limit !== null) all.push({ name: "free below the limit", bytes: limit - used, colour: "var(--line)" });
  return all.filter((it) => it.bytes > 0);
}

/** @param {string} colour */
export function swatch(colour) {
  const it = h("span", { class: "swatch" });
  it.style.background = colour;
  return it;
}

/** @param {any} container */
export function limitInWords(container) {
  if (container.effectiveLimitBytes === null) return "The container has no limit.";
  const name =
    container.effectiveLimitBytes === container.limitBytes ? "the limit" : "memory.high, where the kernel throttles it";
  return `${bytes(container.workingSetBytes)} of ${name}, ${bytes(container.effectiveLimitBytes)}, are in use.`;
}
