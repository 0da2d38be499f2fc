// SPDX-License-Identifier: Apache-2.0
// Profiles: a form to take one, the list, methods, flame graphs and comparisons.
import { download, get } from "./api.js";
import { fill, h } from "./dom.js";
import { bytes, count, percent } from "./figures.js";
import { keptFiles } from "./kept.js";
import { action, choice, input, page, section, soft, table, value } from "./parts.js";

const PATH = "/profiles";

/** @param {HTMLElement} main @param {AbortSignal} left */
export async function profiles(main, left) {
  const kept = h("div", {});
  fill(
    main,
    kept,
    section(
      "Compare two profiles",
      action({
        verb: "Compare",
        cost: "Reads stored profiles, without effect on the target.",
        inputs: [input("Base", "base", { required: true }), input("Candidate", "candidate", { required: true })],
        run: async (form) => difference(value(form, "base"), value(form, "candidate")),
      }),
    ),
  );
  await keptFiles(kept, left, {
    title: "Profiles",
    path: PATH,
    verb: "Profile",
    cost: "Loads async-profiler into the JVM, and samples it: a few per cent of its CPU. All events but cpu require HEAPSIGHT_PROFILER=true.",
    inputs: [
      choice("Event", "event", ["cpu", "alloc", "lock", "wall", "live", "nativemem"]),
      choice("Seconds", "seconds", ["10", "30", "60", "300"]),
    ],
    parameters: (form) => ({ event: value(form, "event"), seconds: value(form, "seconds") }),
    takenAt: "startedAt",
    opens: () => true,
    columns: [
      { title: "ID", value: (it) => it.id },
      { title: "Event", value: (it) => it.event },
      { title: "Seconds", number: true, value: (it) => it.seconds },
      { title: "Samples", number: true, value: (it) => it.samples, show: count },
      { title: "Size", number: true, value: (it) => it.bytes, show: bytes },
    ],
    buttons: (it, button) => [button("Download", () => download(`${PATH}/${it.id}/jfr`, it.id + ".jfr"))],
  });
}

/** @param {HTMLElement} main @param {AbortSignal} left @param {string} id */
export async function profile(main, left, id) {
  fill(main, soft("Reading the profile…"));
  const path = `${PATH}/${id}`;
  const it = await get(path);
  if (left.aborted) return;
  fill(
    main,
    section(
      `${it.event} profile ${it.profile}`,
      h(
        "p",
        {},
        `${count(it.samples)} samples by ${it.engine}; ${count(it.weight)} ${it.unit}. `,
        page(path, id + ".html", "Flame graph"),
      ),
      table(
        [
          { title: "Method", value: (f) => f.name },
          { title: "Self", number: true, value: (f) => f.selfShare, show: percent },
          { title: "With callees", number: true, value: (f) => f.totalShare, show: percent },
        ],
        it.frames,
        { label: "Methods", filter: (f) => f.name },
      ),
      action({
        verb: "Share of a package",
        cost: "Samples with a method of the package anywhere on the stack.",
        inputs: [input("Package", "package", { required: true, placeholder: "com.acme" })],
        run: async (form) => {
          const of = (await get(path, { package: value(form, "package") })).package;
          return h("p", {}, `${of.name}: ${percent(of.share)}, ${count(of.weight)} ${it.unit}.`);
        },
      }),
    ),
  );
}

/** @param {string} base @param {string} candidate */
async function difference(base, candidate) {
  const path = PATH + "/diff";
  const it = await get(path, { base, candidate });
  return h(
    "div",
    {},
    h(
      "p",
      {},
      it.changed === 0 ? "No method has changed by more than chance. " : `${count(it.changed)} methods have changed. `,
      page(path, "difference.html", "Differential flame graph", { base, candidate }),
    ),
    table(
      [
        { title: "Method", value: (f) => f.name },
        { title: "Base", number: true, value: (f) => f.base, show: percent },
        { title: "Candidate", number: true, value: (f) => f.candidate, show: percent },
        { title: "Change", number: true, value: (f) => f.change, show: percent },
        { title: "95 % interval", value: (f) => f.interval[0], show: (_, f) => f.interval.map(percent).join(" to ") },
        { title: "Verdict", value: (f) => f.verdict },
      ],
      it.frames,
      { label: "Difference of profiles", filter: (f) => f.name },
    ),
  );
}
