/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

/**
 * The number of operations of one kind and outcome since the start.
 *
 * @param seconds their total time; 0 for refused ones
 */
public record OperationCount(
        OperationKind kind, OperationOutcome outcome, long count, double seconds) {}
