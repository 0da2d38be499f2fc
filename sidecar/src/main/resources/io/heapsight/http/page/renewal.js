// SPDX-License-Identifier: Apache-2.0
// Content that is requested again and again: what the user does in it stays.
import { fill } from "./dom.js";

/** A request without an answer for so long is not waited for. */
const PATIENCE_MILLIS = 30_000;

/**
 * Repeats work until the view is left, not while the page is hidden. A slow sidecar has one request of it at a time.
 * @param {() => Promise<void>} work
 * @param {number} millis interval
 * @param {AbortSignal} left
 */
export function repeat(work, millis, left) {
  if (left.aborted) return;
  let since = -Infinity;
  const timer = setInterval(() => {
    const now = performance.now();
    if (document.hidden || now - since < PATIENCE_MILLIS) return;
    since = now;
    work().finally(() => (since = since === now ? -Infinity : since));
  }, millis);
  left.addEventListener("abort", () => clearInterval(timer));
}

/**
 * Replaces content. The focus, opened details and scrolled tables stay.
 * @param {Element} place
 * @param {...(import("./dom.js").Child | import("./dom.js").Child[])} children
 */
export function renew(place, ...children) {
  const active = document.activeElement;
  const focused = active !== null && place.contains(active) ? identity(active) : null;
  const details = () => [...place.querySelectorAll("details")];
  const tables = () => [...place.querySelectorAll(".scroll")];
  const opened = details().map((it) => it.open);
  const scrolled = tables().map((it) => it.scrollLeft);
  fill(place, ...children);
  details().forEach((it, i) => (it.open ||= opened[i] ?? false));
  tables().forEach((it, i) => (it.scrollLeft = scrolled[i] ?? 0));
  if (focused === null) return;
  const same = [...place.querySelectorAll("a, button, summary, [tabindex]")].find((it) => identity(it) === focused);
  /** @type {HTMLElement | null} */ (same ?? place.closest("main"))?.focus({ preventScroll: true });
}

/** An element that can have the focus, by its place and its subject. @param {Element} it */
const identity = (it) =>
  [
    it.closest("[role=region]")?.getAttribute("aria-label"),
    it.tagName,
    it.getAttribute("data-of") ?? it.getAttribute("href"),
    it.tagName === "BUTTON" || it.tagName === "A" ? it.textContent : "",
  ].join(" ");
