/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

/** The state of a job. */
public enum JobState {
    /** It waits for its turn. */
    QUEUED("queued"),
    RUNNING("running"),
    DONE("done"),
    /** See its problem for the reason. */
    FAILED("failed"),
    /** The job was cancelled; its work has ended. */
    CANCELLED("cancelled");

    private final String label;

    JobState(String label) {
        this.label = label;
    }

    /** Returns the name in documents and logs. */
    public String label() {
        return label;
    }

    /** Returns whether it is final. */
    public boolean isFinal() {
        return switch (this) {
            case QUEUED, RUNNING -> false;
            case DONE, FAILED, CANCELLED -> true;
        };
    }
}
