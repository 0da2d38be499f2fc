// SPDX-License-Identifier: Apache-2.0
// Class histograms, their difference, and garbage by class.
import { change, get, target } from "./api.js";
import { fill, h } from "./dom.js";
import { bytes, count, percent, signed, time } from "./figures.js";
import { action, check, choice, isChecked, section, soft, sparkline, table, value } from "./parts.js";

const KEPT = 20;
/** Bytes by class in the histograms that this page took. @type {Map<string, number>[]} */
const taken = [];

/** @param {HTMLElement} main */
export function histogram(main) {
  fill(
    main,
    section(
      "Class histogram",
      action({
        verb: "Take a histogram",
        pauses: true,
        cost: "Stops the application while the heap is walked: about a second per 2 to 5 GiB. “Live objects only” runs a full GC first.",
        inputs: [check("Live objects only (full GC)", "live")],
        run: async (form) => shown(await get("/histogram", { live: isChecked(form, "live"), top: 1000, target: target() })),
      }),
    ),
    section(
      "Growth by class",
      action({
        verb: "Compare two histograms",
        cost: "Takes two histograms; each stops the application while the heap is walked.",
        inputs: [choice("Seconds between them", "seconds", ["10", "30", "60", "300"])],
        run: async (form) =>
          difference(await get("/histogram/diff", { seconds: value(form, "seconds"), top: 500, target: target() })),
      }),
    ),
    section(
      "Garbage by class",
      action({
        verb: "Count garbage",
        pauses: true,
        cost: "Runs one full GC between two histograms: the application is stopped during both histograms and the GC.",
        run: async () => garbage(await change("POST", "/garbage", { top: 500, target: target() })),
      }),
    ),
  );
}

/** @param {any} it */
function shown(it) {
  taken.push(new Map(it.classes.map((/** @type {any} */ c) => [c.name, c.bytes])));
  if (taken.length > KEPT) taken.shift();
  return h(
    "div",
    {},
    soft(
      `${count(it.totals.instances)} objects, ${bytes(it.totals.bytes)}, at ${time(it.takenAt)} UTC${it.live ? ", live objects only" : ""}.`,
    ),
    table(
      [
        { title: "Class", value: (c) => c.name },
        { title: "Instances", number: true, value: (c) => c.instances, show: count },
        { title: "Bytes", number: true, value: (c) => c.bytes, show: count },
        { title: "Share", number: true, value: (c) => c.bytes / it.totals.bytes, show: percent },
        {
          title: "Trend",
          value: (c) => c.bytes,
          show: (_, c) => (taken.length > 1 ? sparkline(taken.map((seen) => seen.get(c.name) ?? 0)) : "one histogram so far"),
        },
      ],
      it.classes,
      { label: "Classes", filter: (c) => c.name },
    ),
  );
}

/** @param {any} it */
function difference(it) {
  return h(
    "div",
    {},
    soft(
      `From ${time(it.base.takenAt)} to ${time(it.candidate.takenAt)} UTC: ${signed(it.change.instances, count)} objects, ${signed(it.change.bytes, bytes)}.`,
    ),
    table(
      [
        { title: "Class", value: (c) => c.name },
        {
          title: "Change",
          number: true,
          value: (c) => c.bytesChange,
          show: (n) => h("span", { class: n > 0 ? "up" : "down" }, signed(n, count)),
        },
        { title: "Instances", number: true, value: (c) => c.instancesChange, show: (n) => signed(n, count) },
        { title: "Bytes now", number: true, value: (c) => c.bytes, show: count },
      ],
      it.classes,
      { label: "Growth by class", filter: (c) => c.name },
    ),
  );
}

/** @param {any} it */
function garbage(it) {
  return h(
    "div",
    {},
    soft(
      `${count(it.totals.unreachable.objects)} objects, ${bytes(it.totals.unreachable.bytes)}: ${percent(it.unreachableRatio)} of the heap was garbage.`,
    ),
    table(
      [
        { title: "Class", value: (c) => c.name },
        { title: "Garbage, bytes", number: true, value: (c) => c.unreachableBytes, show: count },
        { title: "Objects", number: true, value: (c) => c.unreachableObjects, show: count },
        { title: "Live, bytes", number: true, value: (c) => c.liveBytes, show: count },
      ],
      it.classes,
      { label: "Garbage by class", filter: (c) => c.name },
    ),
  );
}
