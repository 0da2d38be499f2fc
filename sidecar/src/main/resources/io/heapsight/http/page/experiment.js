// SPDX-License-Identifier: Apache-2.0
// An experiment: written from two values of a setting, or from a file.
import { send, target } from "./api.js";
import { fill, h } from "./dom.js";
import { action, choice, copyable, follow, input, section, soft, value } from "./parts.js";

const FILE = "experiment.yaml";
const PLACEHOLDER = "VALUE";
/** Methods of a request with a body. */
const METHODS = ["POST", "PUT", "DELETE", "GET"];

/** @param {Element} place for the progress @param {() => Promise<void>} after */
export function experiments(place, after) {
  /** @param {string} plan */
  async function start(plan) {
    const answer = await send("POST", "/experiments", {}, { body: plan });
    const done = await follow(await answer.json(), place);
    await after();
    return soft(`Done: ${done.result ?? "its runs are stored."}`);
  }
  return section(
    "Experiment",
    soft("Switches the target between two values of a setting, records runs of each in turns, and restores the first one."),
    form(start),
    h(
      "details",
      {},
      h("summary", {}, "From a file, such as one with jobs"),
      action({
        verb: "Run the experiment",
        cost: "Takes as long as the file defines.",
        inputs: [input("Experiment file (YAML)", "experiment", { type: "file", accept: ".yaml,.yml", required: true })],
        run: async (form) => start(await /** @type {File} */ (new FormData(form).get("experiment")).text()),
      }),
    ),
  );
}

/** @param {(plan: string) => Promise<import("./dom.js").Child>} start */
function form(start) {
  const shown = h("div", {});
  const plan = action({
    verb: "Run this experiment",
    cost: `${PLACEHOLDER} is the place of the value. The sidecar sends requests to loopback and HEAPSIGHT_EXPERIMENT_HOSTS only; heapsight experiment ${FILE} sends them from your machine.`,
    inputs: [
      input("First value", "first", { required: true, value: "INFO", size: 12 }),
      input("Second value", "second", { required: true, value: "WARN", size: 12 }),
      input("Request that sets it", "url", {
        type: "url",
        required: true,
        size: 44,
        value: "http://localhost:8080/actuator/loggers/com.acme",
      }),
      choice("Method", "method", METHODS),
      input("Body", "body", { value: `{"configuredLevel":"${PLACEHOLDER}"}`, size: 30 }),
      input("Warm-up", "warmUp", { required: true, value: "30s", size: 6, pattern: "[0-9]+(ms|s|m|h)" }),
      input("Each run", "duration", { required: true, value: "5m", size: 6, pattern: "[0-9]+(ms|s|m|h)" }),
      input("Runs of each", "repetitions", { type: "number", required: true, min: 1, max: 50, value: 6 }),
    ],
    run: (form) => start(planOf(form)),
  });
  const [fields] = plan.getElementsByTagName("form");
  const show = () => {
    const text = planOf(fields);
    fill(shown, copyable(text), h("p", {}, save(text)));
  };
  fields.addEventListener("input", show);
  show();
  return h("div", {}, plan, shown);
}

/** @param {string} plan */
function save(plan) {
  return h(
    "button",
    {
      type: "button",
      onclick: () => {
        const href = URL.createObjectURL(new Blob([plan], { type: "application/yaml" }));
        h("a", { href, download: FILE }).click();
        URL.revokeObjectURL(href);
      },
    },
    "Save " + FILE,
  );
}

/** @param {HTMLFormElement} form */
function planOf(form) {
  const [first, second] = [value(form, "first"), value(form, "second")];
  const names = [armOf(first), armOf(second)];
  if (names[0] === names[1]) names.forEach((it, i) => (names[i] = it + "-" + (i + 1)));
  const lines = [
    target() && `target: ${quoted(target())}`,
    `warmUp: ${value(form, "warmUp")}`,
    `duration: ${value(form, "duration")}`,
    `repetitions: ${value(form, "repetitions")}`,
    "arms:",
    ...[first, second].flatMap((it, i) => arm(form, names[i], it)),
  ];
  return lines.filter(Boolean).join("\n") + "\n";
}

/** @param {HTMLFormElement} form @param {string} name @param {string} setting */
function arm(form, name, setting) {
  const put = (/** @type {string} */ text) => quoted(text.replaceAll(PLACEHOLDER, () => setting));
  const url = value(form, "url").replaceAll(PLACEHOLDER, () => encodeURIComponent(setting));
  return [
    `  - name: ${quoted(name)}`,
    "    switch:",
    `      url: ${quoted(url)}`,
    `      method: ${value(form, "method")}`,
    value(form, "method") !== "GET" && value(form, "body") && `      body: ${put(value(form, "body"))}`,
  ];
}

/** The name of an arm. @param {string} setting */
const armOf = (setting) => setting.replace(/[^A-Za-z0-9_.-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "") || "arm";

/** A text of YAML. @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "''")}'`;
