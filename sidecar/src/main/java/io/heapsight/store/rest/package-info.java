/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The common code of the stores of Google and Azure, which are accessed by REST without a library:
 * retried requests, objects in parts, tokens, and problems. Messages never contain the URL of a
 * request, because it may be secret.
 */
@NullMarked
package io.heapsight.store.rest;

import org.jspecify.annotations.NullMarked;
