// SPDX-License-Identifier: Apache-2.0
// Present and past holders of objects in a heap dump: merged paths from GC roots, threads with their stacks, garbage roots.
import { get, view as addressOf } from "./api.js";
import { h } from "./dom.js";
import { bytes, count } from "./figures.js";
import { classLink, objectLink, retained } from "./heaprows.js";
import { section, soft, table } from "./parts.js";

const ROWS = 1000;
const PATH_ROWS = 200;
/** Rows below this depth show it as a number. */
const MOST_INDENT = 12;

/** @typedef {import("./heaprows.js").Row & {depth: number, root?: string, objectsBelow: number, bytesBelow: number, more: number, moreObjects: number}} PathRow */

/** @param {string} dump */
export async function garbage(dump) {
  const it = await get(`/heapdumps/${dump}/garbage/roots`, { top: ROWS });
  return section(
    "Garbage by its roots",
    soft(
      `${count(it.roots)} garbage roots, which no other garbage refers to, hold ${bytes(it.bytes)}. ${bytes(it.onCycles.bytes)} are on cycles.`,
    ),
    it.classes.length < it.total && soft(`The ${count(it.classes.length)} largest of ${count(it.total)} classes.`),
    table(
      [
        { title: "Class of the root", value: (g) => g.class, show: (text) => classLink(dump, text) },
        { title: "Roots", number: true, value: (g) => g.roots, show: count },
        { title: "Objects below", number: true, value: (g) => g.objects, show: count },
        { title: "Bytes below", number: true, value: (g) => g.bytes, show: bytes },
        {
          title: "Largest root",
          value: (g) => g.largest,
          show: (address) => h("a", { href: addressOf(`/heapdumps/${dump}/objects/${address}`) }, address),
        },
      ],
      it.classes,
      { label: "Garbage by its roots", filter: (g) => g.class },
    ),
  );
}

/** @param {string} dump */
export async function threads(dump) {
  const it = await get(`/heapdumps/${dump}/threads`, { top: ROWS });
  return section(
    "Threads of the dump",
    it.threads.length < it.total && soft(`The ${count(it.threads.length)} largest by retained size, of ${count(it.total)}.`),
    table(
      [
        { title: "Thread", value: (t) => t.label ?? "", show: (_, t) => objectLink(dump, t) },
        {
          title: "Stack",
          number: true,
          value: (t) => t.number,
          show: (number) => h("a", { href: addressOf(`/heapdumps/${dump}/locals/${number}`) }, `of ${number}`),
        },
        { title: "Locals", number: true, value: (t) => t.locals, show: count },
        { title: "Retained", number: true, value: (t) => t.retainedBytes ?? -1, show: (_, t) => retained(t) },
      ],
      it.threads,
      { label: "Threads of the dump", filter: (t) => t.label ?? "" },
    ),
  );
}

/** @param {string} dump @param {string} number of a thread */
export async function locals(dump, number) {
  const it = await get(`/heapdumps/${dump}/threads/${encodeURIComponent(number)}/locals`, { top: PATH_ROWS });
  const rows = it.frames.flatMap((/** @type {any} */ frame) =>
    frame.locals.length === 0
      ? [{ frame: frame.frame }]
      : frame.locals.map((/** @type {any} */ local) => ({ frame: frame.frame, local })),
  );
  const shown = rows.filter((/** @type {any} */ row) => row.local).length;
  return section(
    `Stack of thread ${number}`,
    h(
      "p",
      {},
      objectLink(dump, it.thread),
      ` retains ${retained(it.thread)}: ${count(it.totalFrames)} frames, ${count(it.thread.locals)} locals`,
      shown < it.thread.locals && `; the ${count(shown)} largest are shown`,
    ),
    table(
      [
        { title: "Frame", value: (row) => row.frame },
        { title: "Local", value: (row) => row.local?.class ?? "", show: (_, row) => row.local && objectLink(dump, row.local) },
        { title: "Kind", value: (row) => row.local?.via ?? "" },
        {
          title: "Retained",
          number: true,
          value: (row) => row.local?.retainedBytes ?? -1,
          show: (_, row) => row.local && retained(row.local),
        },
      ],
      rows,
      { label: "Frames and their locals", filter: (row) => row.frame, limit: PATH_ROWS },
    ),
  );
}

/** @param {string} dump @param {string} of a class */
export async function paths(dump, of) {
  const it = await get(`/heapdumps/${dump}/classes/${encodeURIComponent(of)}/merged-paths`, { top: PATH_ROWS });
  return h(
    "div",
    {},
    section(
      "What holds " + of,
      h(
        "p",
        {},
        "GC roots reach ",
        classLink(dump, of),
        `: ${count(it.strong.objects)} objects, ${bytes(it.strong.bytes)}, and ${count(it.weaklyHeld)} more only through soft, weak or phantom references; ${count(it.unreachable)} are unreachable. The shortest paths to them, merged.`,
      ),
      it.strong.objects > 0 && tree(dump, it.strong, "Merged paths"),
    ),
  );
}

/** @param {string} dump @param {any} it @param {string} label */
function tree(dump, it, label) {
  const rows = it.rows.map((/** @type {PathRow} */ row, /** @type {number} */ index) => ({ ...row, index }));
  return h(
    "div",
    {},
    table(
      [
        { title: "Path", value: (row) => -row.index, show: (_, row) => step(dump, row) },
        { title: "Objects below", number: true, value: (row) => row.objectsBelow, show: count },
        { title: "Bytes below", number: true, value: (row) => row.bytesBelow, show: bytes },
        {
          title: "More below",
          value: (row) => row.moreObjects,
          show: (objects, row) => (row.more === 0 ? "" : `${count(row.more)} lead to ${count(objects)} objects`),
        },
      ],
      rows,
      { label, limit: PATH_ROWS },
    ),
    it.moreRoots > 0 && soft(`${count(it.moreRoots)} more roots lead to ${count(it.moreObjects)} objects.`),
  );
}

/** @param {string} dump @param {PathRow} row */
function step(dump, row) {
  const indent = "\u00a0\u00a0".repeat(Math.min(row.depth, MOST_INDENT)) + (row.depth > MOST_INDENT ? `(${row.depth}) ` : "");
  return h("span", {}, indent + (row.root ? `${row.root}: ` : `.${row.via} `), objectLink(dump, row));
}
