/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.JvmFlags;
import io.heapsight.memory.Forecast.Verdict;
import io.heapsight.unit.ByteSize;
import java.util.Optional;

/**
 * A maximum heap size that, together with the memory outside the heap, exceeds the container's
 * limit. A heap full of garbage, without a leak, then causes an OOM kill.
 *
 * @param sizes the measured sizes
 * @param line the flag that fits
 * @param fits the resulting heap
 * @param isProven whether the rest of the heap is known to be garbage
 */
public record OversizedHeap(Sizes sizes, String line, double fits, boolean isProven) {
    /** The share of the limit that is reserved. */
    private static final double RESERVE = 1.1;

    /** Minimum ratio of committed heap to live set: below it, the heap is full of live objects. */
    private static final double COMMITTED_TO_LIVE = 2;

    private static final double HEAP_TO_LIVE = 2;

    /** Minimum ratio of the old generation to the live set, beside a fixed young generation. */
    private static final double OLD_TO_LIVE = 1.25;

    private static final double MEBIBYTE = 1 << 20;

    /**
     * The measured sizes. Only the heap's garbage grows.
     *
     * @param limit of the container
     * @param heapMax maximum heap size
     * @param committed of the heap
     * @param live heap in use after collections
     * @param outside memory outside the heap that can't be reclaimed, the kernel's included
     */
    public record Sizes(
            double limit, double heapMax, double committed, double live, double outside) {
        /**
         * Returns the largest heap that the limit holds together with the memory outside the heap.
         */
        double room() {
            return limit / RESERVE - outside;
        }
    }

    /**
     * Finds an oversized heap from the samples of a target, without a command.
     *
     * @param monitor of a target that may have ended
     */
    public static Optional<OversizedHeap> of(TargetMonitor monitor) {
        return of(monitor.jvm().flags(), HeapFigures.of(monitor), MemoryObserver.forecast(monitor));
    }

    static Optional<OversizedHeap> of(
            JvmFlags flags, HeapFigures figures, MemoryForecast forecast) {
        Verdict outside = forecast.outside().verdict();
        boolean grows =
                outside == Verdict.GROWING
                        || forecast.kept().verdict() == Verdict.GROWING
                        || (outside == Verdict.UNKNOWN && figures.outsideRises());
        return grows
                ? Optional.empty()
                : of(
                                flags,
                                MaxHeapSource.of(flags, figures.heapMax(), figures.limit()),
                                new Sizes(
                                        figures.limit(),
                                        figures.heapMax(),
                                        figures.committed(),
                                        figures.live(),
                                        figures.outside()))
                        .map(each -> each.with(!figures.liveMayRise()));
    }

    private OversizedHeap with(boolean proven) {
        return new OversizedHeap(sizes, line, fits, proven);
    }

    /**
     * Finds an oversized heap; empty if the heap fits, if the live set needs it, or if a size is
     * unknown.
     */
    public static Optional<OversizedHeap> of(JvmFlags flags, MaxHeapSource source, Sizes sizes) {
        boolean fits = sizes.heapMax() + sizes.outside() <= sizes.limit();
        boolean isGarbage = sizes.committed() >= COMMITTED_TO_LIVE * sizes.live();
        double young = flags.bytes("-Xmn", "-XX:NewSize=").orElse(0);
        boolean hasRoom =
                sizes.room() >= HEAP_TO_LIVE * sizes.live()
                        && sizes.room() >= young + OLD_TO_LIVE * sizes.live();
        boolean known =
                sizes.limit() > 0 && sizes.heapMax() > 0 && sizes.outside() > 0 && sizes.live() > 0;
        if (!known || fits || !isGarbage || !hasRoom) {
            return Optional.empty();
        }
        // JDK 8 has the percentage from update 191 on
        if (source instanceof MaxHeapSource.Share share
                && flags.value("-XX:MaxRAMPercentage=").isPresent()) {
            var percent = share.percentOf(sizes.room(), sizes.limit());
            if (percent.isPresent()) {
                double heap = share.with(percent.getAsDouble()).under(sizes.limit());
                String line =
                        TuningOption.MAX_RAM_PERCENTAGE.line(
                                Double.toString(percent.getAsDouble()));
                return Optional.of(
                        new OversizedHeap(sizes, line + beside(flags, sizes, heap), heap, true));
            }
        }
        double heap = Math.floor(sizes.room() / MEBIBYTE) * MEBIBYTE;
        String line = TuningOption.MAX_HEAP.line(mebibytes(heap));
        return Optional.of(new OversizedHeap(sizes, line + beside(flags, sizes, heap), heap, true));
    }

    /**
     * Returns the flags that a smaller heap needs: a larger -Xms or -XX:SoftMaxHeapSize prevents
     * the start, and -Xmx is the default bound of direct memory.
     */
    private static String beside(JvmFlags flags, Sizes sizes, double heap) {
        boolean isAbove = flags.initialHeapBytes().orElse(0) > heap;
        boolean isBound = flags.bytes("-XX:MaxDirectMemorySize=").orElse(0) > 0;
        boolean isSoftAbove = flags.bytes("-XX:SoftMaxHeapSize=").orElse(0) > heap;
        return (isAbove ? " " + TuningOption.INITIAL_HEAP.line(mebibytes(heap)) : "")
                + (isSoftAbove ? " " + TuningOption.SOFT_MAX_HEAP.line(whole(heap)) : "")
                + (isBound
                        ? ""
                        : " " + TuningOption.MAX_DIRECT_MEMORY.line(mebibytes(sizes.heapMax())));
    }

    private static String whole(double bytes) {
        return mebibytes(Math.floor(bytes / MEBIBYTE) * MEBIBYTE);
    }

    private static String mebibytes(double bytes) {
        return (long) Math.ceil(bytes / MEBIBYTE) + "m";
    }

    /** Describes the oversized heap in one or two sentences. */
    public String sentence() {
        return (isProven
                        ? "It is not a leak: %s of the heap's %s live, but the heap may grow to %s beside %s outside of it, which the limit of %s does not hold; %s fits."
                        : "It may be garbage or a leak: %s of the heap's %s lived after the last collection of the old generation. If it is garbage: the heap may grow to %s beside %s outside of it, which the limit of %s does not hold; %s fits.")
                .formatted(
                        words(sizes.live()),
                        words(sizes.committed()),
                        words(sizes.heapMax()),
                        words(sizes.outside()),
                        words(sizes.limit()),
                        line);
    }

    private static String words(double bytes) {
        return new ByteSize((long) bytes).toString();
    }
}
