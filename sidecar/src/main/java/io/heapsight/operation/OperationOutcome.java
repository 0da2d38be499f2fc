/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

/** How an operation ended. */
public enum OperationOutcome {
    DONE("done"),
    /** The target, the environment or a bug was in the way. */
    FAILED("failed"),
    /** The caller went away. */
    CANCELLED("cancelled"),
    /** It never started: another one ran, the last one was too recent, or its pause too long. */
    REFUSED("refused");

    private final String label;

    OperationOutcome(String label) {
        this.label = label;
    }

    /** The name in metrics and logs. */
    public String label() {
        return label;
    }
}
