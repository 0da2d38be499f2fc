// SPDX-License-Identifier: Apache-2.0
// The page: its header, its views by address, sign-in.
import { get, Problem, signedIn, signIn, signOut, target, UNAUTHORIZED, view as addressOf } from "./api.js";
import { histogram } from "./classes.js";
import { collections } from "./collections.js";
import { advice, doctor } from "./diagnosis.js";
import { fill, h } from "./dom.js";
import { duration } from "./figures.js";
import { heapdump, heapdumps } from "./heapdumps.js";
import { endpoints, jobs, postmortem, postmortems } from "./history.js";
import { memory } from "./memory.js";
import { overview } from "./overview.js";
import { notice, section } from "./parts.js";
import { profile, profiles } from "./profiles.js";
import { recording, recordings } from "./recordings.js";
import { repeat } from "./renewal.js";
import { runs } from "./runs.js";
import { visibleJvms } from "./targets.js";
import { threads } from "./threads.js";

const HEADER_MILLIS = 5000;

/** @typedef {(main: HTMLElement, left: AbortSignal, ...of: string[]) => void | Promise<void>} View `of` are the remaining parts of its address */
/** @type {[string, [string, string, View, View?][]][]} groups, each of path, title, view, view of one item */
const GROUPS = [
  ["Now", [["", "Overview", overview]]],
  [
    "Memory",
    [
      ["memory", "Memory", memory],
      ["classes", "Classes", histogram],
      ["heapdumps", "Heap dumps", heapdumps, heapdump],
    ],
  ],
  [
    "Time",
    [
      ["gc", "GC", collections],
      ["threads", "Threads", threads],
      ["recordings", "Recordings", recordings, recording],
      ["profiles", "Profiles", profiles, profile],
    ],
  ],
  [
    "Evidence",
    [
      ["postmortems", "Post-mortems", postmortems, postmortem],
      ["jobs", "Jobs and rules", jobs],
    ],
  ],
  ["Compare", [["runs", "Runs", runs]]],
  [
    "Set-up",
    [
      ["doctor", "Doctor", doctor],
      ["advice", "Advice", advice],
      ["endpoints", "Endpoints", endpoints],
    ],
  ],
];
const VIEWS = GROUPS.flatMap(([, views]) => views);

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
let left = new AbortController();

/** A part of the address; unchanged if it is not encoded. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Shows the view in the address. */
function show() {
  left.abort();
  left = new AbortController();
  const [path, ...of] = location.hash.replace(/^#\//, "").split("?")[0].split("/").map(decoded);
  const found = VIEWS.find(([name]) => name === path) ?? VIEWS[0];
  const [name, title, all, one] = found;
  fill(
    element("views"),
    GROUPS.map(([group, views]) =>
      h(
        "div",
        { class: "group", role: "group", "aria-label": group },
        h("span", { class: "of", "aria-hidden": "true" }, group),
        views.map(([each, text]) => h("a", { href: addressOf("/" + each), "aria-current": each === name && "page" }, text)),
      ),
    ),
    signedIn() && h("a", { href: "#/", onclick: leave }, "Sign out"),
  );
  document.querySelector(".product a")?.setAttribute("href", addressOf("/"));
  document.title = `${title} – heapsight`;
  const main = element("main");
  fill(main);
  const view = of[0] && one ? one : all;
  const { signal } = left;
  Promise.resolve(view(main, signal, ...of)).catch(
    (problem) => signal.aborted || fill(main, shown(element("notice"), problem) ? null : notice(problem)),
  );
}

/** Signs out, and removes the data of the target from the page. @param {Event} e */
function leave(e) {
  e.preventDefault();
  signOut();
  location.hash = "#/";
  fill(element("target"));
  show();
  header();
}

/** Whether a place shows this problem already: header and view may have the same. @param {Element} place @param {any} problem */
const shown = (place, problem) =>
  problem instanceof Problem && place.querySelector(".notice")?.textContent?.includes(problem.title);

/** Updates the target, and the obstacle to requests. */
async function header() {
  const place = element("notice");
  try {
    const known = await get("/samples", { seconds: 1, target: target() }).catch((problem) => problem);
    if (known instanceof Problem && known.status === UNAUTHORIZED) throw known;
    const targets = await visibleJvms(known instanceof Problem ? null : known);
    if (known instanceof Problem) {
      fill(element("target"), targets.length > 1 && choose(targets, null));
      fill(place, shown(element("main"), known) ? null : notice(known));
      return;
    }
    const jvm = targets.find((/** @type {any} */ it) => it.pid === known.target.pid);
    fill(
      element("target"),
      h("h1", {}, known.target.name),
      h(
        "p",
        {},
        [
          `pid ${known.target.pid}`,
          jvm && `JDK ${jvm.jdkVersion}`,
          jvm && jvm.collector,
          `up ${duration(Math.max(0, Date.now() - Date.parse(known.started)) / 1000)}`,
        ]
          .filter(Boolean)
          .join(", "),
      ),
      targets.length > 1 && choose(targets, known.target.pid),
    );
    fill(place);
  } catch (problem) {
    if (problem instanceof Problem && problem.status === UNAUTHORIZED) signInForm(problem);
    else fill(place, notice(problem));
  }
}

/** Offers the other targets: the name of the present one stands before it. @param {any[]} targets @param {number | null} chosen */
function choose(targets, chosen) {
  return h(
    "select",
    {
      "aria-label": "Other targets",
      onchange: (/** @type {any} */ e) => (location.hash = location.hash.split("?")[0] + "?target=" + e.target.value),
    },
    h("option", { value: chosen ?? "" }, chosen === null ? "choose a target" : "other targets"),
    targets.filter((it) => it.pid !== chosen).map((it) => h("option", { value: it.pid }, `${it.name} (${it.pid})`)),
  );
}

/** @param {Problem} problem */
function signInForm(problem) {
  const place = element("notice");
  if (place.querySelector("form")) return; // keep the form while the user types
  const token = h("input", { type: "password", name: "token", required: true, autocomplete: "off" });
  fill(
    place,
    section("Sign in", h("p", {}, problem.detail)),
    h(
      "form",
      {
        onsubmit: (/** @type {Event} */ e) => {
          e.preventDefault();
          signIn(token.value);
          fill(place);
          header().then(() => (show(), place.querySelector("input")?.focus())); // after a wrong token
        },
      },
      h("label", {}, "Token", token),
      h("button", { class: "first", type: "submit" }, "Sign in"),
    ),
    h("p", { class: "soft" }, "The token stays in this tab until you close it."),
  );
}

addEventListener("hashchange", () => {
  show();
  header();
  element("main").focus();
});
show();
header();
repeat(header, HEADER_MILLIS, new AbortController().signal);
