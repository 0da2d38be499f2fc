/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The times at which a target stopped all of its threads, one by one, from its counters: for
 * garbage collections, with collector and cause, and for other reasons.
 */
@NullMarked
package io.heapsight.safepoint;

import org.jspecify.annotations.NullMarked;
