/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import io.heapsight.unit.Labelled;

/** The outcome of an operation. */
public enum OperationOutcome implements Labelled {
    DONE,
    /** The target, the environment or a bug prevented it. */
    FAILED,
    /** The caller disconnected. */
    CANCELLED,
    /**
     * It never started: another operation was running, the last one was too recent, or the expected
     * pause was too long.
     */
    REFUSED
}
