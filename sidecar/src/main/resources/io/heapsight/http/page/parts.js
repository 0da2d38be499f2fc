// SPDX-License-Identifier: Apache-2.0
// Parts of several views: tables, notices, action forms, running jobs.
import { address, change, download, get, Problem, signedIn, target } from "./api.js";
import { add, fill, h, svg } from "./dom.js";

/**
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: any) => any} value for sorting
 * @property {(value: any, row: any) => import("./dom.js").Child} [show]
 * @property {boolean} [number]
 */

/** What the user has chosen in tables that are created again, by their labels. @type {Map<string, {limit?: number, index?: number, down?: boolean}>} */
const chosen = new Map();

/**
 * A table that sorts by its headings, and initially shows a hundred rows.
 * @param {Column[]} columns
 * @param {any[]} rows
 * @param {{label: string, filter?: (row: any) => string, limit?: number, again?: boolean}} options with `again`, later tables of the
 *     label have its order and length
 */
export function table(columns, rows, options) {
  const before = (options.again && chosen.get(options.label)) || {};
  if (options.again) chosen.set(options.label, before);
  let sorted = rows;
  let limit = before.limit ?? options.limit ?? 100;
  let wanted = "";
  const body = h("tbody");
  const more = h("button", { type: "button", onclick: () => ((before.limit = limit = Infinity), draw()) });
  const heads = columns.map((column, index) =>
    h(
      "th",
      { scope: "col", class: column.number && "n" },
      h(
        "button",
        { type: "button", onclick: () => sort(index, heads[index].getAttribute("aria-sort") !== "descending") },
        column.title,
      ),
    ),
  );
  /** @param {number} index @param {boolean} down */
  function sort(index, down) {
    Object.assign(before, { index, down });
    heads.forEach((it) => it.removeAttribute("aria-sort"));
    heads[index].setAttribute("aria-sort", down ? "descending" : "ascending");
    const value = columns[index].value;
    sorted = [...rows].sort((a, b) => compare(value(a), value(b)) * (down ? -1 : 1));
    draw();
  }
  function draw() {
    const filter = options.filter;
    const matching = filter && wanted ? sorted.filter((row) => filter(row).toLowerCase().includes(wanted)) : sorted;
    fill(
      body,
      matching.slice(0, limit).map((row) =>
        h(
          "tr",
          {},
          columns.map((column) => {
            const value = column.value(row);
            return h("td", { class: column.number && "n" }, column.show ? column.show(value, row) : value);
          }),
        ),
      ),
    );
    more.hidden = matching.length <= limit;
    more.textContent = `Show all ${matching.length} rows`;
  }
  if (before.index === undefined) draw();
  else sort(before.index, before.down ?? true);
  const search = options.filter
    ? h(
        "label",
        {},
        "Filter",
        h("input", {
          type: "search",
          oninput: (/** @type {any} */ e) => ((wanted = e.target.value.toLowerCase()), draw()),
        }),
      )
    : null;
  return h(
    "div",
    {},
    search && h("div", { class: "actions" }, search),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": options.label },
      h("table", {}, h("thead", {}, h("tr", {}, heads)), body),
    ),
    more,
  );
}

/** @param {any} a @param {any} b */
function compare(a, b) {
  if (typeof a === "number" || typeof b === "number") return (a ?? -Infinity) - (b ?? -Infinity);
  return String(a ?? "").localeCompare(String(b ?? ""));
}

/** @param {any} problem */
export function notice(problem) {
  if (problem instanceof Problem) {
    return h(
      "div",
      { class: "notice", role: "alert" },
      h("p", {}, h("strong", {}, problem.title)),
      problem.detail && h("p", {}, problem.detail),
      problem.remedy && h("p", {}, "What to do: ", problem.remedy),
    );
  }
  return h(
    "div",
    { class: "notice", role: "alert" },
    h("p", {}, h("strong", {}, "This page failed")),
    h("p", {}, String(problem)),
  );
}

/**
 * Opens a document of the API as a separate page; a link can't carry the token of a sign-in.
 * @param {string} path
 * @param {string} file name for saving it
 * @param {string} text
 * @param {Record<string, any>} [parameters]
 */
export function page(path, file, text, parameters = {}) {
  const asPage = { ...parameters, format: "html" };
  return signedIn()
    ? h("button", { type: "button", onclick: () => download(path, file, asPage) }, "Save: " + text)
    : h("a", { href: address(path, asPage), target: "_blank", rel: "noopener" }, text);
}

/** @param {string} text */
export const soft = (text) => h("p", { class: "soft" }, text);

/** The expected pause of captures: the doctor's estimate. */
function expectedPause() {
  const place = soft("");
  get("/doctor", { target: target(), store: false })
    .then(({ checks }) => {
      const pause = checks.find((/** @type {any} */ it) => it.id === "pause");
      if (pause) fill(place, `Expected now: ${pause.found}. ${pause.remedy}`);
    })
    .catch(() => {}); // a missing estimate does not disable the button
  return place;
}

/**
 * A form for an action, with its cost for the target.
 * @param {{verb: string, cost: string, pauses?: boolean, inputs?: HTMLElement[], run: (form: HTMLFormElement) => Promise<import("./dom.js").Child>}} action
 */
export function action({ verb, cost, pauses = false, inputs = [], run }) {
  const result = h("div", { "aria-live": "polite" });
  const button = h("button", { class: "first", type: "submit" }, verb);
  /** @type {HTMLFormElement} */
  const form = h(
    "form",
    {
      onsubmit: async (/** @type {Event} */ e) => {
        e.preventDefault();
        button.disabled = true;
        fill(result, soft("Working…"));
        try {
          fill(result, await run(form));
        } catch (problem) {
          fill(result, notice(problem));
        } finally {
          button.disabled = false;
        }
      },
    },
    inputs,
    button,
  );
  return h("section", {}, form, soft(cost), pauses && expectedPause(), result);
}

/**
 * Creates button listeners, which run an action and show its result or error.
 * @param {Element} place for the message
 * @param {() => Promise<void>} after
 * @returns {(work: () => Promise<any>) => () => Promise<void>}
 */
export const doing = (place, after) => (work) => async () => {
  try {
    await work();
    fill(place);
    await after();
  } catch (problem) {
    fill(place, notice(problem));
  }
};

/**
 * @param {string} label
 * @param {string} name
 * @param {Record<string, any>} [properties]
 */
export const input = (label, name, properties = {}) => h("label", {}, label, h("input", { name, ...properties }));

/** @param {string} label @param {string} name @param {boolean} [checked] */
export const check = (label, name, checked = false) =>
  h("label", { class: "check" }, h("input", { type: "checkbox", name, checked }), label);

/** @param {string} label @param {string} name @param {string[]} values */
export const choice = (label, name, values) =>
  h(
    "label",
    {},
    label,
    h(
      "select",
      { name },
      values.map((value) => h("option", { value }, value)),
    ),
  );

/** @param {HTMLFormElement} form @param {string} name @returns {string} */
export const value = (form, name) => String(new FormData(form).get(name) ?? "");

/** @param {HTMLFormElement} form @param {string} name */
export const isChecked = (form, name) => new FormData(form).has(name);

/**
 * Follows a job to its end; resolves to its final state.
 * @param {{id: string}} job
 * @param {Element} place for its progress
 */
export async function follow(job, place) {
  let failures = 0;
  for (;;) {
    if (!place.isConnected) return new Promise(() => {}); // the view was left: the list of jobs shows the end
    let now;
    try {
      now = await get("/jobs/" + encodeURIComponent(job.id));
      failures = 0;
    } catch (problem) {
      if (++failures > 10) throw problem;
      await pause(1000);
      continue;
    }
    if (now.state !== "queued" && now.state !== "running") {
      place.replaceChildren();
      if (now.state !== "done") throw new Problem(now.problem ?? { status: 0, title: "The job was " + now.state });
      return now;
    }
    fill(place, progress(now), cancel(now));
    await pause(500);
  }
}

/** @param {any} job */
export function progress(job) {
  return h(
    "p",
    {},
    h("progress", { max: 1, value: job.progress, "aria-label": "Progress of " + job.kind }),
    ` ${job.phase || job.state}`,
    job.etaSeconds ? `, about ${job.etaSeconds} s more ` : " ",
  );
}

/** @param {any} job */
export function cancel(job) {
  return h(
    "button",
    {
      type: "button",
      "data-of": job.id,
      onclick: (/** @type {any} */ e) =>
        change("DELETE", "/jobs/" + encodeURIComponent(job.id)).catch((problem) =>
          fill(e.target, "Not cancelled: " + problem.message),
        ),
    },
    "Cancel",
  );
}

/** @param {number} millis */
export const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

/** @param {number[]} values */
export function sparkline(values) {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const points = values
    .map(
      (it, i) => `${(60 * i) / Math.max(1, values.length - 1)},${most === least ? 8 : 15 - (14 * (it - least)) / (most - least)}`,
    )
    .join(" ");
  return svg(
    "svg",
    { class: "spark", viewBox: "0 0 60 16", role: "img", "aria-label": "bytes over the last histograms" },
    svg("polyline", { points }),
  );
}

/**
 * @param {string} title
 * @param {...(import("./dom.js").Child | import("./dom.js").Child[])} content
 */
export function section(title, ...content) {
  const element = h("section", {}, h("h2", {}, title));
  add(element, content);
  return element;
}

/** @param {string} text */
export function copyable(text) {
  const button = h("button", { type: "button", onclick: copy }, "Copy");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select it and press Ctrl+C";
    }
  }
  return h("div", { class: "copy" }, h("pre", { tabindex: 0 }, text), button);
}
