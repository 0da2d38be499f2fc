/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the stores of Google and Azure have in common, which are accessed by REST without a library:
 * retried requests, objects sent in parts, tokens, and problems. Messages never contain the URL of
 * a request: it may be a secret.
 */
@NullMarked
package io.heapsight.store.rest;

import org.jspecify.annotations.NullMarked;
