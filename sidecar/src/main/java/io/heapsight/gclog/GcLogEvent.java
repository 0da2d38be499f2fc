/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.util.Optional;

/** An event in a GC log, in the words of the JVM; an unknown figure is NaN, an unknown text "". */
sealed interface GcLogEvent {
    /** The id of a collection in a log without ids (JDK 8). */
    long NO_ID = -1;

    /**
     * A pause of the program.
     *
     * @param id of its collection
     * @param name "Young (Mixed)", "Remark"
     * @param cause "G1 Evacuation Pause"
     * @param isEvacuationFailure whether objects found no room: to-space exhausted, promotion
     *     failed
     */
    record Pause(
            long id,
            GcCycleKind kind,
            String name,
            String cause,
            double seconds,
            Optional<HeapChange> heap,
            boolean isEvacuationFailure)
            implements GcLogEvent {}

    /** A concurrent phase. */
    record Phase(long id, String name, double seconds, Optional<HeapChange> heap)
            implements GcLogEvent {}

    /**
     * A cycle of ZGC that ended.
     *
     * @param name "Garbage Collection", "Minor Collection", "Major Collection"
     */
    record Cycle(long id, String name, String cause, Optional<HeapChange> heap)
            implements GcLogEvent {}

    /** A cycle of ZGC that began; its pauses follow. */
    record CycleStart(long id, String cause) implements GcLogEvent {}

    /** The reason for the next cycle of Shenandoah. */
    record Trigger(String cause) implements GcLogEvent {}

    /** A thread of the program that waited for memory. */
    record Stall(double seconds) implements GcLogEvent {}

    /** A safepoint, whether for a collection or not. */
    record Safepoint(String operation, double seconds, double reachSeconds) implements GcLogEvent {}

    /** The growth of the old generation in a collection whose pause follows. */
    record OldGrowth(long id, double bytes) implements GcLogEvent {}

    /**
     * The heap at the start and at the end of a cycle of ZGC.
     *
     * @param allocatedBytes by the program until relocation began; the figure at its end includes
     *     the copies
     */
    record ZHeap(
            double beforeBytes,
            double afterBytes,
            double capacityBytes,
            double allocatedBytes,
            double promotedBytes)
            implements GcLogEvent {}

    /** The heap of the last pause, which was logged without it. */
    record HeapOfPause(HeapChange heap, double oldGrowthBytes) implements GcLogEvent {}

    /** An evacuation failure of a collection whose pause follows. */
    record EvacuationFailure(long id) implements GcLogEvent {}

    /** CMS aborted its concurrent cycle: its pause or another cycle follows. */
    record ConcurrentFailure() implements GcLogEvent {}

    /** G1 aborted its concurrent mark because of a preceding full collection. */
    record MarkAbort() implements GcLogEvent {}

    /** The CPU time of a collection's pause. */
    record CpuTime(double seconds) implements GcLogEvent {}

    /**
     * Lines that the JVM did not write, because they did not fit into the buffer of -Xlog:async.
     */
    record Dropped(long lines) implements GcLogEvent {}

    /** A fact about the JVM. */
    record JvmFact(JvmFactKind kind, String value) implements GcLogEvent {}

    /**
     * A line that was cut or changed.
     *
     * @param reason "no length after a pause"
     */
    record Damage(String reason) implements GcLogEvent {}
}
