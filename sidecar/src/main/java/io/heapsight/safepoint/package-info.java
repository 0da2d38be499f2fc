/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads single pauses and safepoints of a target from its counters: garbage collections with
 * collector and cause, and safepoints for other reasons.
 */
@NullMarked
package io.heapsight.safepoint;

import org.jspecify.annotations.NullMarked;
