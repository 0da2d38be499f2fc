/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jstat.HeapInfo;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.MxBeanModel;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Optional;

/**
 * The current size of a target's heap.
 *
 * @param usedBytes may be some seconds old, like counters
 * @param committedBytes never less than used bytes
 */
public record HeapSize(long usedBytes, long committedBytes) {
    /** An unknown size. */
    static final HeapSize NONE = new HeapSize(0, 0);

    /** Reads the size from the counters or, without counters, from {@code GC.heap_info}. */
    static HeapSize read(TargetConnection target, Duration timeout, CancelSignal cancel)
            throws ProblemException {
        Optional<HeapSize> counted = counted(target);
        if (counted.isPresent()) {
            return counted.get();
        }
        HeapInfo info = HeapInfo.parse(target.jcmd(JcmdCommand.HEAP_INFO, timeout, cancel));
        return info.usage(HeapInfo.Space.HEAP)
                .toOptional()
                .map(usage -> new HeapSize(usage.usedBytes(), usage.committedBytes()))
                .orElseThrow(() -> new ProblemException(unknown(target)));
    }

    /** Reads the size from the counters; empty without counters. */
    public static Optional<HeapSize> counted(TargetConnection target) {
        return target.counters().toOptional().flatMap(HeapSize::of);
    }

    private static Optional<HeapSize> of(Counters counters) {
        MxBeanModel heap = MxBeanModel.of(counters);
        double used = heap.heapUsedBytes();
        double committed = heap.heapCommittedBytes();
        return used >= 0 && committed > 0
                ? Optional.of(new HeapSize((long) used, (long) Math.max(used, committed)))
                : Optional.empty();
    }

    boolean isKnown() {
        return committedBytes > 0;
    }

    /** The maximum expected size of a dump: a fifth more than the current heap. */
    public long dumpBytes() {
        return committedBytes + committedBytes / 5;
    }

    private static Problem unknown(TargetConnection target) {
        return new Problem(
                Problem.Kind.REFUSED_BY_TARGET,
                "The heap size is unknown",
                target.jvm().label()
                        + " has no counters, and its GC.heap_info does not show the heap size, so"
                        + " the space that a dump needs is unknown.",
                "Start the target without -XX:-UsePerfData and -XX:+PerfDisableSharedMem.");
    }
}
