/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

/** The outcome of an operation. */
public enum OperationOutcome {
    DONE("done"),
    /** The target, the environment or a bug prevented it. */
    FAILED("failed"),
    /** The caller disconnected. */
    CANCELLED("cancelled"),
    /** It never started: another one ran, the last one was too recent, or its pause too long. */
    REFUSED("refused");

    private final String label;

    OperationOutcome(String label) {
        this.label = label;
    }

    /** Returns the name in metrics and logs. */
    public String label() {
        return label;
    }
}
