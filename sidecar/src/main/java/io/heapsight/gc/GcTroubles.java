/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The events of a period that are absent or rare in healthy programs.
 *
 * @param seen by kind; a missing kind is unknown, {@link Occurrences#NONE} proves absence
 * @param explicitCallers possible callers of System.gc(); empty without evidence
 */
public record GcTroubles(Map<Trouble, Occurrences> seen, List<GcCaller> explicitCallers) {
    public static final GcTroubles UNKNOWN = new GcTroubles(Map.of(), List.of());

    /** A kind of event. */
    public enum Trouble {
        /** Pauses that a humongous allocation caused (G1). */
        HUMONGOUS_ALLOCATION,
        /**
         * Collections without room to copy to: "To-space exhausted", "Evacuation Failure",
         * "promotion failed".
         */
        EVACUATION_FAILURE,
        /** Pauses by System.gc(). */
        EXPLICIT_GC,
        /** Pauses by a live histogram, a live dump or jcmd GC.run. */
        DIAGNOSTIC_GC,
        /** Pauses by "Metadata GC Threshold". */
        METADATA_THRESHOLD,
        /** Pauses by metaspace at its maximum; a pause by its threshold precedes each. */
        METADATA_FULL,
        /** Pauses by the code cache: "CodeCache GC Threshold", "CodeCache GC Aggressive". */
        CODE_CACHE,
        /** Allocations that waited for memory: ZGC's "Allocation Stall"; not pauses. */
        ALLOCATION_STALL,
        /** Pauses of cycles that a stalled allocation began: ZGC's cause "Allocation Stall". */
        ALLOCATION_STALL_CYCLE,
        /** Shenandoah's cycles that ended in a pause. */
        DEGENERATED_CYCLE,
        /** Shenandoah's collections without concurrent work: "Pause Full". */
        FULL_CYCLE,
        /**
         * CMS: "concurrent mode failure"; G1: a concurrent mark aborted by a full collection for
         * lack of memory.
         */
        CONCURRENT_MODE_FAILURE,
        /** Waits until all threads had stopped for a safepoint of any kind; not pauses. */
        TIME_TO_SAFEPOINT,
        /** Pauses in which the JVM's threads ran for less than half of the time. */
        PAUSE_WITHOUT_CPU
    }

    /**
     * Events of one kind.
     *
     * @param seconds in total; NaN if unknown
     * @param longestSeconds of one; NaN if unknown
     */
    public record Occurrences(double count, double seconds, double longestSeconds) {
        public static final Occurrences NONE = new Occurrences(0, 0, 0);
        public static final Occurrences UNKNOWN =
                new Occurrences(Double.NaN, Double.NaN, Double.NaN);

        /** Returns these plus one more of known duration. */
        public Occurrences plus(double moreSeconds) {
            return new Occurrences(
                    count + 1, seconds + moreSeconds, Math.max(longestSeconds, moreSeconds));
        }
    }

    public GcTroubles {
        seen = seen.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(seen));
        explicitCallers = List.copyOf(explicitCallers);
    }

    /** Returns the events of one kind. */
    public Occurrences of(Trouble trouble) {
        return seen.getOrDefault(trouble, Occurrences.UNKNOWN);
    }
}
