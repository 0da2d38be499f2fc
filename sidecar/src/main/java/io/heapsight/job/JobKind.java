/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import io.heapsight.unit.Labelled;

/** The kind of a job. */
public enum JobKind implements Labelled {
    /** Takes a heap dump, and optionally analyses it. */
    HEAPDUMP,
    /** A target is profiled, and the profile read. */
    PROFILE,
    /** Takes a Flight Recorder recording, and optionally summarises it. */
    RECORDING,
    /** Analyses a stored heap dump. */
    ANALYSIS,
    /** Runs Eclipse MAT to create a report of a stored heap dump. */
    MAT_REPORT,
    /** A heap dump is sent somewhere. */
    UPLOAD,
    /** A target is switched between states, and runs are recorded in each. */
    EXPERIMENT
}
