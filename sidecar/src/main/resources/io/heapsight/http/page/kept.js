// SPDX-License-Identifier: Apache-2.0
// A view of stored files: a form that creates one, their list, and actions for each.
import { change, get, send, target, view as addressOf } from "./api.js";
import { fill, h } from "./dom.js";
import { time } from "./figures.js";
import { action, doing, follow, notice, section, soft, table } from "./parts.js";

/**
 * @typedef {object} Kind
 * @property {string} title
 * @property {string} path of the list: /heapdumps
 * @property {string} verb
 * @property {string} cost to the target, in words
 * @property {boolean} [pauses] whether to show the expected pause
 * @property {HTMLElement[]} inputs
 * @property {(form: HTMLFormElement) => Record<string, any>} parameters of the request that creates one
 * @property {(form: HTMLFormElement) => BodyInit | null} [body] of this request
 * @property {string} takenAt the field with its time
 * @property {import("./parts.js").Column[]} columns in addition to time and target
 * @property {(it: any) => boolean} opens whether it has a view
 * @property {(it: any, run: (text: string, work: () => Promise<any>) => HTMLElement, place: Element) => import("./dom.js").Child[]} buttons
 */

/** @param {HTMLElement} main @param {AbortSignal} left @param {Kind} kind */
export async function keptFiles(main, left, kind) {
  const kept = h("div", {});
  const place = h("div", { "aria-live": "polite" });
  fill(
    main,
    section(
      kind.title,
      action({
        verb: kind.verb,
        cost: kind.cost,
        pauses: kind.pauses,
        inputs: kind.inputs,
        run: async (form) => {
          const parameters = { ...kind.parameters(form), target: target() };
          const started = await send("POST", kind.path, parameters, { body: kind.body?.(form) ?? null });
          const done = await follow(await started.json(), place);
          await list();
          return soft(done.result ? "Done." : "Done, without a summary.");
        },
      }),
      place,
      kept,
    ),
  );
  async function list() {
    try {
      const all = (await get(kind.path))[kind.path.slice(1)];
      if (!left.aborted)
        fill(kept, all.length === 0 ? soft("Nothing is stored. What you take here, or rules take, will be listed.") : rows(all));
    } catch (problem) {
      fill(kept, notice(problem));
    }
  }
  const listener = doing(place, list);
  /** @param {string} text @param {() => Promise<any>} work */
  const button = (text, work) => h("button", { type: "button", onclick: listener(work) }, text);
  /** @param {any[]} all */
  function rows(all) {
    return table(
      [
        {
          title: "Taken at (UTC)",
          value: (it) => it[kind.takenAt],
          show: (at, it) => (kind.opens(it) ? h("a", { href: addressOf(`${kind.path}/${it.id}`) }, time(at)) : time(at)),
        },
        { title: "Target", value: (it) => it.target.name },
        ...kind.columns,
        {
          title: "Actions",
          value: (it) => it.id,
          show: (id, it) =>
            h(
              "span",
              { class: "actions" },
              kind.buttons(it, button, place),
              button("Delete", () => change("DELETE", `${kind.path}/${id}`)),
            ),
        },
      ],
      all,
      { label: kind.title },
    );
  }
  await list();
}
