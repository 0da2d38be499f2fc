// SPDX-License-Identifier: Apache-2.0
// Heap dumps: a form to take one, the list, analyses and summaries.
import { change, download, get, view as addressOf } from "./api.js";
import { fill, h } from "./dom.js";
import { explorer, ways } from "./explorer.js";
import { bytes, count, percent, time } from "./figures.js";
import { classLink } from "./heaprows.js";
import { keptFiles } from "./kept.js";
import { check, follow, isChecked, page, section, soft, table } from "./parts.js";
import { treemap } from "./treemap.js";

const PATH = "/heapdumps";

/** @param {HTMLElement} main @param {AbortSignal} left */
export const heapdumps = (main, left) =>
  keptFiles(main, left, {
    title: "Heap dumps",
    path: PATH,
    verb: "Take a heap dump",
    pauses: true,
    cost: "Pauses the application while the JVM writes the dump: a second or two per GiB of heap. The file stays in the sidecar's data folder.",
    inputs: [
      check("Live objects only (full GC)", "live"),
      check("Store compressed", "gzip"),
      check("Analyse it", "analyze", true),
    ],
    parameters: (form) => ({
      live: isChecked(form, "live"),
      gzip: isChecked(form, "gzip"),
      analyze: isChecked(form, "analyze"),
    }),
    takenAt: "takenAt",
    opens: (it) => it.summary,
    columns: [
      { title: "Size", number: true, value: (it) => it.bytes, show: bytes },
      { title: "Objects", value: (it) => (it.live ? "live" : "all") },
    ],
    buttons: (it, button, place) => [
      !it.summary && button("Analyse", async () => follow(await change("POST", `${PATH}/${it.id}/analysis`), place)),
      button("Download", () => download(`${PATH}/${it.id}`, it.id + ".hprof")),
      button("Download redacted", () => download(`${PATH}/${it.id}`, it.id + ".redacted.hprof.gz", { redact: true })),
    ],
  });

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} left
 * @param {string} id
 * @param {string} [view] of the heap explorer; if missing, the summary
 * @param {string} [of] subject of the view
 */
export async function heapdump(main, left, id, view, of) {
  if (view) return explorer(main, left, id, view, of);
  fill(main, soft("Reading the summary…"));
  const path = `/heapdumps/${id}/summary`;
  const [it, kept] = await Promise.all([get(path), get(PATH)]);
  if (left.aborted) return;
  const dump = kept.heapdumps.find((/** @type {any} */ each) => each.id === id);
  const whole = it.totals.reachable.bytes;
  fill(
    main,
    ways(id, ""),
    dump && h("h2", {}, `Heap dump of ${dump.target.name}, ${time(dump.takenAt)} UTC`),
    section(
      "What is wrong",
      it.findings.length === 0 && soft("No findings."),
      h(
        "ol",
        {},
        it.findings.map((/** @type {any} */ f) =>
          h("li", {}, h("strong", {}, f.text), " ", h("span", { class: "soft" }, f.remedy)),
        ),
      ),
      it.warnings.map(soft),
      it.skipped.map((/** @type {any} */ s) => h("p", { class: "up" }, `Skipped: ${s.phase}: ${s.reason}`)),
      h("p", {}, page(path, id + ".html", "The full report")),
    ),
    section(
      "Totals",
      h(
        "p",
        {},
        `${count(it.totals.all.objects)} objects, ${bytes(it.totals.all.bytes)}; reachable ${bytes(whole)}; `,
        `garbage ${bytes(it.garbage.atLeast.bytes)} to ${bytes(it.garbage.atMost.bytes)} (${percent(it.garbage.atMost.bytes / it.totals.all.bytes)}).`,
      ),
    ),
    section("Retained sizes", it.biggest.length > 0 ? treemap(it.biggest, whole) : soft("The phase was skipped.")),
    section(
      "Suspects",
      it.suspects.length === 0 && soft("None."),
      it.suspects.map((/** @type {any} */ s, /** @type {number} */ index) =>
        h(
          "details",
          { open: index === 0 },
          h("summary", {}, `${count(s.instances)} × ${s.class}: ${bytes(s.retainedBytes)}, ${percent(s.share)}`),
          chain(id, s.path),
          h(
            "p",
            {},
            h("a", { href: addressOf(`/heapdumps/${id}/paths/${encodeURIComponent(s.class)}`) }, "All paths to " + s.class),
          ),
        ),
      ),
    ),
    classes(id, it),
    section(
      "Garbage by its roots",
      table(
        [
          { title: "Class of the root", value: (g) => g.class, show: (name) => classLink(id, name) },
          { title: "Roots", number: true, value: (g) => g.roots, show: count },
          { title: "Objects", number: true, value: (g) => g.objects, show: count },
          { title: "Bytes", number: true, value: (g) => g.bytes, show: count },
        ],
        it.garbageRootClasses ?? [],
        { label: "Garbage by its roots" },
      ),
    ),
    section(
      "Threads",
      it.threads.map((/** @type {any} */ thread) =>
        h(
          "details",
          {},
          h("summary", {}, `${thread.name}: ${bytes(thread.retainedBytes)}`),
          h(
            "ul",
            {},
            thread.locals.map((/** @type {any} */ l) =>
              h("li", {}, classLink(id, l.class), ` in ${l.frame}: ${bytes(l.retainedBytes)}`),
            ),
          ),
        ),
      ),
    ),
  );
}

/** The holders of a suspect, drawn from the GC root down. @param {string} dump @param {any[]} path */
function chain(dump, path) {
  return h(
    "ol",
    { class: "chain" },
    path
      .toReversed()
      .map((step) =>
        h(
          "li",
          {},
          step.root && h("span", { class: "soft" }, `${step.root} `),
          h("a", { href: addressOf(`/heapdumps/${dump}/objects/${step.address}`) }, step.class),
          step.via && h("span", { class: "soft" }, ` .${step.via}`),
        ),
      ),
  );
}

/** @param {string} dump @param {any} it */
function classes(dump, it) {
  return section(
    "Classes",
    table(
      [
        { title: "Class", value: (c) => c.name, show: (name) => classLink(dump, name) },
        { title: "Objects", number: true, value: (c) => c.objects, show: count },
        { title: "Bytes", number: true, value: (c) => c.bytes, show: count },
        { title: "Retained", number: true, value: (c) => c.retainedBytes, show: count },
        { title: "Garbage, bytes", number: true, value: (c) => c.garbageBytes, show: count },
      ],
      it.classes,
      { label: "Classes", filter: (c) => c.name },
    ),
  );
}
