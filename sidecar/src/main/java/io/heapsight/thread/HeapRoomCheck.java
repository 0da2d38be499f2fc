/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jstat.HeapInfo;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.CountersGoneException;
import io.heapsight.perfdata.GcModel;
import io.heapsight.perfdata.MemoryPool;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Optional;

/**
 * Refuses what makes garbage in a target whose heap is nearly full of objects that live: there,
 * each dump of virtual threads ran one full collection after the other, and ended the target by an
 * OutOfMemoryError.
 */
final class HeapRoomCheck {
    /** Of the old generation, or of a heap without generations. */
    private static final double MOST_USED = 0.8;

    private HeapRoomCheck() {}

    /** Why the target must not be made to allocate; empty when nothing is known against it. */
    static Optional<String> refusal(
            TargetConnection target, Duration timeout, CancelSignal cancel) {
        Optional<Counters> counters = target.counters().toOptional();
        try {
            return counters.isPresent()
                    ? GcModel.of(counters.get()).pools().stream()
                            .filter(HeapRoomCheck::keepsObjects)
                            .map(pool -> refusal(pool.name(), pool.usedBytes(), pool.maxBytes()))
                            .flatMap(Optional::stream)
                            .findFirst()
                    : refusal(HeapInfo.parse(target.jcmd(JcmdCommand.HEAP_INFO, timeout, cancel)));
        } catch (CountersGoneException | ProblemException e) {
            return Optional.of("how full its heap is can't be seen: " + e.getMessage());
        }
    }

    private static boolean keepsObjects(MemoryPool pool) {
        return pool.area() == MemoryPool.Area.HEAP
                && !pool.name().contains("Eden")
                && !pool.name().contains("Survivor")
                && !pool.name().contains("Young");
    }

    private static Optional<String> refusal(HeapInfo info) {
        Optional<HeapInfo.Usage> used = info.usage(HeapInfo.Space.HEAP).toOptional();
        Optional<HeapInfo.Range> reserved = info.reserved().toOptional();
        return used.isEmpty() || reserved.isEmpty()
                ? Optional.of("how full its heap is can't be seen without counters")
                : refusal(
                        "the heap",
                        used.get().usedBytes(),
                        reserved.get().to() - reserved.get().from());
    }

    static Optional<String> refusal(String space, double used, double max) {
        return max > 0 && used > MOST_USED * max
                ? Optional.of(
                        "%s is %.0f %% full, and a dump needs room for garbage: above %.0f %% it could end the target"
                                .formatted(space, 100 * used / max, 100 * MOST_USED))
                : Optional.empty();
    }
}
