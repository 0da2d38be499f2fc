/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import io.heapsight.unit.Labelled;

/** The kind of a job. */
public enum JobKind implements Labelled {
    /** Takes a heap dump, and optionally analyses it. */
    HEAPDUMP,
    /** Profiles a target, and reads the profile. */
    PROFILE,
    /** Takes a Flight Recorder recording, and optionally summarises it. */
    RECORDING,
    /** Switches a target's GC log on for some time. */
    GCLOG,
    /** Analyses a stored heap dump. */
    ANALYSIS,
    /** Runs Eclipse MAT to create a report of a stored heap dump. */
    MAT_REPORT,
    /** Uploads a heap dump. */
    UPLOAD,
    /** Switches a target between states, and records runs in each. */
    EXPERIMENT
}
