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
    /**
     * Class histograms, thread dumps, unreachable objects by class, and all other commands to the
     * JVM.
     */
    HISTOGRAM,
    /** Heap dumps, kept by the sidecar. */
    DUMP,
    /** Summaries of the dumps that are kept. */
    ANALYSIS,
    /** Recorded runs. */
    RUN,
    /** Flame graphs, by an agent that is loaded into the target. */
    PROFILE;

    /** "histogram". */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
