// SPDX-License-Identifier: Apache-2.0
// What is wrong, since when, what to do and what happens otherwise: the answer of GET /status.
import { address, target, view } from "./api.js";
import { h } from "./dom.js";
import { age, time } from "./figures.js";
import { copyable, section } from "./parts.js";

/** @typedef {{subject: string, severity: string, sentence: string, since: string | null, remedy: string | null, line: string | null, request: string | null, details: string | null, evidence: string | null}} Finding */

/** Views that show what an endpoint answers. @type {Record<string, [string, string]>} */
const VIEWS = {
  "/memory": ["/memory", "Where the memory is"],
  "/doctor": ["/doctor", "All checks of doctor"],
  "/advice": ["/advice", "All advice"],
  "/rules": ["/jobs", "All rules"],
};

/** The view about the subject of a finding. @type {Record<string, [string, string]>} */
const SUBJECTS = { collector: ["/gc", "Pauses and their causes"], growth: ["/classes", "What grows"] };

const LEVELS = /** @type {Record<string, string>} */ ({ high: "Severe", medium: "Wrong", fine: "Fine", unknown: "Too early" });

/** @param {any} status */
export function verdict(status) {
  const [first, ...others] = status.findings;
  const isWrong = status.level === "high" || status.level === "medium";
  const rest = isWrong ? others : status.findings;
  return h(
    "section",
    { class: "verdict " + status.level, "aria-label": "What is wrong" },
    h("h2", {}, h("span", { class: "level" }, LEVELS[status.level]), " ", status.sentence),
    isWrong && first.details && h("p", { class: "soft" }, first.details),
    isWrong && since(first),
    isWrong && todo(first),
    h("p", {}, h("strong", {}, "If nothing is done: "), status.outlook),
    rest.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, rest.length === 1 ? "1 more finding" : `${rest.length} more findings`),
        h("div", { class: "cards inner" }, rest.map(card)),
      ),
  );
}

/** @param {Finding} it */
const since = (it) => it.since && h("p", { class: "soft" }, `Since ${time(it.since)} UTC, ${age(it.since)}.`);

/** @param {Finding} it */
function card(it) {
  return h(
    "article",
    { class: "card " + (it.severity === "information" ? "" : "wrong") },
    h("h3", {}, it.sentence),
    it.details && h("p", { class: "soft" }, it.details),
    since(it),
    todo(it),
  );
}

/** What to do: in words, as a line to copy, as a way to the view. @param {Finding} it */
function todo(it) {
  const line = it.line ?? request(it.request);
  return [
    it.remedy && h("p", {}, h("strong", {}, "What to do: "), it.remedy),
    line && copyable(line),
    h(
      "p",
      { class: "actions" },
      ways(it).map(([path, text]) => h("a", { href: view(path) }, text)),
    ),
  ];
}

/** A request that captures something, as a line for a shell. @param {string | null} request */
function request(request) {
  if (!request?.startsWith("POST ")) return null;
  const [path, query] = request.slice(5).split("?");
  const parameters = { ...Object.fromEntries(new URLSearchParams(query)), target: target() };
  return `curl -X POST '${new URL(address(path, parameters), location.href.split("#")[0])}'`;
}

/** @param {Finding} it @returns {[string, string][]} */
function ways(it) {
  /** @type {[string, string][]} */
  const all = [];
  const [method, path] = (it.request ?? " ").split(" ");
  if (method === "GET" && VIEWS[path]) all.push(VIEWS[path]);
  if (method === "POST" && path.startsWith("/heapdumps")) all.push(["/heapdumps", "Take a heap dump"]);
  if (it.evidence && /^\/(postmortems|heapdumps|recordings|profiles)\//.test(it.evidence))
    all.push([it.evidence, "What was collected"]);
  if (SUBJECTS[it.subject]) all.push(SUBJECTS[it.subject]);
  return all;
}

/** @param {any} status */
export const collector = (status) => section("Where the time goes", h("p", {}, status.collector));
