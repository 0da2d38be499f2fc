/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Values and small services that every layer shares: sizes, readings that may be missing, problems
 * reported to the user, the log, the clock, periodic tasks.
 *
 * <p>Tests: one for each of those that compute something.
 */
@NullMarked
package io.heapsight.unit;

import org.jspecify.annotations.NullMarked;
