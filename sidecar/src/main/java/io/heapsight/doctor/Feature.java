/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.unit.Labelled;

/** A feature, which works if the checks that enable it pass. */
public enum Feature implements Labelled {
    /** The HTTP API and {@code /metrics}. */
    API,
    /** jstat's columns, and the metrics of heap and collections. */
    COUNTERS,
    /** Limits, use and throttling of the target's container. */
    CONTAINER,
    /** Class histograms, unreachable objects by class, and all other commands to the JVM. */
    HISTOGRAM,
    THREADS,
    /** Heap dumps, stored by the sidecar. */
    DUMP,
    /** Summaries of stored dumps. */
    ANALYSIS,
    RUN,
    /** Flight Recorder recordings. */
    RECORDING,
    /** Flame graphs, by an agent in the target. */
    PROFILE;

    /** Features that are commands to the JVM. */
    static final Feature[] OF_COMMANDS = {HISTOGRAM, THREADS, DUMP, RECORDING, PROFILE};

    /** Features that need access to the JVM: its commands and its files. */
    static final Feature[] OF_TARGET = {COUNTERS, HISTOGRAM, THREADS, DUMP, RECORDING, PROFILE};
}
