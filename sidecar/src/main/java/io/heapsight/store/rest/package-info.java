/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the stores of Google and Azure have in common, which are reached by their REST interfaces
 * and no library: requests that are tried again, objects that are sent in parts, tokens, and what
 * goes wrong in words. No URL of a request is told to anybody: it may be a secret.
 */
@NullMarked
package io.heapsight.store.rest;

import org.jspecify.annotations.NullMarked;
