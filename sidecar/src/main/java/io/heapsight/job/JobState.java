/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import io.heapsight.unit.Labelled;

/** The state of a job. */
public enum JobState implements Labelled {
    /** It waits for its turn. */
    QUEUED,
    RUNNING,
    DONE,
    /** See its problem for the reason. */
    FAILED,
    /** The job was cancelled; its work has ended. */
    CANCELLED;

    /** Returns whether it is final. */
    public boolean isFinal() {
        return switch (this) {
            case QUEUED, RUNNING -> false;
            case DONE, FAILED, CANCELLED -> true;
        };
    }
}
