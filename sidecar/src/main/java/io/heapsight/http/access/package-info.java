/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Who gets in: callers on loopback, those with the token, and nobody who guesses it.
 *
 * <p>Tests: {@code AccessTest}, {@code WrongTokensTest}.
 */
@NullMarked
package io.heapsight.http.access;

import org.jspecify.annotations.NullMarked;
