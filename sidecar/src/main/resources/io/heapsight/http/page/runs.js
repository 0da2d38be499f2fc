// SPDX-License-Identifier: Apache-2.0
// Runs: starts, marks, stops and imports them; makes one of the chosen range; compares two arms.
import { address, change, download, get, send, target } from "./api.js";
import { fill, h } from "./dom.js";
import { experiments } from "./experiment.js";
import { bytes, time } from "./figures.js";
import { action, choice, copyable, doing, input, notice, page, section, soft, table, value } from "./parts.js";
import { choose, chosen, clear, onChange, parameters, words } from "./range.js";

const NAME = "[A-Za-z0-9_.\\-]+(#[0-9]+)?";
/** The sidecar has samples of the last hour. */
const KEPT_SECONDS = 3600;

/** @param {string} name */
const path = (name) => "/runs/" + encodeURIComponent(name);

/** @param {HTMLElement} main @param {AbortSignal} left */
export async function runs(main, left) {
  const kept = h("div", {});
  const place = h("div", { "aria-live": "polite" });
  const arms = h("div", {});
  const past = h("div", {});
  /** @type {string[]} names of runs, the one stored last at the end */
  let latest = [];
  const showPast = () => fill(past, pastRun(store));
  onChange(showPast, left);
  showPast();
  fill(
    main,
    past,
    section(
      "Runs",
      action({
        verb: "Start a run",
        cost: "Recording has no cost for the target. Counting garbage runs a full GC at the start and at the stop; a profile loads native code into it.",
        inputs: [
          input("Name, such as INFO#1", "name", { required: true, pattern: NAME }),
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
    section("Compare two arms", arms),
    experiments(place, list),
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
  );
  /** @param {string} name @param {string} label @param {import("./range.js").Range} range */
  async function store(name, label, range) {
    await change("PUT", path(name), { label, ...parameters(range), target: target() });
    latest = [...latest, name];
    choose(null);
    main.focus(); // the form is gone
    await list();
    fill(place, soft(`${name} is stored. Choose another range on the charts, or compare it below.`));
  }
  async function list() {
    try {
      const answer = await get("/runs");
      if (left.aborted) return;
      fill(
        kept,
        answer.runs.length === 0
          ? soft("Nothing is stored. Start a run here, or drag over a chart: its samples become a run.")
          : runTable(answer.runs),
      );
      fill(arms, comparison(answer.runs, [...new Set(latest.map(armOf))]));
    } catch (problem) {
      fill(kept, notice(problem));
    }
  }
  /** @param {any[]} all */
  function runTable(all) {
    return table(
      [
        { title: "Run", value: (it) => it.name, show: (name, it) => onCharts(it) ?? name },
        { title: "State", value: (it) => it.state },
        { title: "Target", value: (it) => it.target },
        { title: "Started (UTC)", value: (it) => it.started, show: time },
        { title: "Stopped (UTC)", value: (it) => it.stopped, show: time },
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

/** The address of a request, for a shell. @param {string} path @param {Record<string, any>} query */
const line = (path, query) => new URL(address(path, query), location.href.split("#")[0]).href.replaceAll("%3A", ":");

/** The form that makes a run of the chosen range. @param {(name: string, label: string, range: import("./range.js").Range) => Promise<void>} store */
function pastRun(store) {
  const range = chosen();
  if (range === null) return null;
  return section(
    "A run of the chosen range",
    h("p", { class: "actions" }, words(range), clear("Clear")),
    action({
      verb: "Store the run",
      cost: "No cost for the target: the sidecar has the samples. Without counts of collectors, memory pools, objects and a profile, so rows that need them are missing.",
      inputs: [
        input("Name of the run", "name", { required: true, pattern: NAME, placeholder: "before" }),
        input("Labels", "label"),
      ],
      run: async (form) => {
        await store(value(form, "name"), value(form, "label"), range);
        return null;
      },
    }),
    copyable(`curl -X PUT '${line("/runs/NAME", { ...parameters(range), target: target() })}'`),
  );
}

/** A link to a run on the charts, if they reach back to it. @param {any} run */
function onCharts(run) {
  const since = (Date.now() - Date.parse(run.started)) / 1000;
  if (!run.stopped || since > KEPT_SECONDS) return null;
  const window = [300, 900].find((it) => it > since) ?? KEPT_SECONDS;
  const query = new URLSearchParams({ window: String(window), from: run.started, to: run.stopped });
  if (target()) query.set("target", target());
  return h("a", { href: "#/?" + query, title: "Show it on the charts" }, run.name);
}

/** INFO for INFO#1. @param {string} name */
const armOf = (name) => name.replace(/#\d+$/, "");

/** The arms of stopped runs, by their first run. @param {any[]} runs */
function armsOf(runs) {
  const stopped = runs.filter((it) => it.state !== "recording").toSorted((a, b) => (a.started < b.started ? -1 : 1));
  return [...new Set(stopped.map((it) => armOf(it.name)))];
}

/** @param {any[]} runs @param {string[]} latest arms to compare */
function comparison(runs, latest) {
  const names = armsOf(runs);
  if (names.length < 2) {
    return soft("Record a run of each arm, such as INFO#1 and WARN#1: then choose two arms here and read the verdicts.");
  }
  const [candidate = names.at(-1), base = names.findLast((it) => it !== candidate)] = latest
    .filter((it) => names.includes(it))
    .toReversed();
  const arms = [choice("Base", "base", names), choice("Candidate", "candidate", names)];
  [base, candidate].forEach((name, i) => (arms[i].getElementsByTagName("select")[0].value = name ?? ""));
  return action({
    verb: "Compare",
    cost: "Reads recorded runs, without effect on the target.",
    inputs: arms,
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
    copyable(`curl '${line("/compare", { base, candidate })}'`),
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
