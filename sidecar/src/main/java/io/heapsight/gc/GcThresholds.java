/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

/** The thresholds of the rules, each with its reason. */
final class GcThresholds {
    /** A shorter period may be a random moment; advice waits as long. */
    static final double LEAST_PERIOD_SECONDS = 30;

    /** Minimum share of the time that makes a change worthwhile; advice uses the same. */
    static final double MUCH_WALL = 0.05;

    /**
     * Share of the time that advice also treats as too much; G1's own goal (GCTimeRatio) is 8 %.
     */
    static final double TOO_MUCH_WALL = 0.1;

    /** A cost below this share is not noticeable, whatever its cause. */
    static final double LITTLE_WALL = 0.01;

    /** Minimum share of the time in pauses that a finding must cost to explain that time. */
    static final double EXPLAINING_SHARE = 0.5;

    /** The pause that G1 aims at by default (MaxGCPauseMillis). */
    static final double LONG_PAUSE_SECONDS = 0.2;

    /** A longer pause fails a Kubernetes probe, whose default timeout is 1 s. */
    static final double TOO_LONG_PAUSE_SECONDS = 1;

    /** Fewer events may be a coincidence, or the start of the program. */
    static final int SEVERAL = 3;

    /** Period in which {@link #SEVERAL} events are no longer rare; live figures cover as much. */
    static final double RARE_PERIOD_SECONDS = 3600;

    /** A longer log doesn't make more events rare, since all of them may be in one hour. */
    static final double MOST_RARE_PERIODS = 4;

    /** Minimum number of pauses of a ZGC cycle: mark start, mark end, relocate start. */
    static final int PAUSES_OF_ZGC_CYCLE = 3;

    /** Minimum number of pauses for which {@link #SEVERAL} are at least as long as the median. */
    static final int ENOUGH_FOR_MEDIAN = 2 * SEVERAL - 1;

    /**
     * Minimum number of pauses for which {@link #SEVERAL} are at least as long as p99 (nearest
     * rank).
     */
    static final int ENOUGH_FOR_P99 = 200;

    /**
     * Ratio of the heap to its live set below which collections are frequent; advice uses the same.
     * The cost of collections is proportional to 1 / (heap - live).
     */
    static final double HEAP_TO_LIVE = 2.5;

    /**
     * Share of the heap: if less is free after a collection, further growth ends in an
     * OutOfMemoryError.
     */
    static final double NEARLY_FULL = 0.1;

    /** Share of the scheduler's periods with throttling that stretches pauses, as in advice. */
    static final double MUCH_THROTTLING = 0.05;

    /** Share of time in which some task waits for a CPU; advice uses the same. */
    static final double MUCH_CPU_PRESSURE = 0.2;

    /** Share of time in which some task waits for memory; advice uses the same. */
    static final double MUCH_MEMORY_PRESSURE = 0.05;

    /** Swapped memory as a share of the committed heap; each full collection reads it back. */
    static final double MUCH_SWAP = 0.05;

    /** The JVM itself starts one thread per CPU at most. */
    static final double THREADS_PER_CPU = 2;

    /** With twice as many threads, pauses may take half as long. */
    static final double CPUS_PER_THREAD = 2;

    /** Share of the process's CPU time; concurrent collectors use a quarter of the CPUs. */
    static final double MUCH_CPU = 0.25;

    /** The collector takes more CPU time than the program. */
    static final double TOO_MUCH_CPU = 0.5;

    /** The cost of fewer cores is negligible, whatever its share in an idle program. */
    static final double LEAST_CPU_CORES = 0.1;

    /** Share of pauses by humongous allocation that is more than an exception. */
    static final double MANY_HUMONGOUS = 0.1;

    /** Fewer regions leave G1 little choice; it aims at 2,048. */
    static final double LEAST_REGIONS = 128;

    /** Share of allocated bytes that reach the old generation; most objects die young. */
    static final double MUCH_PROMOTION = 0.1;

    /**
     * Promoted bytes, as a multiple of the heap: so many can't live at the same time, so most died
     * in the old generation.
     */
    static final double PROMOTED_HEAPS = 2;

    /** Share of the time spent waiting for threads to reach safepoints. */
    static final double MUCH_SYNC = 0.02;

    private GcThresholds() {}
}
