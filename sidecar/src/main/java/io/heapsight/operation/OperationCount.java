/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

/**
 * How often operations of one kind ended in one way since the start.
 *
 * @param seconds the time they ran, summed up; 0 for those that were refused
 */
public record OperationCount(
        OperationKind kind, OperationOutcome outcome, long count, double seconds) {}
