/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Figure;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.Signal;
import io.heapsight.run.RunSamples;
import java.util.List;

/**
 * The container's memory limit. What it must hold is what can't be dropped: anonymous memory and
 * what the kernel holds, at their peak, and that with a heap that has grown to its maximum; a tenth
 * more for what wasn't seen.
 */
final class MemoryLimitAdvisor implements Advisor {
    private static final double RESERVE = 1.1;
    private static final double TOO_LARGE = 1.5;

    @Override
    public Advice advise(Observation seen) {
        if (seen.tooShort().isPresent()) {
            return Advice.wait(Subject.MEMORY_LIMIT, seen.tooShort().get());
        }
        Series anon = anonymous(seen);
        if (anon.isEmpty()) {
            return Advice.unknown(
                    Subject.MEMORY_LIMIT, "Neither its control group nor its process can be read.");
        }
        double limit = seen.series(Signal.CONTAINER_MEMORY_LIMIT_BYTES).last();
        double kernel = seen.series(Signal.CONTAINER_MEMORY_KERNEL_BYTES).max();
        double outside = outsideHeap(seen.samples());
        double heapMax = seen.heapMaxBytes();
        double full = Double.isNaN(heapMax) ? anon.max() : Math.max(anon.max(), heapMax + outside);
        double needed = RESERVE * (full + (Double.isNaN(kernel) ? 0 : kernel));
        Conclusion conclusion = conclusion(limit, needed);
        return new Advice(
                Subject.MEMORY_LIMIT,
                conclusion,
                finding(anon.max(), full, needed, limit),
                List.of(
                        new Figure("peakAnonymousBytes", anon.max()),
                        new Figure("outsideHeapBytes", outside),
                        new Figure("heapMaxBytes", heapMax),
                        new Figure("kernelBytes", kernel),
                        new Figure("neededBytes", needed),
                        new Figure("limitBytes", limit),
                        new Figure("headroomRatio", 1 - anon.max() / limit)),
                List.of(
                        new Setting(
                                "memory limit",
                                Sizes.quantityIfAny(limit),
                                Sizes.quantity(needed))),
                seen.certainty(),
                seen.seenFor());
    }

    private static Series anonymous(Observation seen) {
        Series anon = seen.series(Signal.CONTAINER_MEMORY_ANON_BYTES);
        return anon.isEmpty() ? seen.series(Signal.RESIDENT_BYTES) : anon;
    }

    private static Conclusion conclusion(double limit, double needed) {
        return limit >= needed && limit <= TOO_LARGE * needed ? Conclusion.FINE : Conclusion.CHANGE;
    }

    private static String finding(double peak, double full, double needed, double limit) {
        String use =
                "Anonymous memory peaked at %s, and comes to %s when the heap is full."
                        .formatted(Sizes.words(peak), Sizes.words(full));
        if (Double.isNaN(limit)) {
            return use + " There is no limit: one JVM that grows takes the node's memory.";
        }
        if (limit < needed) {
            return use
                    + " With a tenth in reserve that is more than the limit of %s: raise it, or lower -Xmx."
                            .formatted(Sizes.words(limit));
        }
        return use
                + (limit > TOO_LARGE * needed
                                ? " The limit of %s is far more than that."
                                : " The limit of %s holds it.")
                        .formatted(Sizes.words(limit));
    }

    /**
     * Anonymous memory that is not heap, at its most. Of the heap, what was in use at any time so
     * far and is still committed counts as resident: pages that were never touched are not.
     */
    private static double outsideHeap(RunSamples samples) {
        double touched = 0;
        double most = Double.NaN;
        for (int i = 0; i < samples.size(); i++) {
            double anon = samples.value(Signal.CONTAINER_MEMORY_ANON_BYTES, i);
            double used = samples.value(Signal.HEAP_USED_BYTES, i);
            double committed = samples.value(Signal.HEAP_COMMITTED_BYTES, i);
            if (Double.isNaN(anon + used + committed)) {
                continue;
            }
            touched = Math.min(committed, Math.max(touched, used));
            double outside = Math.max(0, anon - touched);
            most = Double.isNaN(most) ? outside : Math.max(most, outside);
        }
        return most;
    }
}
