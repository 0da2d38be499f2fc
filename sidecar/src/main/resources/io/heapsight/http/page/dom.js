// SPDX-License-Identifier: Apache-2.0
// Creates elements. Data of a target is inserted as text, never as markup.

/** Attributes that people read. */
const READ = new Set(["title", "aria-label"]);

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [properties] attributes; functions are listeners: onclick
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : READ.has(key) ? visible(String(value)) : String(value));
  }
  add(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
export function add(element, children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : visible(String(child)));
  }
}

/**
 * Replaces control and direction characters, so that names can't change the text around them.
 * @param {string} text
 */
export const visible = (text) =>
  text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (it) => "\\u" + (it.codePointAt(0) ?? 0).toString(16).padStart(4, "0"),
  );

/**
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...Element} children
 */
export function svg(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}
