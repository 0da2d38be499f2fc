// SPDX-License-Identifier: Apache-2.0
// The history: jobs, triggers, operations on targets, and dead targets.
import { download, get, target, view as addressOf } from "./api.js";
import { fill, h } from "./dom.js";
import { bytes, count, time } from "./figures.js";
import { action, cancel, check, isChecked, notice, progress, section, soft, table } from "./parts.js";
import { renew, repeat } from "./renewal.js";

const UPDATE_MILLIS = 2000;

/** @param {HTMLElement} main @param {AbortSignal} left */
export async function jobs(main, left) {
  let shown = "";
  async function update() {
    try {
      const answers = await Promise.all([get("/jobs"), get("/?format=json"), get("/rules"), get("/audit")]);
      const text = JSON.stringify(answers);
      if (left.aborted || text === shown) return;
      const [{ jobs }, { triggers }, { rules }, { audit }] = answers;
      renew(main, jobList(jobs), triggerList(triggers), ruleList(rules), auditLog(audit));
      shown = text;
    } catch (problem) {
      if (!left.aborted) fill(main, notice(problem));
      shown = "";
    }
  }
  await update();
  repeat(update, UPDATE_MILLIS, left);
}

/** @param {any[]} jobs */
function jobList(jobs) {
  const runs = (/** @type {any} */ it) => it.state === "running" || it.state === "queued";
  return section(
    "Jobs",
    jobs.length === 0 && soft("None since the sidecar started."),
    jobs.length > 0 &&
      table(
        [
          { title: "Job", value: (it) => it.kind },
          { title: "Of", value: (it) => it.subject },
          { title: "Requested by", value: (it) => it.caller },
          { title: "Started (UTC)", value: (it) => it.startedAt, show: time },
          {
            title: "State",
            value: (it) => it.state,
            show: (state, it) => (runs(it) ? h("span", {}, progress(it), cancel(it)) : state),
          },
          { title: "Result", value: (it) => it.problem?.title ?? it.result ?? "" },
        ],
        jobs,
        { label: "Jobs", again: true },
      ),
  );
}

/** @param {any[]} triggers */
function triggerList(triggers) {
  return section(
    "Triggers",
    triggers.length === 0 && soft("No triggers are configured in HEAPSIGHT_TRIGGERS."),
    triggers.length > 0 &&
      table(
        [
          { title: "Trigger", value: (it) => it.trigger },
          { title: "Done", number: true, value: (it) => it.fired.done, show: count },
          { title: "Refused", number: true, value: (it) => it.fired.refused, show: count },
          { title: "Failed", number: true, value: (it) => it.fired.failed, show: count },
          { title: "Held back", number: true, value: (it) => it.fired.held_back, show: count },
          {
            title: "Last (UTC)",
            value: (it) => it.last?.at,
            show: (at, it) => (it.last ? `${time(at)}, ${it.last.target} at ${it.last.percent} %: ${it.last.outcome}` : "never"),
          },
          {
            title: "Result",
            value: (it) => it.last?.result,
            show: (result) =>
              result?.startsWith("/threads/")
                ? h(
                    "button",
                    { type: "button", onclick: () => download(result, "threads.txt", { format: "text" }) },
                    "Save thread dump",
                  )
                : (result ?? ""),
          },
        ],
        triggers,
        { label: "Triggers", again: true },
      ),
  );
}

/** @param {any[]} rules */
function ruleList(rules) {
  const standings = rules.flatMap((rule) => rule.targets.map((/** @type {any} */ it) => ({ ...it, rule })));
  return section(
    "Rules",
    standings.length === 0 && soft("No rules, or no targets for them."),
    standings.length > 0 &&
      table(
        [
          { title: "Rule", value: (it) => it.rule.name },
          { title: "Condition", value: (it) => it.rule.condition },
          { title: "Target", value: (it) => `${it.target.pid} (${it.target.name})` },
          { title: "Now", value: (it) => it.shown ?? "" },
          { title: "Does not fire because", value: (it) => it.whyNot },
          {
            title: "Last (UTC)",
            value: (it) => it.rule.firings[0]?.at,
            show: (at, it) => (at ? `${time(at)}: ${it.rule.firings[0].outcome}` : "never"),
          },
        ],
        standings,
        { label: "Rules", again: true },
      ),
  );
}

/** @param {any[]} entries */
function auditLog(entries) {
  return section(
    "Audit log",
    entries.length === 0 && soft("No costly operations since the sidecar started."),
    entries.length > 0 &&
      table(
        [
          { title: "Ended (UTC)", value: (it) => it.endedAt, show: time },
          { title: "Operation", value: (it) => it.operation },
          { title: "Requested by", value: (it) => it.caller },
          { title: "Target", value: (it) => it.target },
          { title: "Outcome", value: (it) => (it.reason ? `${it.outcome}: ${it.reason}` : it.outcome) },
          { title: "Seconds", number: true, value: (it) => it.seconds },
          { title: "Bytes", number: true, value: (it) => it.bytes, show: count },
        ],
        entries.toReversed(),
        { label: "Audit log", again: true },
      ),
  );
}

/** @param {HTMLElement} main @param {AbortSignal} left */
export async function postmortems(main, left) {
  const { postmortems } = await get("/postmortems");
  if (left.aborted) return;
  fill(
    main,
    section(
      "Post-mortems",
      postmortems.length === 0 &&
        soft(
          "No target has died since the sidecar started. The reason, the last samples and the last histogram of each that dies will be listed: the target pays nothing for them.",
        ),
      postmortems.length > 0 &&
        table(
          [
            {
              title: "Died at (UTC)",
              value: (it) => it.diedAt,
              show: (at, it) => h("a", { href: addressOf("/postmortems/" + it.id) }, time(at)),
            },
            { title: "Target", value: (it) => it.target.name },
            { title: "Cause", value: (it) => it.reason.kind },
            { title: "Certainty", value: (it) => it.reason.certainty },
            { title: "Largest class", value: (it) => it.topClass },
          ],
          postmortems,
          { label: "Post-mortems" },
        ),
    ),
    section(
      "Incident bundle",
      action({
        verb: "Download the bundle",
        cost: "Incident bundle without heap dumps. Takes a thread dump and three histograms, which stop the application while its heap is walked; about 15 seconds in total.",
        inputs: [check("Don't touch the target", "quiet")],
        run: async (form) => {
          await download("/bundle", "heapsight-incident.tar.gz", { ask: !isChecked(form, "quiet"), target: target() });
          return soft("Unpack it, and open index.html.");
        },
      }),
    ),
  );
}

/** @param {HTMLElement} main @param {AbortSignal} left @param {string} id */
export async function postmortem(main, left, id) {
  const it = await get("/postmortems/" + id);
  if (left.aborted) return;
  fill(
    main,
    section(
      `${it.target.name}: ${it.reason.kind}`,
      soft(`It died at ${time(it.diedAt)} UTC; certainty: ${it.reason.certainty}.`),
      h(
        "ul",
        {},
        it.reason.evidence.map((/** @type {string} */ text) => h("li", {}, text)),
      ),
    ),
    it.recording &&
      section(
        "Recording of its last minutes",
        h("p", {}, h("a", { href: addressOf("/recordings/" + it.recording) }, "Its last minutes")),
      ),
    it.limits &&
      section(
        "Limits",
        h(
          "ul",
          {},
          Object.entries(it.limits)
            .filter(([, value]) => value !== null)
            .map(([name, value]) => h("li", {}, `${name}: ${name.endsWith("Bytes") ? bytes(value) : value}`)),
        ),
      ),
    it.histogram &&
      section(
        "The last histogram",
        soft(`At ${time(it.histogram.takenAt)} UTC.`),
        table(
          [
            { title: "Class", value: (c) => c.name },
            { title: "Instances", number: true, value: (c) => c.instances, show: count },
            { title: "Bytes", number: true, value: (c) => c.bytes, show: count },
          ],
          it.histogram.classes,
          { label: "Classes", filter: (c) => c.name },
        ),
      ),
    it.crashLog && section("Crash log", h("pre", { tabindex: 0 }, it.crashLog.text)),
    it.flags?.length > 0 && section("Flags", h("pre", { tabindex: 0 }, it.flags.join("\n"))),
  );
}

/** @param {HTMLElement} main @param {AbortSignal} left */
export async function endpoints(main, left) {
  const { endpoints } = await get("/?format=json");
  if (left.aborted) return;
  fill(
    main,
    section(
      "Endpoints for curl",
      table(
        [
          { title: "Request", value: (it) => it.path, show: (path, it) => h("code", {}, `${it.method} ${path}`) },
          { title: "Answer", value: (it) => it.summary },
          { title: "Access", value: (it) => (it.open ? "open" : "loopback or token") },
        ],
        endpoints,
        { label: "Endpoints" },
      ),
    ),
  );
}
