// SPDX-License-Identifier: Apache-2.0
// Threads: deadlocks and stuck ones first, then groups of equal stacks.
import { get, target } from "./api.js";
import { fill, h } from "./dom.js";
import { duration, time } from "./figures.js";
import { action, check, choice, isChecked, section, soft, table, value } from "./parts.js";

/** @param {HTMLElement} main */
export function threads(main) {
  fill(
    main,
    section(
      "Threads",
      action({
        verb: "Take thread dumps",
        cost: "Each dump stops the application for a few milliseconds at a safepoint. Three dumps show which threads are stuck. For all virtual threads, the application allocates about 15 kB for each.",
        inputs: [
          choice("Dumps", "count", ["1", "3", "5"]),
          choice("Interval", "interval", ["1s", "5s", "10s"]),
          check("All virtual threads", "virtual"),
        ],
        run: async (form) =>
          shown(
            await get("/threads", {
              count: value(form, "count"),
              interval: value(form, "interval"),
              virtual: isChecked(form, "virtual"),
              target: target(),
            }),
          ),
      }),
    ),
  );
}

/** @param {any} it */
function shown(it) {
  return h(
    "div",
    {},
    soft(`${it.threads.length + it.omittedThreads} threads${virtual(it)} at ${time(it.takenAt)} UTC.`),
    it.deadlocks.map((/** @type {string[]} */ cycle) => h("p", { class: "up" }, "Deadlock: ", cycle.join(" → "))),
    it.stuck.length > 0 &&
      table(
        [
          { title: "Stuck thread", value: (s) => s.thread },
          { title: "In", value: (s) => s.frame },
          { title: "For", number: true, value: (s) => s.seconds, show: duration },
          { title: "CPU", number: true, value: (s) => s.cpuSeconds, show: duration },
        ],
        it.stuck,
        { label: "Stuck threads" },
      ),
    it.groups.map((/** @type {any} */ group) =>
      h(
        "details",
        {},
        h("summary", {}, `${group.count} × ${group.state ?? "virtual or carrier"}: ${group.stack[0] ?? "no Java frame"}`),
        h("p", { class: "soft" }, group.threads.join(", "), more(group)),
        group.waitsFor.map((/** @type {any} */ it) => h("p", {}, awaited(it))),
        h("pre", { tabindex: 0 }, group.stack.join("\n")),
      ),
    ),
    it.notes.map(soft),
  );
}

/** @param {any} it */
function virtual(it) {
  return it.virtualThreads ? `, ${it.virtualThreads.count} of them virtual,` : "";
}

/** @param {any} group */
function more(group) {
  const left = group.count - group.threads.length;
  return left > 0 ? `, and ${left} more` : "";
}

/** @param {any} it */
function awaited(it) {
  const object = it.address === null ? "" : `, all of them the one at ${it.address}`;
  const holder = it.owner === null ? "" : `, which thread #${it.owner} holds`;
  return `${it.count} ${it.relation.replace("-", " ")} ${it.class}${object}${holder}`;
}
