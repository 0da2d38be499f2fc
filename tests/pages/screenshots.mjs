// The pictures of the page in README.md and docs/web-page.md: of a sidecar beside its demo that has an analysed heap dump.
// node screenshots.mjs URL FOLDER
import { chromium } from "playwright-core";

const [url, folder] = process.argv.slice(2);
const PATIENCE = { timeout: 60_000 };
const TALL = 800;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });

async function shoot(name, view, width, colorScheme, ready) {
  const context = await browser.newContext({ viewport: { width, height: TALL }, colorScheme });
  const page = await context.newPage();
  await page.goto(`${url}/#/${view}`);
  await page.locator(ready).first().waitFor(PATIENCE);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}

const get = async (path) => (await fetch(url + path, { headers: { Accept: "application/json" } })).json();
const dump = "heapdumps/" + (await get("/heapdumps")).heapdumps.at(-1).id;
const lines = await get(`/${dump}/classes/io.heapsight.demo.LeakingShop$OrderLine/instances`);
await shoot("page", "", 1280, "light", ".uplot");
await shoot("page-360-dark", "", 360, "dark", ".uplot");
await shoot("page-object", `${dump}/objects/${lines.objects[0].address}`, 1280, "light", "details ol li");
await browser.close();
