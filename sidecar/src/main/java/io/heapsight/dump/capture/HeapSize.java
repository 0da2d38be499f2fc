/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jstat.HeapInfo;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.pause.HeapContent;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.MxBeanModel;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import io.heapsight.unit.Thousands;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The current size of a target's heap.
 *
 * @param usedBytes may be some seconds old, like counters
 * @param committedBytes never less than used bytes
 * @param objects number of objects by a histogram; 0 if unknown
 */
public record HeapSize(long usedBytes, long committedBytes, long objects) {
    /** An unknown size. */
    static final HeapSize NONE = new HeapSize(0, 0, 0);

    /**
     * Bytes by which records exceed their objects on average. 25 bytes replace a header of 8 to 16,
     * and references of 4 bytes take 8. But arrays grow little, and padding is not written.
     */
    private static final long RECORD_BYTES = 12;

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
                .map(usage -> new HeapSize(usage.usedBytes(), usage.committedBytes(), 0))
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
                ? Optional.of(new HeapSize((long) used, (long) Math.max(used, committed), 0))
                : Optional.empty();
    }

    /**
     * Returns the space for the dump that a JVM writes by itself at an OutOfMemoryError, when its
     * heap has the maximum size. Empty if that size is unknown.
     */
    public static OptionalLong bytesAtOutOfMemoryError(TargetJvm jvm, Reading<Counters> counters) {
        double most =
                jvm.flags()
                        .maxHeapBytes()
                        .orElseGet(
                                () ->
                                        counters.toOptional()
                                                .map(each -> MxBeanModel.of(each).heapMaxBytes())
                                                .orElse(Double.NaN));
        if (!(most > 0)) {
            return OptionalLong.empty();
        }
        HeapSize full = new HeapSize((long) most, (long) most, 0);
        DumpCommandOptions options = DumpCommandOptions.usualOf(jvm.javaMajor().orElse(0));
        return OptionalLong.of(new DumpSpaceEstimate(full, options, false).bytesToWrite());
    }

    boolean isKnown() {
        return committedBytes > 0;
    }

    /** Returns this size with the objects of a histogram, if there was one. */
    HeapSize with(HeapContent content) {
        if (!isKnown() || !content.isKnown() || !content.counted()) {
            return this;
        }
        long used = Math.max(usedBytes, (long) content.bytes());
        return new HeapSize(used, Math.max(used, committedBytes), (long) content.objects());
    }

    boolean isCounted() {
        return objects > 0;
    }

    /**
     * The expected size of a dump: a fifth more than the current heap, or more for many small
     * objects. A heap of lists or maps alone may need up to twice its size.
     */
    public long dumpBytes() {
        return Math.max(committedBytes + committedBytes / 5, countedBytes());
    }

    private long countedBytes() {
        return isCounted() ? usedBytes + RECORD_BYTES * objects : 0;
    }

    /** "heap of 92.0 MiB and a fifth", "80.0 MiB in use, 2,500,000 objects". */
    String basis() {
        return countedBytes() < dumpBytes()
                ? "heap of %s and a fifth".formatted(new ByteSize(committedBytes))
                : "%s in use, %s objects".formatted(new ByteSize(usedBytes), Thousands.of(objects));
    }

    /**
     * Returns the size in MiB of a volume for a dump of any objects: twice the heap.
     *
     * @param expectedBytes a fifth more than the heap
     */
    public static long volumeMebibytes(long expectedBytes) {
        return ((expectedBytes / 6 * 10) >> 20) + 1;
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
