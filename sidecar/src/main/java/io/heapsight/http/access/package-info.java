/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Access control: callers on loopback and callers with the token; guessing is blocked.
 *
 * <p>Tests: {@code AccessTest}, {@code InvalidTokenLimitTest}.
 */
@NullMarked
package io.heapsight.http.access;

import org.jspecify.annotations.NullMarked;
