/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

/** What a job does. */
public enum JobKind {
    /** A heap dump is taken, and perhaps analysed. */
    HEAPDUMP("heapdump"),
    /** A target is profiled, and the profile read. */
    PROFILE("profile"),
    /** A Flight Recorder recording is taken, and perhaps summarised. */
    RECORDING("recording"),
    /** A heap dump that is kept is analysed. */
    ANALYSIS("analysis"),
    /** Eclipse MAT makes a report of a heap dump that is kept. */
    MAT_REPORT("mat-report"),
    /** A heap dump is sent somewhere. */
    UPLOAD("upload"),
    /** A target is switched between states, and runs are recorded in each. */
    EXPERIMENT("experiment");

    private final String label;

    JobKind(String label) {
        this.label = label;
    }

    /** The name in documents and logs. */
    public String label() {
        return label;
    }
}
