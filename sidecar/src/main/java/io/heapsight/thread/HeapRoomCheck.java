/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jstat.HeapInfo;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.CountersGoneException;
import io.heapsight.perfdata.MemoryPool;
import io.heapsight.perfdata.MxBeanModel;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Optional;

/**
 * Refuses operations that create garbage in a target with a heap nearly full of live objects. In
 * such a target, a dump of virtual threads caused repeated full collections and a fatal
 * OutOfMemoryError.
 */
final class HeapRoomCheck {
    /** Maximum used share of the old generation, or of a heap without generations. */
    private static final double MOST_USED = 0.8;

    private static final String HEAP = "the heap";

    private HeapRoomCheck() {}

    /** Returns why the target must not allocate more; empty if it may. */
    static Optional<String> refusal(
            TargetConnection target, Duration timeout, CancelSignal cancel) {
        Optional<Counters> counters = target.counters().toOptional();
        try {
            return counters.isPresent()
                    ? refusal(MxBeanModel.of(counters.get()))
                    : refusal(HeapInfo.parse(target.jcmd(JcmdCommand.HEAP_INFO, timeout, cancel)));
        } catch (CountersGoneException | ProblemException e) {
            return Optional.of("the fill level of its heap is unknown: " + e.getMessage());
        }
    }

    static Optional<String> refusal(MxBeanModel model) {
        Optional<MemoryPool> old = model.oldPool();
        return old.isPresent()
                ? refusal(old.get().name(), old.get().usedBytes(), old.get().maxBytes())
                : refusal(HEAP, model.heapUsedBytes(), model.heapMaxBytes());
    }

    private static Optional<String> refusal(HeapInfo info) {
        Optional<HeapInfo.Usage> used = info.usage(HeapInfo.Space.HEAP).toOptional();
        Optional<HeapInfo.Range> reserved = info.reserved().toOptional();
        return used.isEmpty() || reserved.isEmpty()
                ? Optional.of("the fill level of its heap is unknown without counters")
                : refusal(
                        HEAP, used.get().usedBytes(), reserved.get().to() - reserved.get().from());
    }

    static Optional<String> refusal(String space, double used, double max) {
        return max > 0 && used > MOST_USED * max
                ? Optional.of(
                        "%s is %.0f %% full, and a dump needs room for garbage: above %.0f %% it could end the target"
                                .formatted(space, 100 * used / max, 100 * MOST_USED))
                : Optional.empty();
    }
}
