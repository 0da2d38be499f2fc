// SPDX-License-Identifier: Apache-2.0
// What was collected, newest first, and where it is.
import { get, view } from "./api.js";
import { h } from "./dom.js";
import { age, bytes } from "./figures.js";
import { section, soft, table } from "./parts.js";

const SHOWN = 8;

/** @typedef {{kind: string, at: string, target: string, bytes: number | null, path: string}} Item */

/** Path of a list, what each item is, and the field of its time. @type {[string, string, string][]} */
const LISTS = [
  ["/postmortems", "post-mortem", "diedAt"],
  ["/heapdumps", "heap dump", "takenAt"],
  ["/recordings", "recording", "startedAt"],
  ["/profiles", "profile", "startedAt"],
  ["/histogram/kept", "histogram", "takenAt"],
  ["/threads/kept", "thread dump", "takenAt"],
];

/** @returns {Promise<{all: Item[], failed: string[]}>} failed lists, with the reasons */
async function items() {
  /** @type {string[]} */
  const failed = [];
  const list = (/** @type {string} */ path, /** @type {string} */ kind) =>
    get(path).catch((problem) => {
      failed.push(`${kind}s (${problem.message})`);
      return {};
    });
  const answers = await Promise.all(LISTS.map(([path, kind]) => list(path, kind)));
  const all = answers
    .flatMap((answer, i) => {
      const [path, kind, at] = LISTS[i];
      /** @type {any[]} */
      const all = Object.values(answer).find(Array.isArray) ?? [];
      return all.map((it) => ({
        kind,
        at: it[at],
        target: it.target?.name ?? "",
        bytes: it.bytes ?? null,
        path: `${path}/${it.id}`,
      }));
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1));
  return { all, failed };
}

export async function collected() {
  const { all, failed } = await items();
  if (failed.length === LISTS.length) return null; // the header has the reason
  return section(
    "What was collected",
    failed.length > 0 && soft(`Not readable now: ${failed.join(", ")}.`),
    all.length === 0
      ? failed.length === 0 &&
          h(
            "p",
            { class: "soft" },
            "Heap dumps, recordings, profiles and post-mortems will be listed here. A ",
            h("a", { href: view("/recordings") }, "recording"),
            " costs about 1 % of CPU time and no pause; a ",
            h("a", { href: view("/heapdumps") }, "heap dump"),
            " pauses the target.",
          )
      : table(
          [
            {
              title: "What",
              value: (it) => it.kind,
              show: (kind, it) => (hasView(it) ? h("a", { href: view(it.path) }, kind) : kind),
            },
            { title: "When", value: (it) => it.at, show: age },
            { title: "Target", value: (it) => it.target },
            { title: "Size", number: true, value: (it) => it.bytes, show: bytes },
            { title: "Where", value: (it) => it.path, show: (path) => h("code", {}, path) },
          ],
          all.slice(0, SHOWN),
          { label: "What was collected", again: true },
        ),
    all.length > SHOWN && soft(`The newest ${SHOWN} of ${all.length}.`),
  );
}

/** @param {Item} it */
const hasView = (it) => !it.path.includes("/kept/");
