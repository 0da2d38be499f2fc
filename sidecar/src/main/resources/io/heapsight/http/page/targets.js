// SPDX-License-Identifier: Apache-2.0
// The visible JVMs.
import { get } from "./api.js";

/** @type {{of: string | null, answer: Promise<any[]>}} */
let seen = { of: null, answer: Promise.resolve([]) };

/**
 * The visible JVMs; requested again only when another one is observed, because the sidecar inspects each.
 * @param {any} observed an answer with target and start, such as of GET /samples; null if none is observed
 * @returns {Promise<any[]>}
 */
export function visibleJvms(observed) {
  const of = observed && `${observed.target.pid} ${observed.started}`;
  if (of === null || of !== seen.of) {
    const now = { of, answer: get("/targets").then((it) => it.targets) };
    seen = now;
    now.answer.catch(() => seen === now && (seen.of = null));
  }
  return seen.answer;
}
