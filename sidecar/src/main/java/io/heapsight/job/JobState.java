/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

/** How far a job is. */
public enum JobState {
    /** It waits for its turn. */
    QUEUED("queued"),
    RUNNING("running"),
    DONE("done"),
    /** Its problem says why. */
    FAILED("failed"),
    /** Somebody did not want it any more; its work has ended. */
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
