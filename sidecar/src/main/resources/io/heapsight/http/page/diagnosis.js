// SPDX-License-Identifier: Apache-2.0
// The diagnosis of the target and the sizing advice, as cards with lines to copy.
import { get, target } from "./api.js";
import { fill, h } from "./dom.js";
import { count } from "./figures.js";
import { copyable, section, soft, table } from "./parts.js";

/** @param {HTMLElement} main @param {AbortSignal} left */
export async function doctor(main, left) {
  fill(main, soft("Looking…"));
  const { checks } = await get("/doctor", { target: target() });
  if (left.aborted) return;
  const wrong = checks.filter((/** @type {any} */ it) => !it.ok);
  const failed = wrong.filter((/** @type {any} */ it) => it.enables.length > 0);
  const hints = wrong.filter((/** @type {any} */ it) => it.enables.length === 0);
  fill(
    main,
    section(
      failed.length === 0 ? "Everything works" : `${failed.length} of ${checks.length} checks failed`,
      h("div", { class: "cards" }, failed.map(check)),
    ),
    hints.length > 0 &&
      section(
        hints.length === 1 ? "1 hint" : `${hints.length} hints`,
        soft("Every feature works without them."),
        h("div", { class: "cards" }, hints.map(check)),
      ),
    section(
      "All checks",
      table(
        [
          { title: "Check", value: (it) => it.id },
          { title: "Result", value: (it) => (it.ok ? "ok" : it.enables.length > 0 ? "failed" : "hint") },
          { title: "Found", value: (it) => it.found },
          { title: "Needed for", value: (it) => it.enables.join(", ") },
        ],
        checks,
        { label: "Checks" },
      ),
    ),
  );
}

/** @param {any} it */
const check = (it) =>
  h(
    "article",
    { class: "card " + (it.enables.length > 0 ? "wrong" : "") },
    h("h3", {}, it.id),
    h("p", {}, "Found: ", it.found),
    h("p", { class: "soft" }, "Expected: ", it.expected),
    it.enables.length > 0 && h("p", { class: "soft" }, "Blocks: ", it.enables.join(", ")),
    copyable(it.remedy),
  );

/** @param {HTMLElement} main @param {AbortSignal} left */
export async function advice(main, left) {
  fill(main, soft("Measuring the target…"));
  const answer = await get("/advice", { target: target() });
  if (left.aborted) return;
  fill(
    main,
    section(
      "Advice",
      soft(`From ${count(answer.seen.samples)} samples and ${count(answer.seen.runs)} runs.`),
      h("div", { class: "cards" }, answer.advice.map(card)),
    ),
  );
}

/** @param {any} it */
function card(it) {
  const lines = it.settings.filter((/** @type {any} */ s) => s.current !== s.suggested).map((/** @type {any} */ s) => s.line);
  return h(
    "article",
    { class: "card " + (it.conclusion === "change" ? "wrong" : it.conclusion === "fine" ? "fine" : "") },
    h("h3", {}, `${it.subject}: ${it.conclusion}`),
    h("p", {}, it.finding),
    it.settings.map((/** @type {any} */ s) =>
      h("p", { class: "soft" }, `${s.name}: ${s.current ?? "not set"} now, ${s.suggested} suggested`),
    ),
    it.refused.map((/** @type {any} */ r) => h("p", { class: "soft" }, `Not suggested: ${r.line}. ${r.because}`)),
    lines.length > 0 && it.conclusion === "change" && copyable(lines.join("\n")),
    h("p", { class: "soft" }, `Certainty: ${it.certainty} (${it.because}).`),
  );
}
