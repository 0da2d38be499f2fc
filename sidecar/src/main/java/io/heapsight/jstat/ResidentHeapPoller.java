/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.AddressSpace;
import io.heapsight.proc.Mapping;
import io.heapsight.proc.ProcFs.RangePages;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Reads the size of a target's heap in memory and swap, outside the sampler's thread, one reading
 * at a time. The interval is {@value #BEAT_SECONDS} s. A reading may take long, because the kernel
 * walks the heap's page tables. Therefore the pause is up to {@value #PARTS} times the shorter of
 * the last two readings, at most two minutes. (A single reading may be long because the sidecar
 * waited for a processor.) If the mappings can't be read, committed memory counts as heap.
 *
 * <p>ZGC allocates memory when it commits it. Its heap is the shared memory of the control group,
 * with swap up to the committed size; if that is unknown, the committed size.
 */
final class ResidentHeapPoller {
    private static final long BEAT_SECONDS = 10;
    private static final long BEAT_NANOS = BEAT_SECONDS * 1_000_000_000;
    private static final int PARTS = 2000;
    private static final long MOST_NANOS = 12 * BEAT_NANOS;

    /**
     * Interval of searches. The heap has few mappings, and their addresses are fixed in a process;
     * but the cause of an earlier failure may be gone.
     */
    private static final long SEARCH_NANOS = 60 * BEAT_NANOS;

    private static final long SEARCH_AGAIN_NANOS = 6 * BEAT_NANOS;

    /** Consumes the result of a reading. */
    interface Listener {
        /**
         * Accepts a reading.
         *
         * @param nanos of the sample that requested it
         * @param chargedBytes of that sample
         * @param heapBytes in memory and swap; the committed size if the mappings can't be read
         * @param residentBytes its part in memory; NaN if the mappings can't be read, or much of
         *     the heap is in swap
         */
        void read(long nanos, double chargedBytes, double heapBytes, double residentBytes);
    }

    /** Values from the sample. */
    record Figures(
            double chargedBytes,
            double sharedBytes,
            double swappedBytes,
            double usedBytes,
            double committedBytes,
            double maxBytes) {
        boolean isKnown() {
            return chargedBytes >= 0 && committedBytes > 0 && maxBytes > 0;
        }

        /** Returns the pages of the heap; of those in swap, only as many as are charged. */
        RangePages charged(RangePages heap) {
            return new RangePages(
                    heap.residentBytes(), (long) Math.min(heap.swappedBytes(), swappedBytes));
        }
    }

    /** Computes the interval between readings. */
    static final class Pace {
        private long last;

        /** Returns the interval after a reading of this duration, both in nanoseconds. */
        long beat(long taken) {
            long pause = Math.min(MOST_NANOS, PARTS * Math.min(taken, last));
            last = taken;
            return Math.max(BEAT_NANOS, pause);
        }
    }

    private record Place(long from, long to, boolean isOfZ) {}

    /**
     * Minimum share of the used heap in memory and swap: with less, it is another mapping. With
     * less in memory, the resident size does not show the heap's size.
     */
    private static final double LEAST_OF_USED = 0.8;

    private final TargetConnection connection;
    private final Listener listener;
    private final SingleTaskRunner reading;
    private final Pace pace = new Pace();
    private volatile long dueNanos;
    private volatile Reading<Boolean> state = Reading.missing("not read yet");
    private volatile HeapInfo.@Nullable Range told;
    private @Nullable Place place;
    private boolean isTold;
    private long searchNanos;

    ResidentHeapPoller(TargetConnection connection, Executor executor, Listener listener) {
        this.connection = connection;
        this.listener = listener;
        this.reading = new SingleTaskRunner(executor);
        this.dueNanos = System.nanoTime();
        this.searchNanos = dueNanos;
    }

    /** The reason if pages can't be read; else empty. */
    Optional<String> whyNot() {
        return state.either(_ -> Optional.empty(), Optional::of);
    }

    /** Starts a reading if it is due. */
    void poll(long nanos, Figures figures) {
        if (figures.isKnown() && System.nanoTime() - dueNanos >= 0) {
            reading.begin(() -> read(nanos, figures));
        }
    }

    private void read(long nanos, Figures figures) {
        long begun = System.nanoTime();
        try {
            Optional<RangePages> pages = pages(figures, begun);
            if (pages.isPresent()) {
                state = Reading.of(true);
            }
            listener.read(
                    nanos,
                    figures.chargedBytes(),
                    pages.map(RangePages::bytes).orElse((long) figures.committedBytes()),
                    pages.map(each -> (double) each.residentBytes())
                            .filter(bytes -> bytes >= LEAST_OF_USED * figures.usedBytes())
                            .orElse(Double.NaN));
        } catch (IOException e) {
            state = Reading.missing(IoReason.of(e));
            listener.read(nanos, figures.chargedBytes(), figures.committedBytes(), Double.NaN);
        } finally {
            dueNanos = begun + pace.beat(System.nanoTime() - begun);
        }
    }

    private Optional<RangePages> pages(Figures figures, long now) throws IOException {
        int pid = connection.jvm().pid();
        if (now - searchNanos >= 0 || (told != null && !isTold)) {
            isTold = told != null;
            place = find(connection, told, connection.procFs().addressSpace(pid), figures);
            searchNanos = now + (place == null ? SEARCH_AGAIN_NANOS : SEARCH_NANOS);
        }
        if (place == null) {
            state = Reading.missing("the heap was not found among the mappings");
            return Optional.empty();
        }
        if (place.isOfZ()) {
            return Optional.of(pagesOfZ(figures));
        }
        RangePages pages = connection.procFs().pages(pid, place.from(), place.to());
        if (pages.bytes() < LEAST_OF_USED * figures.usedBytes()) {
            state =
                    Reading.missing(
                            "the mapping that looks like the heap has fewer pages than objects:"
                                    + " it is not the heap");
            return Optional.empty();
        }
        return Optional.of(figures.charged(pages));
    }

    /** The control group's figures don't separate swapped pages of the heap from others. */
    static RangePages pagesOfZ(Figures figures) {
        double committed = figures.committedBytes();
        double resident =
                figures.sharedBytes() >= 0
                        ? Math.min(figures.sharedBytes(), figures.maxBytes())
                        : committed;
        double swapped = Math.clamp(committed - resident, 0, figures.swappedBytes());
        return new RangePages((long) resident, (long) swapped);
    }

    /** The addresses of the heap, as reported by the JVM. */
    void at(HeapInfo.Range range) {
        told = range;
    }

    private static @Nullable Place find(
            TargetConnection connection,
            HeapInfo.@Nullable Range told,
            AddressSpace space,
            Figures figures) {
        Set<Mapping> heap =
                HeapLocator.of(
                        space.mappings(),
                        new HeapLocator.Told(
                                Optional.ofNullable(told),
                                OptionalLong.of(max(connection, figures)),
                                OptionalLong.of((long) figures.committedBytes())));
        long from = Long.MAX_VALUE;
        long to = 0;
        boolean isOfZ = false;
        for (Mapping mapping : heap) {
            from = Math.min(from, mapping.start());
            to = Math.max(to, mapping.end());
            isOfZ |= HeapLocator.isOfZ(mapping);
        }
        if (told != null && !isOfZ) {
            return new Place(told.from(), told.to(), false);
        }
        return heap.isEmpty() ? null : new Place(from, to, isOfZ);
    }

    /** The maximum size of the heap, from the command line: counters lack a survivor space. */
    private static long max(TargetConnection connection, Figures figures) {
        return (long) connection.jvm().flags().maxHeapBytes().orElse(figures.maxBytes());
    }
}
