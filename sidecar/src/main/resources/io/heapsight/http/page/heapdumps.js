// SPDX-License-Identifier: Apache-2.0
// Heap dumps: taken, kept, analysed, and what an analysis tells.
import { address, change, download, get, signedIn, target } from "./api.js";
import { fill, h } from "./dom.js";
import { bytes, count, percent, time } from "./figures.js";
import { action, check, doing, follow, isChecked, notice, section, soft, table } from "./parts.js";
import { treemap } from "./treemap.js";

/** @param {HTMLElement} main @param {AbortSignal} left */
export async function heapdumps(main, left) {
  const kept = h("div", {});
  const place = h("div", { "aria-live": "polite" });
  fill(
    main,
    section(
      "Heap dumps",
      action({
        verb: "Take a heap dump",
        cost: "The application stands still while the JVM writes: a second or two for each GiB of heap. The file stays in the sidecar's data folder.",
        inputs: [
          check("Live objects only (full GC)", "live"),
          check("Compressed while kept", "gzip"),
          check("Analyse it", "analyze", true),
        ],
        run: async (form) => {
          const job = await change("POST", "/heapdumps", {
            live: isChecked(form, "live"),
            gzip: isChecked(form, "gzip"),
            analyze: isChecked(form, "analyze"),
            target: target(),
          });
          const done = await follow(job, place);
          await list();
          return soft(done.result ? "Done." : "Done, without a summary.");
        },
      }),
      place,
      kept,
    ),
  );
  async function list() {
    try {
      const { heapdumps } = await get("/heapdumps");
      if (!left.aborted) fill(kept, heapdumps.length === 0 ? soft("None is kept.") : dumpTable(heapdumps));
    } catch (problem) {
      fill(kept, notice(problem));
    }
  }
  /** @param {any[]} dumps */
  function dumpTable(dumps) {
    return table(
      [
        {
          title: "Taken at (UTC)",
          value: (it) => it.takenAt,
          show: (at, it) => (it.summary ? h("a", { href: "#/heapdumps/" + it.id }, time(at)) : time(at)),
        },
        { title: "Target", value: (it) => it.target.name },
        { title: "Size", number: true, value: (it) => it.bytes, show: bytes },
        { title: "Objects", value: (it) => (it.live ? "live" : "all") },
        { title: "Actions", value: (it) => it.id, show: (id, it) => buttons(id, it) },
      ],
      dumps,
      { label: "Heap dumps" },
    );
  }
  /** @param {string} id @param {any} dump */
  function buttons(id, dump) {
    const run = doing(place, list);
    return h(
      "span",
      { class: "actions" },
      !dump.summary &&
        h(
          "button",
          { type: "button", onclick: run(async () => follow(await change("POST", `/heapdumps/${id}/analysis`), place)) },
          "Analyse",
        ),
      h("button", { type: "button", onclick: run(() => download("/heapdumps/" + id, id + ".hprof")) }, "Download"),
      h(
        "button",
        { type: "button", onclick: run(() => download("/heapdumps/" + id, id + ".redacted.hprof.gz", { redact: true })) },
        "Download redacted",
      ),
      h("button", { type: "button", onclick: run(() => change("DELETE", "/heapdumps/" + id)) }, "Delete"),
    );
  }
  await list();
}

/** @param {HTMLElement} main @param {AbortSignal} left @param {string} id */
export async function heapdump(main, left, id) {
  fill(main, soft("Reading the summary…"));
  const path = `/heapdumps/${id}/summary`;
  const it = await get(path);
  if (left.aborted) return;
  const whole = it.totals.reachable.bytes;
  fill(
    main,
    section(
      "What is wrong",
      it.findings.length === 0 && soft("Nothing stands out."),
      h(
        "ol",
        {},
        it.findings.map((/** @type {any} */ f) =>
          h("li", {}, h("strong", {}, f.text), " ", h("span", { class: "soft" }, f.remedy)),
        ),
      ),
      it.warnings.map(soft),
      it.skipped.map((/** @type {any} */ s) => h("p", { class: "up" }, `Left out: ${s.phase}: ${s.reason}`)),
      h(
        "p",
        {},
        signedIn()
          ? h(
              "button",
              { type: "button", onclick: () => download(path, id + ".html", { format: "html" }) },
              "Save the full report",
            )
          : h("a", { href: address(path, { format: "html" }), target: "_blank", rel: "noopener" }, "The full report"),
      ),
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
    section("Retained sizes", it.biggest.length > 0 ? treemap(it.biggest, whole) : soft("They were left out.")),
    section(
      "Suspects",
      it.suspects.length === 0 && soft("None."),
      it.suspects.map((/** @type {any} */ s) =>
        h(
          "details",
          {},
          h("summary", {}, `${count(s.instances)} × ${s.class}: ${bytes(s.retainedBytes)}, ${percent(s.share)}`),
          h(
            "ol",
            {},
            s.path.map((/** @type {any} */ step) =>
              h("li", {}, h("code", {}, step.class), step.via ? ` .${step.via}` : "", step.root ? ` (${step.root})` : ""),
            ),
          ),
        ),
      ),
    ),
    classes(it),
    section(
      "Garbage by its roots",
      table(
        [
          { title: "Class of the root", value: (g) => g.class },
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
            thread.locals.map((/** @type {any} */ l) => h("li", {}, `${l.class} in ${l.frame}: ${bytes(l.retainedBytes)}`)),
          ),
        ),
      ),
    ),
  );
}

/** @param {any} it */
function classes(it) {
  return section(
    "Classes",
    table(
      [
        { title: "Class", value: (c) => c.name },
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
