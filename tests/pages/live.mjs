// Uses the page of a running sidecar as a person does: each view, each action, in Debian's Chromium.
// node live.mjs SCREENSHOTS URL TOKEN OTHER-URL: OTHER-URL is the same sidecar by an address that is not loopback's.
// SIGUSR2 to its parent asks for the target to be ended, and once more for a new one.
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { Checks, overflow, violations } from "./looks.mjs";

const [screenshots, url, token, other] = process.argv.slice(2);
const VIEWS = ["", "memory", "doctor", "advice", "classes", "threads", "heapdumps", "recordings", "profiles", "runs", "jobs", "postmortems", "endpoints"];
const SEVERE = ["serious", "critical"];
const PATIENCE = { timeout: 60_000 };
const FIRST_VIEW_BYTES = 250_000;
/** Its switches ask the sidecar itself: what they do is the target's business. */
const EXPERIMENT = `
target: Hostile
duration: 4s
repetitions: 2
arms:
  - {name: one, switch: {url: "${url}/healthz", method: GET}}
  - {name: two, switch: {url: "${url}/healthz", method: GET}}
`;
const checks = new Checks();
const check = checks.check.bind(checks);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
mkdirSync(screenshots, { recursive: true });

/** A tab that keeps what its console says against it. Policy stays on: axe is put in by the debugger. */
async function open(view, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.said = [];
  page.on("pageerror", (error) => page.said.push(error.message));
  page.on("console", (message) => {
    // What the API refuses is shown on the page; the browser's own line of it is no error of the page.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) page.said.push(message.text());
  });
  await page.goto(`${options.url ?? url}/#/${view}`);
  return page;
}

async function step(name, page, work) {
  const problems = [];
  try {
    await work();
  } catch (error) {
    problems.push(error.message.split("\n")[0], await page.locator("main").innerText().then((it) => it.slice(0, 300), () => ""));
  }
  if ((await page.title()) === "broken out") problems.push("a name was run as markup");
  check(name, [...problems, ...page.said.splice(0)]);
}

/** Every view, light and dark, wide and narrow. */
async function look() {
  for (const [width, colorScheme] of [[360, "light"], [1280, "light"], [1280, "dark"]]) {
    const page = await open("", { viewport: { width, height: 900 }, colorScheme });
    for (const view of VIEWS) {
      await page.goto(`${url}/#/${view}`);
      await page.locator("main h2").first().waitFor(PATIENCE);
      const name = `${view || "overview"}-${width}-${colorScheme}`;
      check(`${name}: overflow`, await overflow(page));
      if (width === 1280) check(`${name}: axe`, await violations(page, SEVERE));
      if (view === "") await page.locator(".uplot").first().waitFor(PATIENCE);
      await page.screenshot({ path: `${screenshots}/${name}.png` });
      check(`${name}: console`, page.said.splice(0));
    }
    await page.context().close();
  }
}

async function weigh() {
  const page = await open("memory");
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  await session.send("Network.enable");
  session.on("Network.loadingFinished", (it) => (bytes += it.encodedDataLength));
  await page.goto(`${url}/?#/`);
  await page.locator(".uplot").first().waitFor(PATIENCE);
  check(`first view: ${bytes} bytes`, bytes > 0 && bytes < FIRST_VIEW_BYTES ? [] : [`more than ${FIRST_VIEW_BYTES}`]);
  await page.context().close();
}

async function act() {
  const page = await open("classes");
  const click = (name) => page.getByRole("button", { name, exact: true }).first().click();
  const row = (text) => page.locator("td", { hasText: text }).first().waitFor(PATIENCE);
  await step("histogram", page, async () => {
    await click("Take a histogram");
    await row("Hostile$Order");
    await click("Take a histogram");
    await page.locator("svg.spark").first().waitFor(PATIENCE);
  });
  await step("garbage", page, async () => {
    await click("Count garbage");
    await page.getByText("of the heap was garbage").waitFor(PATIENCE);
  });
  await step("difference of histograms", page, async () => {
    await click("Compare two histograms");
    await page.getByRole("region", { name: "Growth by class" }).waitFor(PATIENCE);
  });
  await page.goto(`${url}/#/threads`);
  await step("threads", page, async () => {
    await click("Take thread dumps");
    await page.locator("summary").first().waitFor(PATIENCE);
    for (const group of await page.locator("summary").all()) await group.click(PATIENCE);
    await page.getByText("<img src=x").first().waitFor(PATIENCE);
    await page.getByText("\\u202eright to left").first().waitFor(PATIENCE);
  });
  check("threads: axe", await violations(page, SEVERE));
  await page.goto(`${url}/#/heapdumps`);
  await step("heap dump, analysed", page, async () => {
    await click("Take a heap dump");
    await page.locator("td a").first().waitFor({ timeout: 120_000 });
    const saved = page.waitForEvent("download", PATIENCE);
    await click("Download redacted");
    await (await saved).cancel();
    await page.locator("td a").first().click();
    await page.getByText("Hostile.KEPT").first().waitFor(PATIENCE);
    await page.locator(".treemap button").first().click();
    await page.locator(".actions button").nth(1).waitFor(PATIENCE);
  });
  check("summary: axe", await violations(page, SEVERE));
  await explore(page);
  await page.goto(`${url}/#/heapdumps`);
  await step("heap dump, deleted", page, async () => {
    await click("Delete");
    await page.getByText("None is kept.").waitFor(PATIENCE);
  });
  await time(page, click);
  await runs(page, click, row);
  await page.goto(`${url}/#/postmortems`);
  await step("incident bundle", page, async () => {
    const saved = page.waitForEvent("download", PATIENCE);
    await page.getByLabel("Leave the target alone").check();
    await click("Download the bundle");
    const bundle = await saved;
    if ((await bundle.failure()) !== null) throw new Error("the bundle was cut");
  });
  await page.goto(`${url}/#/jobs`);
  await step("jobs", page, async () => row("heapdump"));
  await page.context().close();
}

/** From the summary of a heap dump to what holds one object of it. */
async function explore(page) {
  const link = (name) => page.getByRole("link", { name, exact: true }).first().click(PATIENCE);
  const heading = (name) => page.getByRole("heading", { name }).first().waitFor(PATIENCE);
  await step("explorer: classes", page, async () => {
    await link("Classes");
    await link("Hostile$Order");
    await heading("Instances of Hostile$Order");
  });
  check("explorer: instances: axe", await violations(page, SEVERE));
  await step("explorer: an object and its path", page, async () => {
    await page.locator("td a", { hasText: "Hostile$Order" }).first().click(PATIENCE);
    await heading("Hostile$Order");
    await page.locator("td", { hasText: "customer" }).first().waitFor(PATIENCE);
    await page.locator("details ol li").first().waitFor(PATIENCE);
    await page.getByText("References", { exact: true }).click(PATIENCE);
    await page.getByRole("region", { name: "References" }).waitFor(PATIENCE);
  });
  check("explorer: object: axe", await violations(page, SEVERE));
  await page.screenshot({ path: `${screenshots}/explorer-object.png`, fullPage: true });
  await step("explorer: dominator tree", page, async () => {
    await link("Dominator tree");
    await heading("Dominator tree");
    await page.locator("summary").first().click(PATIENCE);
    await page.locator("details .inner details").first().waitFor(PATIENCE);
    await page.locator("details .inner a").first().waitFor(PATIENCE);
  });
  check("explorer: dominator tree: axe", await violations(page, SEVERE));
  await step("explorer: packages and class loaders", page, async () => {
    await link("Packages");
    await page.locator("summary", { hasText: /^java: / }).click(PATIENCE);
    await page.locator("details .inner summary", { hasText: /^java.lang: / }).first().waitFor(PATIENCE);
    await link("Class loaders");
    await page.locator("td", { hasText: "AppClassLoader" }).first().waitFor(PATIENCE);
  });
  check("explorer: class loaders: axe", await violations(page, SEVERE));
  await step("explorer: what holds all objects of a class", page, async () => {
    await link("Classes");
    await link("Hostile$Order");
    await link("What holds all of them");
    await heading("What holds Hostile$Order");
    await page.getByRole("region", { name: "Merged paths" }).getByText(".static KEPT").first().waitFor(PATIENCE);
  });
  check("explorer: merged paths: axe", await violations(page, SEVERE));
  await page.screenshot({ path: `${screenshots}/explorer-paths.png` });
  await step("explorer: garbage by its roots", page, async () => {
    await link("Garbage");
    await page.getByRole("region", { name: "Garbage by its roots" }).getByText("java.util.ArrayList").first().waitFor(PATIENCE);
  });
  await step("explorer: threads and their locals", page, async () => {
    await link("Threads of the dump");
    const named = page.locator("tr", { hasText: "<img src=x" });
    await named.first().waitFor(PATIENCE);
    await named.getByRole("link", { name: /^of / }).click(PATIENCE);
    await heading(/^Stack of thread/);
    await page.locator("td", { hasText: "Hostile.await" }).first().waitFor(PATIENCE);
    await page.locator("td", { hasText: "java.util.concurrent.CountDownLatch" }).first().waitFor(PATIENCE);
  });
  check("explorer: locals: axe", await violations(page, SEVERE));
  await page.screenshot({ path: `${screenshots}/explorer-locals.png` });
  await step("explorer: query", page, async () => {
    await link("Query");
    await page.getByLabel("Query").fill("class = Hostile$Order and garbage");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("region", { name: "Objects found" }).waitFor(PATIENCE);
    await page.getByLabel("Query").fill("class under java group by package");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("region", { name: "Groups" }).getByText("java.util").first().waitFor(PATIENCE);
    await page.getByLabel("Query").fill("class =");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("column 8").waitFor(PATIENCE);
  });
  check("explorer: query: axe", await violations(page, SEVERE));
  await page.screenshot({ path: `${screenshots}/explorer-dominators.png` });
}

/** A recording and a profile, taken, read and deleted. */
async function time(page, click) {
  await page.goto(`${url}/#/recordings`);
  await step("recording, summarised", page, async () => {
    await page.getByLabel("Seconds").selectOption("10");
    await click("Record");
    await page.locator("td a").first().click({ timeout: 120_000 });
    await page.getByText("events in").waitFor(PATIENCE);
    await page.getByRole("heading", { name: "Hot Methods" }).waitFor(PATIENCE);
  });
  check("recording: axe", await violations(page, SEVERE));
  await page.screenshot({ path: `${screenshots}/recording.png`, fullPage: true });
  await page.goto(`${url}/#/profiles`);
  await step("profile, with its methods", page, async () => {
    await page.getByLabel("Event").selectOption("alloc");
    await page.getByLabel("Seconds").selectOption("10");
    await click("Profile");
    await page.locator("td a").first().click({ timeout: 120_000 });
    await page.locator("td", { hasText: "Hostile.main" }).first().waitFor(PATIENCE);
    await page.getByLabel("Package").fill("Hostile");
    await click("Share of a package");
    await page.getByText(/^Hostile: /).waitFor(PATIENCE);
    const flames = page.context().waitForEvent("page", PATIENCE);
    await page.getByRole("link", { name: "Flame graph" }).click();
    await (await flames).locator("canvas").first().waitFor(PATIENCE);
  });
  check("profile: axe", await violations(page, SEVERE));
  await page.screenshot({ path: `${screenshots}/profile.png` });
  for (const view of ["recordings", "profiles"]) {
    await page.goto(`${url}/#/${view}`);
    await step(`${view}, deleted`, page, async () => {
      await click("Delete");
      await page.getByText("None is kept.").waitFor(PATIENCE);
    });
  }
}

/** Whether a run has samples of some seconds, which a comparison needs. Runs in the page. */
async function sampled(name) {
  const run = await fetch("runs/" + name, { headers: { Accept: "application/json" } });
  return (await run.json()).samples.length > 3;
}

async function runs(page, click, row) {
  await page.goto(`${url}/#/runs`);
  await step("runs", page, async () => {
    for (const name of ["A", "B"]) {
      await page.getByLabel("Name, such as INFO#1").fill(name);
      await click("Start a run");
      await row(name);
      await page.getByLabel("Records done by " + name).fill("100");
      await click("Mark records");
      await page.waitForFunction(sampled, name, PATIENCE);
      await click("Stop");
      await page.locator("tr", { hasText: name }).getByText("stopped").waitFor(PATIENCE);
    }
    await page.getByLabel("Experiment file (YAML)").setInputFiles({
      name: "experiment.yaml",
      mimeType: "application/yaml",
      buffer: Buffer.from(EXPERIMENT),
    });
    await click("Run the experiment");
    await row("one#2");
    await page.getByText(/^Done: /).waitFor(PATIENCE);
    for (const name of ["one#1", "one#2", "two#1", "two#2"]) {
      await page.locator("tr", { hasText: name }).getByRole("button", { name: "Delete" }).click();
      await page.locator("td", { hasText: name }).waitFor({ state: "detached", ...PATIENCE });
    }
    await page.getByLabel("Base").fill("A");
    await page.getByLabel("Candidate").fill("B");
    await click("Compare");
    await page.getByRole("region", { name: "Comparison" }).waitFor(PATIENCE);
  });
  check("comparison: axe", await violations(page, SEVERE));
  await step("runs, deleted", page, async () => {
    await click("Delete");
    await page.locator("td", { hasText: /^A$/ }).waitFor({ state: "detached", ...PATIENCE });
    await click("Delete");
    await page.getByText("None is kept.").waitFor(PATIENCE);
  });
}

async function signIn() {
  const page = await open("memory", { url: other });
  await step("sign-in", page, async () => {
    await page.getByLabel("Token").fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("with a token that is not valid").first().waitFor(PATIENCE);
    await page.getByLabel("Token").fill(token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Resident memory").waitFor(PATIENCE);
  });
  await page.context().close();
}

async function targetGone() {
  const page = await open("");
  await page.locator(".uplot").first().waitFor(PATIENCE);
  await step("the target goes", page, async () => {
    process.kill(process.ppid, "SIGUSR2");
    await page.getByText("What to do").first().waitFor(PATIENCE);
  });
  await step("the target comes back", page, async () => {
    process.kill(process.ppid, "SIGUSR2");
    await page.getByRole("heading", { name: "Hostile" }).waitFor(PATIENCE);
    await page.locator(".notice").first().waitFor({ state: "detached", ...PATIENCE });
  });
  await page.context().close();
}

await look();
await weigh();
await act();
await signIn();
await targetGone();
await browser.close();
checks.end();
