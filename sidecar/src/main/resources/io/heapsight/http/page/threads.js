// SPDX-License-Identifier: Apache-2.0
// Threads: deadlocks and stuck ones first, then groups of equal stacks.
import { get, target } from "./api.js";
import { fill, h } from "./dom.js";
import { duration, time } from "./figures.js";
import { action, choice, section, soft, table, value } from "./parts.js";

/** @param {HTMLElement} main */
export function threads(main) {
  fill(
    main,
    section(
      "Threads",
      action({
        verb: "Take thread dumps",
        cost: "Each dump stops the application for a few milliseconds at a safepoint. Three dumps show which threads are stuck.",
        inputs: [choice("Dumps", "count", ["1", "3", "5"]), choice("Interval", "interval", ["1s", "5s", "10s"])],
        run: async (form) =>
          shown(await get("/threads", { count: value(form, "count"), interval: value(form, "interval"), target: target() })),
      }),
    ),
  );
}

/** @param {any} it */
function shown(it) {
  return h(
    "div",
    {},
    soft(`${it.threads.length} threads at ${time(it.takenAt)} UTC.`),
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
        h("p", { class: "soft" }, group.threads.join(", ")),
        h("pre", { tabindex: 0 }, group.stack.join("\n")),
      ),
    ),
    it.notes.map(soft),
  );
}
