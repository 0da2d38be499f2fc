// SPDX-License-Identifier: Apache-2.0
// The objects of a heap dump: classes, instances, fields, referrers and dominators.
import { get, view as addressOf } from "./api.js";
import { fill, h } from "./dom.js";
import { bytes, count, percent } from "./figures.js";
import { garbage, locals, paths, threads } from "./heapholders.js";
import { classLink, later, name, objectLink, retained, rows } from "./heaprows.js";
import { action, input, section, soft, table, value } from "./parts.js";

const ROWS = 100;
const PATHS = 3;

/**
 * @param {HTMLElement} main
 * @param {AbortSignal} left
 * @param {string} dump its id
 * @param {string} view
 * @param {string} [of] a class or an address
 */
export async function explorer(main, left, dump, view, of) {
  const show = { classes, instances, paths, objects, dominators, packages, loaders, garbage, threads, locals, query }[view];
  if (!show) throw new Error("no view of a heap dump: " + view);
  fill(main, soft("Reading the heap dump…"));
  const shown = await show(dump, of ?? "");
  if (!left.aborted) fill(main, ways(dump, view), shown);
}

/** The views of the whole dump. @param {string} dump @param {string} [current] */
export function ways(dump, current) {
  return h(
    "p",
    { class: "actions" },
    [
      ["", "Summary"],
      ["classes", "Classes of the dump"],
      ["dominators", "Dominator tree"],
      ["packages", "Packages"],
      ["loaders", "Class loaders"],
      ["garbage", "Garbage"],
      ["threads", "Threads of the dump"],
      ["query", "Query"],
    ].map(([view, text]) =>
      h("a", { href: addressOf(`/heapdumps/${dump}${view && "/" + view}`), "aria-current": view === current && "page" }, text),
    ),
  );
}

/** @param {string} dump */
async function classes(dump) {
  const { classes, total } = await get(`/heapdumps/${dump}/classes`, { top: 1000 });
  return section(
    "Classes",
    classes.length < total && soft(`The ${count(classes.length)} largest by retained size, of ${count(total)}.`),
    table(
      [
        { title: "Class", value: (c) => c.name, show: (text) => classLink(dump, text) },
        { title: "Loader", value: (c) => c.loader ?? "boot" },
        { title: "Retained", number: true, value: (c) => c.retainedBytes, show: count },
        { title: "Bytes", number: true, value: (c) => c.bytes, show: count },
        { title: "Objects", number: true, value: (c) => c.objects, show: count },
        { title: "Unreachable bytes", number: true, value: (c) => c.unreachableBytes, show: count },
      ],
      classes,
      { label: "Classes", filter: (c) => c.name },
    ),
  );
}

/** @param {string} dump @param {string} of */
async function instances(dump, of) {
  const it = await get(`/heapdumps/${dump}/classes/${encodeURIComponent(of)}/instances`, { top: ROWS });
  return section(
    "Instances of " + of,
    h(
      "p",
      {},
      h("a", { href: addressOf(`/heapdumps/${dump}/paths/${encodeURIComponent(of)}`) }, "Paths from GC roots to all of them"),
    ),
    rows(dump, it, "Instances"),
  );
}

/** @param {string} dump @param {string} address */
async function objects(dump, address) {
  const path = `/heapdumps/${dump}/objects/${encodeURIComponent(address)}`;
  const it = await get(path);
  return h(
    "div",
    {},
    section(name(it.object), facts(dump, it)),
    section(it.fields.length > 0 ? "Fields" : "No fields", it.fields.length > 0 && fields(dump, it.fields)),
    later("Path to the GC root", true, async () => rootPaths(dump, await get(path + "/path-to-root", { count: PATHS }))),
    later("Referrers", true, async () => rows(dump, await get(path + "/referrers", { top: ROWS }), "Referrers", "By its field")),
    later("References", false, async () =>
      rows(dump, await get(path + "/references", { top: ROWS }), "References", "By the field"),
    ),
    later("Dominated objects", false, async () =>
      branch(dump, await get(`/heapdumps/${dump}/dominators`, { of: address, top: ROWS })),
    ),
  );
}

/** @param {string} dump @param {any} it */
function facts(dump, it) {
  /** @type {[string, import("./dom.js").Child][]} */
  const all = [
    ["Address", it.object.address],
    ["Class", classLink(dump, it.object.class)],
    ["Class loader", it.loader ?? "boot"],
    ["Shallow", bytes(it.object.shallowBytes)],
    ["Retained", retained(it.object)],
    ["Length", it.length === null ? null : count(it.length)],
    ["GC root", it.root],
    ["Dominator", it.dominator && objectLink(dump, it.dominator)],
  ];
  return h(
    "dl",
    {},
    all
      .filter(([, value]) => value !== null)
      .map(([title, value]) => h("div", { class: "key" }, h("dt", {}, title), h("dd", {}, value))),
  );
}

/** @param {string} dump @param {any[]} all */
function fields(dump, all) {
  return table(
    [
      { title: "Field", value: (f) => f.name },
      { title: "Value", value: (f) => f.value ?? "", show: (text, f) => (f.object ? objectLink(dump, f.object) : text) },
      {
        title: "Retained",
        number: true,
        value: (f) => f.object?.retainedBytes ?? -1,
        show: (_, f) => (f.object ? retained(f.object) : ""),
      },
      { title: "Type", value: (f) => (f.static ? "static " : "") + f.type },
      { title: "Declared by", value: (f) => f.declaredBy },
    ],
    all,
    { label: "Fields" },
  );
}

/** @param {string} dump @param {any} it */
function rootPaths(dump, it) {
  return h(
    "div",
    {},
    it.notes.map(soft),
    it.paths.length === 0 && soft("No GC root reaches it: it is unreachable."),
    it.paths.map((/** @type {any} */ path) =>
      h(
        "ol",
        {},
        path.steps.map((/** @type {import("./heaprows.js").Row} */ step, /** @type {number} */ i) =>
          h("li", {}, i === 0 ? `${path.root}: ` : `.${step.via} `, objectLink(dump, step)),
        ),
      ),
    ),
  );
}

/** @param {string} dump */
async function dominators(dump) {
  const it = await get(`/heapdumps/${dump}/dominators`, { top: ROWS });
  return section(
    "Dominator tree",
    soft("The objects that are freed together with an object. Open an object to see what it dominates."),
    branch(dump, it),
  );
}

/** One level of the tree; opening a node loads the next one. @param {string} dump @param {any} it */
function branch(dump, it) {
  const whole =
    it.of?.retainedBytes ??
    it.objects.reduce(
      (/** @type {number} */ sum, /** @type {import("./heaprows.js").Row} */ row) => sum + (row.retainedBytes ?? 0),
      0,
    );
  return h(
    "div",
    {},
    it.notes.map(soft),
    it.objects.length === 0 && soft("Nothing."),
    it.objects.map((/** @type {import("./heaprows.js").Row} */ row) =>
      later(`${name(row)}: ${retained(row)}, ${percent((row.retainedBytes ?? 0) / whole)}`, false, async () =>
        h(
          "div",
          {},
          h("p", {}, objectLink(dump, row), ` at ${row.address}`),
          branch(dump, await get(`/heapdumps/${dump}/dominators`, { of: row.address, top: ROWS })),
        ),
      ),
    ),
    it.total > it.objects.length && soft(`${count(it.total - it.objects.length)} smaller ones are not shown.`),
  );
}

/** @param {string} dump */
async function packages(dump) {
  return section(
    "Packages",
    soft("Retained size of the objects that no other object dominates, by package; nothing is counted twice."),
    packagesIn(dump, await get(`/heapdumps/${dump}/packages`, { top: ROWS })),
  );
}

/** One level of packages. @param {string} dump @param {any} it */
function packagesIn(dump, it) {
  return h(
    "div",
    {},
    it.packages.map((/** @type {any} */ row) => {
      const text = `${row.name}: ${bytes(row.retainedBytes)}, ${percent(row.retainedBytes / it.of.retainedBytes)}, ${count(row.objects)} objects`;
      return row.package
        ? later(text, false, async () =>
            packagesIn(dump, await get(`/heapdumps/${dump}/packages`, { package: row.name, top: ROWS })),
          )
        : h("p", {}, classLink(dump, row.name), text.slice(row.name.length));
    }),
  );
}

/** @param {string} dump */
async function loaders(dump) {
  const [all, twice] = await Promise.all([
    get(`/heapdumps/${dump}/loaders`, { top: 1000 }),
    get(`/heapdumps/${dump}/duplicate-classes`, { top: 1000 }),
  ]);
  return h(
    "div",
    {},
    section(
      "Class loaders",
      table(
        [
          {
            title: "Class loader",
            value: (l) => l.class,
            show: (text, l) => (l.address ? h("a", { href: addressOf(`/heapdumps/${dump}/objects/${l.address}`) }, text) : text),
          },
          { title: "Name", value: (l) => l.name ?? "" },
          { title: "Classes", number: true, value: (l) => l.classes, show: count },
          { title: "Objects", number: true, value: (l) => l.instances, show: count },
          { title: "Bytes", number: true, value: (l) => l.bytes, show: count },
          { title: "Retained", number: true, value: (l) => l.retainedBytes, show: count },
        ],
        all.loaders,
        { label: "Class loaders" },
      ),
    ),
    section(
      "Classes that several loaders define",
      twice.names.length === 0
        ? soft("None.")
        : table(
            [
              { title: "Class", value: (c) => c.name, show: (text) => classLink(dump, text) },
              { title: "Loaders", number: true, value: (c) => c.loaders, show: count },
              { title: "Objects", number: true, value: (c) => c.objects, show: count },
              { title: "Bytes", number: true, value: (c) => c.bytes, show: count },
            ],
            twice.names,
            { label: "Classes that several loaders define", filter: (c) => c.name },
          ),
    ),
  );
}

/** @param {string} dump */
async function query(dump) {
  return section(
    "Query",
    action({
      verb: "Run",
      cost: "Reads the heap dump once, without effect on the target. Conditions over class, package, loader, shallow, retained, length, size and field.NAME, joined by and, or, not; sort by, group by class, package or loader, limit.",
      inputs: [
        input("Query", "q", {
          required: true,
          size: 60,
          placeholder: "class = java.util.HashMap and size > 1000 sort by retained",
        }),
      ],
      run: async (form) => found(dump, await get(`/heapdumps/${dump}/query`, { q: value(form, "q"), top: ROWS })),
    }),
  );
}

/** @param {string} dump @param {any} it */
function found(dump, it) {
  const objects = it.objects.map((/** @type {any} */ row) => ({ ...row.object, elements: row.elements }));
  return h(
    "div",
    {},
    soft(`${count(it.total)} objects, shallow size ${bytes(it.shallowBytes)}; ${count(it.unreachable)} unreachable.`),
    it.groupedBy
      ? table(
          [
            { title: "Group", value: (g) => g.name, show: (text) => (it.groupedBy === "class" ? classLink(dump, text) : text) },
            { title: "Objects", number: true, value: (g) => g.objects, show: count },
            { title: "Shallow", number: true, value: (g) => g.shallowBytes, show: bytes },
            { title: "Retained, added up", number: true, value: (g) => g.retainedBytes, show: bytes },
          ],
          it.groups,
          { label: "Groups" },
        )
      : rows(dump, { objects, total: it.total, notes: it.notes }, "Objects found"),
  );
}
