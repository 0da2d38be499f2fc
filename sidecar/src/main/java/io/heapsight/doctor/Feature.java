/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import java.util.Locale;

/** A feature that works or doesn't, depending on the checks that enable it. */
public enum Feature {
    /** The HTTP API and {@code /metrics}. */
    API,
    /** jstat's columns, and the metrics of heap and collections. */
    COUNTERS,
    /** Limits, use and throttling of the target's container. */
    CONTAINER,
    /** Class histograms, unreachable objects by class, and all other commands to the JVM. */
    HISTOGRAM,
    /** Thread dumps. */
    THREADS,
    /** Heap dumps, kept by the sidecar. */
    DUMP,
    /** Summaries of the dumps that are kept. */
    ANALYSIS,
    /** Recorded runs. */
    RUN,
    /** Flight Recorder recordings. */
    RECORDING,
    /** Flame graphs, by an agent that is loaded into the target. */
    PROFILE;

    /** Those that are commands to the JVM. */
    static final Feature[] OF_COMMANDS = {HISTOGRAM, THREADS, DUMP, RECORDING, PROFILE};

    /** Those for which the JVM has to be reached: its commands, and its files. */
    static final Feature[] OF_TARGET = {COUNTERS, HISTOGRAM, THREADS, DUMP, RECORDING, PROFILE};

    /** "histogram". */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
