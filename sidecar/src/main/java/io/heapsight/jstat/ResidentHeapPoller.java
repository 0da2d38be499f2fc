/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.AddressSpace;
import io.heapsight.proc.Mapping;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Reads the resident size of a target's heap, outside the sampler's thread, and only one reading at
 * a time. The interval is {@value #BEAT_SECONDS} s. A reading may take long, because the kernel
 * walks the heap's page tables. Therefore the pause is up to {@value #PARTS} times the shorter of
 * the last two readings, at most two minutes. (A single reading may be long because the sidecar
 * waited for a processor.) If the mappings can't be read, committed memory counts as resident.
 *
 * <p>ZGC allocates memory when it commits it: its heap is the shared memory of the control group,
 * or else the committed size.
 */
final class ResidentHeapPoller {
    private static final long BEAT_SECONDS = 10;
    private static final long BEAT_NANOS = BEAT_SECONDS * 1_000_000_000;
    private static final int PARTS = 2000;
    private static final long MOST_NANOS = 12 * BEAT_NANOS;

    /**
     * Interval of searches. The heap has few mappings, and their addresses are fixed in a process;
     * but an earlier failure may be over.
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
         * @param isRead whether the mappings were read; otherwise the committed size counts
         */
        void read(long nanos, double chargedBytes, double heapBytes, boolean isRead);
    }

    /** Values from the sample. */
    record Figures(
            double chargedBytes,
            double sharedBytes,
            double usedBytes,
            double committedBytes,
            double maxBytes) {
        boolean isKnown() {
            return chargedBytes >= 0 && committedBytes > 0 && maxBytes > 0;
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
     * Minimum share of the used heap that is resident: with less, it is another mapping, or a
     * swapped-out heap.
     */
    private static final double LEAST_RESIDENT = 0.8;

    private final TargetConnection connection;
    private final Listener listener;
    private final SingleTask reading;
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
        this.reading = new SingleTask(executor);
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
            OptionalLong resident = resident(figures, begun);
            double bytes = resident.isPresent() ? resident.getAsLong() : figures.committedBytes();
            if (resident.isPresent()) {
                state = Reading.of(true);
            }
            listener.read(nanos, figures.chargedBytes(), bytes, resident.isPresent());
        } catch (IOException e) {
            state = Reading.missing(IoReason.of(e));
            listener.read(nanos, figures.chargedBytes(), figures.committedBytes(), false);
        } finally {
            dueNanos = begun + pace.beat(System.nanoTime() - begun);
        }
    }

    private OptionalLong resident(Figures figures, long now) throws IOException {
        int pid = connection.jvm().pid();
        if (now - searchNanos >= 0 || (told != null && !isTold)) {
            isTold = told != null;
            place = find(connection, told, connection.procFs().addressSpace(pid), figures);
            searchNanos = now + (place == null ? SEARCH_AGAIN_NANOS : SEARCH_NANOS);
        }
        if (place == null) {
            state = Reading.missing("the heap was not found among the mappings");
            return OptionalLong.empty();
        }
        if (place.isOfZ()) {
            return figures.sharedBytes() >= 0
                    ? OptionalLong.of((long) Math.min(figures.sharedBytes(), figures.maxBytes()))
                    : OptionalLong.of((long) figures.committedBytes());
        }
        long bytes = connection.procFs().residentBytes(pid, place.from(), place.to());
        if (bytes < LEAST_RESIDENT * figures.usedBytes()) {
            state =
                    Reading.missing(
                            "the mapping that looks like the heap has fewer pages than objects:"
                                    + " it is swapped out, or is not the heap");
            return OptionalLong.empty();
        }
        return OptionalLong.of(bytes);
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
        try {
            return ByteSize.parse(connection.jvm().flags().value("-Xmx").orElse("")).bytes();
        } catch (IllegalArgumentException _) {
            return (long) figures.maxBytes();
        }
    }
}
