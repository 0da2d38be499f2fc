// What is looked at on any page: accessibility, overflow; and the count of what held.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export class Checks {
  passed = 0;
  failed = 0;

  check(name, problems) {
    if (problems.length) {
      this.failed++;
      console.log(`FAILED ${name}`);
      problems.slice(0, 10).forEach((problem) => console.log(`    ${problem}`));
    } else {
      this.passed++;
    }
  }

  end() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
    process.exit(this.failed ? 1 : 0);
  }
}

/** What axe finds; of some impacts only, where they are given. */
export async function violations(page, impacts) {
  await page.evaluate(axe);
  const result = await page.evaluate(() => globalThis.axe.run(document));
  return result.violations
    .filter((rule) => !impacts || impacts.includes(rule.impact))
    .flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 120)} ${node.failureSummary?.replaceAll("\n", " ").slice(0, 200) ?? ""}`));
}

/** What reaches beyond the window, unless something around it scrolls. */
export async function overflow(page) {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide <= 0) return [];
    const found = [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest(".scroll"));
    return [`the page is ${wide} pixels too wide`, ...found.slice(0, 5).map((each) => each.outerHTML.slice(0, 120))];
  });
}
