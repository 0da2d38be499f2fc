/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Runs costly operations on targets: one at a time, rate-limited, audited, counted.
 *
 * <p>Tests: {@code OperationGateTest}.
 */
@NullMarked
package io.heapsight.operation;

import org.jspecify.annotations.NullMarked;
