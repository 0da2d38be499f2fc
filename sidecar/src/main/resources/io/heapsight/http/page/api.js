// SPDX-License-Identifier: Apache-2.0
// Sends requests to the sidecar. The token of a sign-in stays in this tab's session.

const TOKEN = "heapsight-token";
export const UNAUTHORIZED = 401;

/** A problem reported by the API, with its remedy. */
export class Problem extends Error {
  /** @param {{status: number, title: string, detail?: string, remedy?: string}} it */
  constructor(it) {
    super(it.title);
    this.status = it.status;
    this.title = it.title;
    this.detail = it.detail ?? "";
    this.remedy = it.remedy ?? "";
  }
}

export const signedIn = () => sessionStorage.getItem(TOKEN) !== null;
/** @param {string} token */
export const signIn = (token) => sessionStorage.setItem(TOKEN, token);
export const signOut = () => sessionStorage.removeItem(TOKEN);

/** A value in the address of the view, such as the target; empty if missing. @param {string} name */
export const inAddress = (name) => new URLSearchParams(location.hash.split("?")[1] ?? "").get(name) ?? "";

/** The target in the address; empty for the only one. */
export const target = () => inAddress("target");

/** Changes values in the address without showing the view again; null removes one. @param {Record<string, string | null>} changes */
export function keepInAddress(changes) {
  const [view, query] = location.hash.split("?");
  const values = new URLSearchParams(query ?? "");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) values.delete(name);
    else values.set(name, value);
  }
  history.replaceState(null, "", (view || "#/") + (values.size > 0 ? "?" + values : ""));
}

/** The address of a view, with the target. @param {string} path such as /heapdumps */
export const view = (path) => "#" + path + (target() ? "?target=" + encodeURIComponent(target()) : "");

/**
 * The address of a request; relative, so that it works behind a prefix.
 * @param {string} path
 * @param {Record<string, any>} [parameters]
 */
export function address(path, parameters = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== "" && value !== null && value !== undefined) query.set(key, String(value));
  }
  const text = query.toString();
  return path.replace(/^\//, "") + (text ? "?" + text : "");
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Record<string, any>} [parameters]
 * @param {RequestInit} [more]
 * @returns {Promise<Response>}
 */
export async function send(method, path, parameters = {}, more = {}) {
  const headers = new Headers({ Accept: "application/json" });
  const token = sessionStorage.getItem(TOKEN);
  if (token) headers.set("Authorization", "Bearer " + token);
  let response;
  try {
    response = await fetch(address(path, parameters), { ...more, method, headers });
  } catch (e) {
    if (e instanceof DOMException && e.name === "AbortError") throw e;
    throw new Problem({
      status: 0,
      title: "The sidecar doesn't answer",
      detail: "The connection failed: the container may be restarting, or the port-forward has ended.",
      remedy: "This page tries again automatically.",
    });
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new Problem({ title: response.statusText || "HTTP " + response.status, ...body, status: response.status });
}

/**
 * @param {string} path
 * @param {Record<string, any>} [parameters]
 * @returns {Promise<any>}
 */
export async function get(path, parameters = {}) {
  return parsed(await send("GET", path, parameters));
}

/** @param {Response} response @returns {Promise<any>} */
async function parsed(response) {
  try {
    const text = await response.text();
    return text ? JSON.parse(text) : {};
  } catch {
    throw new Problem({
      status: 0,
      title: "The answer is not JSON",
      detail: `${new URL(response.url).pathname}: ${response.headers.get("Content-Type") ?? "no Content-Type"}.`,
      remedy: "Load this page again: a proxy in front of the sidecar may need a sign-in, or the connection ended.",
    });
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Record<string, any>} [parameters]
 * @returns {Promise<any>}
 */
export async function change(method, path, parameters = {}) {
  return parsed(await send(method, path, parameters));
}

/**
 * Saves an answer as a file, because a link can't carry the token.
 * @param {string} path
 * @param {string} name
 * @param {Record<string, any>} [parameters]
 */
export async function download(path, name, parameters = {}) {
  const link = document.createElement("a");
  link.download = name;
  if (signedIn()) {
    link.href = URL.createObjectURL(await (await send("GET", path, parameters)).blob());
  } else {
    link.href = address(path, parameters);
  }
  link.click();
  if (signedIn()) URL.revokeObjectURL(link.href);
}
