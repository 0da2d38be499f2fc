// SPDX-License-Identifier: Apache-2.0
// Flight Recorder recordings: a form to take one, the list, and summaries.
import { change, download, get } from "./api.js";
import { fill, h } from "./dom.js";
import { bytes, count, duration, percent, time } from "./figures.js";
import { keptFiles } from "./kept.js";
import { check, choice, follow, input, isChecked, page, section, soft, table, value } from "./parts.js";

const PATH = "/recordings";
const NANOS = 1e9;
/** @type {Record<string, string>} */
const SEVERITIES = { warning: "Warning", information: "Information" };

/**
 * The settings document that the user has selected.
 * @param {HTMLFormElement} form
 */
function posted(form) {
  const file = /** @type {File} */ (new FormData(form).get("document"));
  return file.size > 0 ? file : null;
}

/** @param {HTMLElement} main @param {AbortSignal} left */
export const recordings = (main, left) =>
  keptFiles(main, left, {
    title: "Flight Recorder recordings",
    path: PATH,
    verb: "Record",
    cost: "“default” costs the application about 1 %, “profile” about 2 % during the recording. Paths to GC roots stop it at the end while its heap is walked.",
    inputs: [
      choice("Seconds", "seconds", ["10", "30", "60", "300"]),
      choice("Settings", "settings", ["profile", "default"]),
      input("Your own settings (.jfc)", "document", { type: "file", accept: ".jfc" }),
      check("Paths from GC roots to old objects", "paths"),
    ],
    parameters: (form) => ({
      seconds: value(form, "seconds"),
      settings: posted(form) ? "" : value(form, "settings"),
      paths: isChecked(form, "paths"),
    }),
    body: posted,
    takenAt: "startedAt",
    opens: (it) => it.summary,
    columns: [
      { title: "Seconds", number: true, value: (it) => it.seconds },
      { title: "Settings", value: (it) => it.settings },
      { title: "Size", number: true, value: (it) => it.bytes, show: bytes },
    ],
    buttons: (it, button, place) => [
      !it.summary && button("Summarise", async () => follow(await change("POST", `${PATH}/${it.id}/summary`), place)),
      button("Download", () => download(`${PATH}/${it.id}`, it.id + ".jfr")),
      button("Download scrubbed", () => download(`${PATH}/${it.id}`, it.id + ".scrubbed.jfr", { scrub: true })),
    ],
  });

/** @param {HTMLElement} main @param {AbortSignal} left @param {string} id */
export async function recording(main, left, id) {
  fill(main, soft("Reading the summary…"));
  const path = `${PATH}/${id}/summary`;
  const it = await get(path);
  if (left.aborted) return;
  const empty = it.tables.filter((/** @type {any} */ of) => of.rows.length === 0);
  fill(
    main,
    section(
      `Recording of ${time(it.from)} UTC`,
      h("p", {}, `${count(it.events)} events in ${duration(it.seconds)}. ${it.jvm ?? ""}`),
      it.notes.map(soft),
      h("p", {}, page(path, id + ".html", "The full report")),
    ),
    it.verdicts && verdicts(it.verdicts), // summaries of earlier versions have none
    it.oldObjects.length > 0 && section("Old objects still in use", it.oldObjects.map(oldObjects)),
    ...it.tables.filter((/** @type {any} */ of) => of.rows.length > 0).map(eventTable),
    empty.length > 0 && soft("No events of: " + empty.map((/** @type {any} */ of) => of.title).join(", ") + "."),
  );
}

/** @param {any} of */
function verdicts(of) {
  const fine = of.rules.filter((/** @type {any} */ it) => it.severity === "ok");
  return section(
    "Verdicts of JDK Mission Control's rules",
    of.note && soft(of.note),
    of.rules.filter((/** @type {any} */ it) => it.severity !== "ok").map(verdict),
    fine.length > 0 && soft("OK: " + fine.map((/** @type {any} */ it) => it.name).join(", ") + "."),
    of.failed.map(soft),
  );
}

/** @param {any} of */
function verdict(of) {
  const score = of.score === null ? "" : " " + Math.round(of.score);
  return h(
    "details",
    {},
    h("summary", {}, `${SEVERITIES[of.severity]}${score} · ${of.name}: ${of.summary}`),
    [of.explanation, of.solution].filter(Boolean).map((text) => h("p", {}, text)),
  );
}

/** @param {any} of */
function oldObjects(of) {
  return h(
    "details",
    {},
    h("summary", {}, `${count(of.samples)} × ${of.class}`),
    of.site && soft("Allocated at " + of.site),
    h(
      "ol",
      {},
      of.path.map((/** @type {string} */ step) => h("li", {}, step)),
    ),
  );
}

/** @param {any} of */
function eventTable(of) {
  const amount = (/** @type {number} */ n) => (of.unit === "bytes" ? bytes(n) : duration(n / NANOS));
  const measured = of.unit !== "none";
  return section(
    of.title,
    table(
      [
        { title: "Name", value: (row) => row.name },
        { title: "Events", number: true, value: (row) => row.count, show: count },
        ...(measured ? [{ title: "Amount", number: true, value: (/** @type {any} */ row) => row.amount, show: amount }] : []),
        {
          title: "Share",
          number: true,
          value: (row) => (measured ? row.amount / of.amount : row.count / of.count),
          show: percent,
        },
      ],
      of.rows,
      { label: of.title, limit: 10 },
    ),
  );
}
