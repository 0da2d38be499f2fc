/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.proc.AddressSpace;
import io.heapsight.proc.Mapping;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Reads how much of a target's heap is resident, away from the sampler's thread and never twice at
 * once: every {@value #BEAT_SECONDS} s, or so seldom that it takes {@value #PARTS} of the time at
 * most, as the kernel walks the heap's page tables. Where the mappings can't be read, what is
 * committed is taken for resident.
 *
 * <p>ZGC allocates memory as it commits it: its heap is the shared memory of the control group, or
 * else what is committed.
 */
final class HeapPages {
    private static final long BEAT_SECONDS = 10;
    private static final long BEAT_NANOS = BEAT_SECONDS * 1_000_000_000;
    private static final int PARTS = 500;

    /** Mappings are few, and at other addresses only in another process; what failed may be over. */
    private static final long SEARCH_NANOS = 60 * BEAT_NANOS;

    private static final long SEARCH_AGAIN_NANOS = 6 * BEAT_NANOS;

    /** Takes what was read. */
    interface Listener {
        /**
         * Takes a reading.
         *
         * @param nanos of the sample that asked for it
         * @param chargedBytes of that sample
         * @param isRead whether the mappings were read; else it is what is committed
         */
        void read(long nanos, double chargedBytes, double heapBytes, boolean isRead);
    }

    /** What the sample tells. */
    record Figures(
            double chargedBytes, double sharedBytes, double committedBytes, double maxBytes) {
        boolean isKnown() {
            return chargedBytes >= 0 && committedBytes > 0 && maxBytes > 0;
        }
    }

    private record Place(long from, long to, boolean isOfZ) {}

    private final TargetConnection connection;
    private final Executor executor;
    private final Listener listener;
    private final AtomicBoolean running = new AtomicBoolean();
    private volatile long dueNanos;
    private volatile Reading<Boolean> state = Reading.missing("not read yet");
    private @Nullable Place place;
    private long searchNanos;

    HeapPages(TargetConnection connection, Executor executor, Listener listener) {
        this.connection = connection;
        this.executor = executor;
        this.listener = listener;
        this.dueNanos = System.nanoTime();
        this.searchNanos = dueNanos;
    }

    /** Why pages can't be read; empty while they are. */
    Optional<String> whyNot() {
        return state.either(_ -> Optional.empty(), Optional::of);
    }

    /** Reads, when it is time to. */
    void poll(long nanos, Figures figures) {
        if (!figures.isKnown()
                || System.nanoTime() - dueNanos < 0
                || !running.compareAndSet(false, true)) {
            return;
        }
        boolean begun = false;
        try {
            executor.execute(() -> read(nanos, figures));
            begun = true;
        } finally {
            if (!begun) {
                running.set(false); // memory lacks for a thread
            }
        }
    }

    private void read(long nanos, Figures figures) {
        long begun = System.nanoTime();
        try {
            OptionalLong resident = resident(figures, begun);
            double bytes =
                    resident.isPresent() ? resident.getAsLong() : figures.committedBytes();
            if (resident.isPresent()) {
                state = Reading.of(true);
            }
            listener.read(nanos, figures.chargedBytes(), bytes, resident.isPresent());
        } catch (IOException e) {
            state = Reading.missing(IoReason.of(e));
            listener.read(nanos, figures.chargedBytes(), figures.committedBytes(), false);
        } finally {
            long ended = System.nanoTime();
            dueNanos = ended + Math.max(BEAT_NANOS - (ended - nanos), PARTS * (ended - begun));
            running.set(false);
        }
    }

    private OptionalLong resident(Figures figures, long now) throws IOException {
        int pid = connection.jvm().pid();
        if (now - searchNanos >= 0) {
            place = find(connection.procFs().addressSpace(pid), figures);
            searchNanos = now + (place == null ? SEARCH_AGAIN_NANOS : SEARCH_NANOS);
        }
        if (place == null) {
            state = Reading.missing("the heap was not found among the mappings");
            return OptionalLong.empty();
        }
        if (place.isOfZ()) {
            return figures.sharedBytes() >= 0
                    ? OptionalLong.of(
                            (long) Math.min(figures.sharedBytes(), figures.maxBytes()))
                    : OptionalLong.of((long) figures.committedBytes());
        }
        return OptionalLong.of(
                connection.procFs().residentBytes(pid, place.from(), place.to()));
    }

    private static @Nullable Place find(AddressSpace space, Figures figures) {
        Set<Mapping> heap =
                HeapLocator.of(
                        space.mappings(),
                        new HeapLocator.Told(
                                Optional.empty(),
                                OptionalLong.of((long) figures.maxBytes()),
                                OptionalLong.of((long) figures.committedBytes())));
        long from = Long.MAX_VALUE;
        long to = 0;
        boolean isOfZ = false;
        for (Mapping mapping : heap) {
            from = Math.min(from, mapping.start());
            to = Math.max(to, mapping.end());
            isOfZ |= HeapLocator.isOfZ(mapping);
        }
        return heap.isEmpty() ? null : new Place(from, to, isOfZ);
    }
}
