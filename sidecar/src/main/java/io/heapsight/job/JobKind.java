/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

/** The kind of a job. */
public enum JobKind {
    /** Takes a heap dump, and optionally analyses it. */
    HEAPDUMP("heapdump"),
    /** Profiles a target, and reads the profile. */
    PROFILE("profile"),
    /** Takes a Flight Recorder recording, and optionally summarises it. */
    RECORDING("recording"),
    /** Analyses a stored heap dump. */
    ANALYSIS("analysis"),
    /** Runs Eclipse MAT to create a report of a stored heap dump. */
    MAT_REPORT("mat-report"),
    /** Uploads a heap dump. */
    UPLOAD("upload"),
    /** Switches a target between states, and records runs in each. */
    EXPERIMENT("experiment");

    private final String label;

    JobKind(String label) {
        this.label = label;
    }

    /** Returns the name in documents and logs. */
    public String label() {
        return label;
    }
}
