/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Values and small services for all layers: sizes, readings that may be missing, problems reported
 * to the user, the log, the clock, periodic tasks.
 *
 * <p>Tests: one for each class that computes something.
 */
@NullMarked
package io.heapsight.unit;

import org.jspecify.annotations.NullMarked;
