/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

/**
 * When HotSpot updates a counter. Measured on JDK 8, 11, 17, 21 and 25 with programs that allocated
 * and loaded classes without a GC. Up to JDK 24, a sampler in the JVM copied the use of eden and
 * old into the counters every 50 ms; JDK-8241678 removed it.
 */
public enum CounterUpdateTiming {
    /** Updated immediately, or within 100 ms. */
    LIVE,
    /** Updated when allocation starts a new region (G1), or a step of 1 MiB (Epsilon). */
    PER_REGION,
    /** Updated at the end of a GC or of a cycle; stale until the next one. */
    AT_GC,
    /** The counter does not exist. */
    NEVER;

    private static final int WITHOUT_SAMPLER = 25;

    /**
     * The freshness of a space's use in {@code jstat -gcutil}.
     *
     * @param feature the target's Java version: 8, 11, …
     */
    public static CounterUpdateTiming of(Collector collector, int feature, GcutilSpace space) {
        return switch (collector) {
            case SERIAL, PAR_NEW, CMS, PARALLEL ->
                    switch (space) {
                        case S0, S1 -> LIVE; // they change only at a GC
                        case E, O -> feature < WITHOUT_SAMPLER ? LIVE : AT_GC;
                        case M, CCS -> AT_GC;
                    };
            case G1 ->
                    switch (space) {
                        case S0, S1 -> LIVE;
                        case E, O -> PER_REGION;
                        case M, CCS -> AT_GC; // and when a humongous object is allocated
                    };
            case ZGC, ZGC_GENERATIONAL ->
                    switch (space) {
                        case S0, S1 -> NEVER;
                        case E -> collector == Collector.ZGC ? NEVER : AT_GC;
                        case O, M, CCS -> AT_GC;
                    };
            case SHENANDOAH, SHENANDOAH_GENERATIONAL ->
                    switch (space) {
                        case S0, S1, E -> NEVER;
                        case O, M, CCS -> LIVE;
                    };
            case EPSILON ->
                    switch (space) {
                        case S0, S1, E -> NEVER;
                        case O, M, CCS -> PER_REGION;
                    };
            case UNKNOWN -> AT_GC;
        };
    }

    /** Whether the value counts as current. */
    public boolean isFresh() {
        return this == LIVE || this == PER_REGION;
    }
}
