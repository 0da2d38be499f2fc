// SPDX-License-Identifier: Apache-2.0
// Is it the collector? The verdict, findings with their evidence, pauses by cause.
import { get, target } from "./api.js";
import { fill, h } from "./dom.js";
import { bytes, count, duration, percent, time } from "./figures.js";
import { copyable, section, soft, table } from "./parts.js";

/** @param {HTMLElement} main @param {AbortSignal} left */
export async function collections(main, left) {
  fill(main, soft("Reading the last hour…"));
  const it = await get("/gc", { target: target() });
  if (left.aborted) return;
  fill(
    main,
    section(
      "Is it the collector?",
      h("p", {}, it.verdict),
      h("div", { class: "cards" }, it.findings.map(finding)),
      facts(it),
      it.notes?.map(soft),
    ),
    section("Pauses by cause", it.causes.length === 0 ? soft("No pause since the sidecar sees the target.") : causes(it.causes)),
    it.lastPauses.length > 0 && section("Last pauses", last(it.lastPauses)),
  );
}

/** @param {any} it */
function finding(it) {
  return h(
    "article",
    { class: "card " + (it.severity === "information" ? "" : "wrong") },
    h("h3", {}, it.conclusion),
    h("p", { class: "soft" }, it.evidence.join("; ")),
    h("p", {}, it.remedy),
    it.change && it.change !== "-Xmx" && copyable(it.change),
  );
}

/** @param {any} it */
function facts(it) {
  /** @type {[string, string][]} */
  const all = [
    ["Time in pauses", percent(it.overhead.wallRatio)],
    ["Worst minute", percent(it.overhead.worstMinuteWallRatio)],
    ["Share of the CPU time", percent(it.overhead.cpuRatio)],
    ["Longest pause", duration(it.pauses.longestSeconds)],
    ["Live set", `${bytes(it.heap.liveBytes)} of ${bytes(it.heap.maxBytes)}`],
    ["Allocated", bytes(it.heap.allocatedBytesPerSecond) + "/s"],
    ["Full collections", count(it.fullCollections.count)],
  ];
  return h(
    "dl",
    {},
    all.map(([title, value]) => h("div", { class: "key" }, h("dt", {}, title), h("dd", {}, value))),
  );
}

/** @param {any[]} all */
function causes(all) {
  return table(
    [
      { title: "Cause", value: (it) => it.cause },
      { title: "Collector", value: (it) => it.collector },
      { title: "Pauses", number: true, value: (it) => it.count, show: count },
      { title: "Time", number: true, value: (it) => it.seconds, show: duration },
    ],
    all,
    { label: "Pauses by cause" },
  );
}

/** @param {any[]} all */
function last(all) {
  return table(
    [
      { title: "At (UTC)", value: (it) => it.at, show: time },
      { title: "Pause", number: true, value: (it) => it.seconds, show: duration },
      { title: "Cause", value: (it) => it.cause },
      { title: "Collector", value: (it) => it.collector },
    ],
    all.toReversed(),
    { label: "Last pauses" },
  );
}
