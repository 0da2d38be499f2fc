// Opens pages in Debian's Chromium, light and dark, at 320, 480 and 1280 pixels: nothing overflows, axe finds nothing, names stay in sight.
// node check.mjs SCREENSHOTS PAGE...
import { mkdirSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { Checks, overflow, violations } from "./looks.mjs";

const [screenshots, ...pages] = process.argv.slice(2);
const WIDTHS = [320, 480, 1280];
const checks = new Checks();
const check = checks.check.bind(checks);

/** A long table shows 20 rows until its box is ticked, and its names stay where they are when it is scrolled. */
async function tables(page) {
  return page.evaluate(() => {
    const problems = [];
    for (const region of document.querySelectorAll(".scroll")) {
      const rows = [...region.querySelectorAll("tbody tr")];
      const box = region.parentElement.querySelector("input.unfold");
      const shown = () => rows.filter((row) => row.getClientRects().length).length;
      if (rows.length > 25 && (!box || shown() !== 20)) problems.push(`${region.ariaLabel}: ${shown()} of ${rows.length} rows are shown`);
      if (box && region.parentElement.querySelectorAll(".scroll").length === 1) {
        box.checked = true;
        if (shown() !== rows.length) problems.push(`${region.ariaLabel}: does not unfold`);
        box.checked = false;
      }
      const name = region.querySelector("tbody th");
      region.scrollLeft = 10_000;
      if (name && name.getBoundingClientRect().left < region.getBoundingClientRect().left - 1) problems.push(`${region.ariaLabel}: names leave when it is scrolled`);
      region.scrollLeft = 0;
    }
    return problems;
  });
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
mkdirSync(screenshots, { recursive: true });
for (const file of pages) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
      const page = await context.newPage();
      const errors = [];
      page.on("pageerror", (error) => errors.push(error.message));
      await page.goto(pathToFileURL(resolve(file)).href);
      const name = `${basename(file, ".html")}-${width}-${colorScheme}`;
      check(`${name}: script`, errors);
      check(`${name}: overflow`, await overflow(page));
      check(`${name}: tables`, await tables(page));
      check(`${name}: axe`, await violations(page));
      await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true });
      await context.close();
    }
  }
}
await browser.close();
checks.end();
