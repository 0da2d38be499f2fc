// SPDX-License-Identifier: Apache-2.0
// Runs: starts, marks, stops and imports them; compares two arms.
import { change, download, get, send, target } from "./api.js";
import { fill, h } from "./dom.js";
import { bytes, time } from "./figures.js";
import { action, choice, doing, follow, input, notice, page, section, soft, table, value } from "./parts.js";

/** @param {string} name */
const path = (name) => "/runs/" + encodeURIComponent(name);

/** @param {HTMLElement} main @param {AbortSignal} left */
export async function runs(main, left) {
  const kept = h("div", {});
  const place = h("div", { "aria-live": "polite" });
  const arms = h("div", {});
  fill(
    main,
    section(
      "Runs",
      action({
        verb: "Start a run",
        cost: "Recording has no cost for the target. Counting garbage runs a full GC at the start and at the stop; a profile loads native code into it.",
        inputs: [
          input("Name, such as INFO#1", "name", { required: true, pattern: "[A-Za-z0-9_.\\-]+(#[0-9]+)?" }),
          input("Labels, such as level=INFO", "label"),
          choice("Garbage", "garbage", ["false", "true", "dump"]),
          choice("Profile", "profile", ["none", "cpu", "alloc", "lock", "wall"]),
        ],
        run: async (form) => {
          await change("PUT", path(value(form, "name")), {
            label: value(form, "label"),
            garbage: value(form, "garbage"),
            profile: value(form, "profile").replace("none", ""),
            target: target(),
          });
          await list();
          return soft("It records.");
        },
      }),
      place,
      kept,
    ),
    section(
      "Import a run",
      action({
        verb: "Import",
        cost: "Imports a run that another sidecar exported.",
        inputs: [
          input("Name", "name", { required: true }),
          input("Run file (JSON)", "file", { type: "file", accept: ".json", required: true }),
        ],
        run: async (form) => {
          const file = new FormData(form).get("file");
          await send("PUT", path(value(form, "name")) + "/import", {}, { body: /** @type {File} */ (file) });
          await list();
          return soft("The run is stored.");
        },
      }),
    ),
    section(
      "Experiment",
      action({
        verb: "Run the experiment",
        cost: "Switches the target between the arms, records runs, and restores its first state; takes as long as the file defines.",
        inputs: [input("Experiment file (YAML)", "experiment", { type: "file", accept: ".yaml,.yml", required: true })],
        run: async (form) => {
          const file = /** @type {File} */ (new FormData(form).get("experiment"));
          const answer = await send("POST", "/experiments", {}, { body: await file.text() });
          const done = await follow(await answer.json(), place);
          await list();
          return soft(`Done: ${done.result ?? "its runs are stored."}`);
        },
      }),
    ),
    section("Compare two arms", arms),
  );
  async function list() {
    try {
      const answer = await get("/runs");
      if (left.aborted) return;
      fill(kept, answer.runs.length === 0 ? soft("Nothing is stored.") : runTable(answer.runs));
      fill(arms, comparison(answer.runs));
    } catch (problem) {
      fill(kept, notice(problem));
    }
  }
  /** @param {any[]} all */
  function runTable(all) {
    return table(
      [
        { title: "Run", value: (it) => it.name },
        { title: "State", value: (it) => it.state },
        { title: "Target", value: (it) => it.target },
        { title: "Started (UTC)", value: (it) => it.started, show: time },
        { title: "Stopped", value: (it) => it.stopped, show: time },
        { title: "Size", number: true, value: (it) => it.bytes, show: bytes },
        { title: "Actions", value: (it) => it.name, show: (name, it) => buttons(name, it) },
      ],
      all,
      { label: "Runs" },
    );
  }
  /** @param {string} name @param {any} run */
  function buttons(name, run) {
    const listener = doing(place, list);
    const records = h("input", { type: "number", min: 0, "aria-label": "Records done by " + name, size: 8 });
    return h(
      "span",
      { class: "actions" },
      run.state === "recording" && records,
      run.state === "recording" &&
        h(
          "button",
          { type: "button", onclick: listener(() => change("POST", path(name) + "/marks", { records: records.value || 0 })) },
          "Mark records",
        ),
      run.state === "recording" &&
        h("button", { type: "button", onclick: listener(() => change("POST", path(name) + "/stop")) }, "Stop"),
      h(
        "button",
        { type: "button", onclick: listener(() => download(path(name), name.replace("#", "-") + ".json", { format: "json" })) },
        "Export",
      ),
      run.state !== "recording" &&
        h("button", { type: "button", onclick: listener(() => change("DELETE", path(name))) }, "Delete"),
    );
  }
  await list();
}

/** The arms of stopped runs: INFO for INFO#1. @param {any[]} runs */
const armsOf = (runs) => [...new Set(runs.filter((it) => it.state !== "recording").map((it) => it.name.replace(/#\d+$/, "")))];

/** @param {any[]} runs */
function comparison(runs) {
  const names = armsOf(runs);
  if (names.length < 2) {
    return soft("Record a run of each arm, such as INFO#1 and WARN#1: then choose two arms here and read the verdicts.");
  }
  const candidate = choice("Candidate", "candidate", names);
  candidate.getElementsByTagName("select")[0].selectedIndex = 1;
  return action({
    verb: "Compare",
    cost: "Reads recorded runs, without effect on the target.",
    inputs: [choice("Base", "base", names), candidate],
    run: async (form) => compared(value(form, "base"), value(form, "candidate")),
  });
}

/** The clearest verdicts first. */
const VERDICTS = ["worse", "better", "equivalent", "no-evidence"];
/** @param {{verdict: string}} row */
const rank = (row) => (VERDICTS.indexOf(row.verdict) + VERDICTS.length + 1) % (VERDICTS.length + 1);

/** @param {string} base @param {string} candidate */
async function compared(base, candidate) {
  const it = await get("/compare", { base, candidate });
  const number = (/** @type {number | null} */ n) =>
    n === null ? "–" : Math.abs(n) >= 1000 ? Math.round(n).toLocaleString("en-US") : n.toPrecision(4);
  const change = (/** @type {number | null} */ n) => (n === null ? "–" : `${n > 0 ? "+" : ""}${n.toFixed(1)} %`);
  return h(
    "div",
    {},
    h("p", {}, it.summary),
    it.warnings.map((/** @type {string} */ warning) => h("p", { class: "up" }, warning)),
    h("p", {}, page("/compare", "comparison.html", "Report with charts", { base, candidate })),
    table(
      [
        { title: "Figure", value: (row) => row.metric },
        { title: "Unit", value: (row) => row.unit },
        { title: base, number: true, value: (row) => row.base, show: number },
        { title: candidate, number: true, value: (row) => row.candidate, show: number },
        { title: "Change", number: true, value: (row) => row.changePercent, show: change },
        {
          title: "Interval",
          number: true,
          value: (row) => row.interval?.[0],
          show: (_, row) => (row.interval ? row.interval.map(change).join(" to ") : "–"),
        },
        {
          title: "Verdict",
          value: (row) => row.verdict,
          show: (v, row) => h("span", { class: v === "worse" ? "up" : v === "better" ? "down" : "", title: row.reason }, v),
        },
      ],
      it.rows.toSorted((/** @type {any} */ a, /** @type {any} */ b) => rank(a) - rank(b)),
      { label: "Comparison", filter: (row) => row.metric + row.verdict },
    ),
  );
}
