/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

/** How far a job is. */
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

    /** The name in documents and logs. */
    public String label() {
        return label;
    }

    /** Whether it stays so. */
    public boolean isFinal() {
        return switch (this) {
            case QUEUED, RUNNING -> false;
            case DONE, FAILED, CANCELLED -> true;
        };
    }
}
