/* SPDX-License-Identifier: Apache-2.0 */
/** Costly operations on a target: one at a time, rate-bounded, audited, counted. */
@NullMarked
package io.heapsight.operation;

import org.jspecify.annotations.NullMarked;
