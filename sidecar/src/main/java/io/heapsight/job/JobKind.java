/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

/** The kind of a job. */
public enum JobKind {
    /** Takes a heap dump, and optionally analyses it. */
    HEAPDUMP("heapdump"),
    /** A target is profiled, and the profile read. */
    PROFILE("profile"),
    /** Takes a Flight Recorder recording, and optionally summarises it. */
    RECORDING("recording"),
    /** Analyses a stored heap dump. */
    ANALYSIS("analysis"),
    /** Runs Eclipse MAT to create a report of a stored heap dump. */
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
