// SPDX-License-Identifier: Apache-2.0
// Class histograms, their difference, and garbage by class.
import { change, get, target } from "./api.js";
import { fill, h } from "./dom.js";
import { age, bytes, count, percent, signed, time } from "./figures.js";
import { described, growthTable, newestDump, stored } from "./growth.js";
import { action, check, choice, isChecked, notice, section, soft, table, value } from "./parts.js";

const SHOWN = 1000;

/** @param {HTMLElement} main @param {AbortSignal} left */
export async function histogram(main, left) {
  const newest = h("div", { "aria-live": "polite" }, soft("Reading the stored histogram…"));
  const show = () =>
    last().then(
      (it) => left.aborted || fill(newest, it),
      (problem) => left.aborted || fill(newest, notice(problem)),
    );
  fill(
    main,
    section(
      "Class histogram",
      action({
        verb: "Take a histogram",
        pauses: true,
        cost: "Stops the application while the heap is walked: about a second per 2 to 5 GiB. “Live objects only” runs a full GC first.",
        inputs: [check("Live objects only (full GC)", "live")],
        run: async (form) => {
          await get("/histogram", { live: isChecked(form, "live"), top: 1, target: target() });
          await show();
          return null;
        },
      }),
      newest,
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
  await show();
}

/** The newest stored histogram, whoever took it. */
async function last() {
  const histogram = await stored(SHOWN);
  if (histogram === null) {
    return soft("No histogram is stored yet. HEAPSIGHT_HISTOGRAM_INTERVAL takes one regularly, rules take one when they fire.");
  }
  const dump = await newestDump(histogram.target);
  return h(
    "div",
    {},
    described(histogram, dump, `Growth is since the one before, ${age(histogram.takenAt.at(-2) ?? "")}.`),
    growthTable(histogram, dump),
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
    it.notes?.map(soft),
    soft(
      `${count(it.totals.unreachable.objects)} objects, ${bytes(it.totals.unreachable.bytes)}: ${percent(it.unreachableRatio)} of the heap was unreachable.`,
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
