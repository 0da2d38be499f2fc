/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Computes the signals of one target from its samples. Not thread-safe. */
final class TargetSignals {
    /** Long enough that one collection is no overhead. */
    private static final long OVERHEAD_WINDOW_NANOS = Duration.ofMinutes(1).toNanos();

    private static final long LEAST_WINDOW_NANOS = Duration.ofSeconds(10).toNanos();
    private static final double NANOS_PER_SECOND = 1e9;

    private record Pauses(long nanos, double seconds) {}

    private final double metaspaceLimitBytes;
    private final Deque<Pauses> pauses = new ArrayDeque<>();
    private double heap = Double.NaN;
    private double oldAfterGc = Double.NaN;
    private double metaspace = Double.NaN;
    private double containerMemory = Double.NaN;
    private double collections;

    /**
     * @param metaspaceLimitBytes NaN when there is none
     */
    TargetSignals(double metaspaceLimitBytes) {
        this.metaspaceLimitBytes = metaspaceLimitBytes;
    }

    void update(Sample sample) {
        containerMemory =
                sample.value(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES)
                        / sample.value(SampleField.CONTAINER_MEMORY_LIMIT_BYTES);
        heap = sample.value(SampleField.HEAP_USED_BYTES) / sample.value(SampleField.HEAP_MAX_BYTES);
        metaspace = sample.value(SampleField.NONHEAP_USED_BYTES) / metaspaceLimitBytes;
        double now = sample.collectors().stream().mapToDouble(Sample.Collector::count).sum();
        if (now > collections) {
            collections = now;
            oldAfterGc = old(sample).map(TargetSignals::used).orElse(heap);
        }
        double seconds = sample.value(SampleField.GC_PAUSE_SECONDS);
        if (!Double.isNaN(seconds)) {
            pauses.addLast(new Pauses(sample.nanos(), seconds));
            while (sample.nanos() - pauses.getFirst().nanos() > OVERHEAD_WINDOW_NANOS) {
                pauses.removeFirst();
            }
        }
    }

    private static Optional<Sample.Pool> old(Sample sample) {
        return sample.pools().stream()
                .filter(pool -> pool.name().contains("Old") || pool.name().startsWith("Tenured"))
                .findFirst();
    }

    private static double used(Sample.Pool pool) {
        return pool.usedBytes() / pool.maxBytes();
    }

    /** 0 to 1; NaN when it isn't known. */
    double value(TriggerSignal signal) {
        return switch (signal) {
            case CONTAINER_MEMORY -> containerMemory;
            case HEAP -> heap;
            case OLD_AFTER_GC -> oldAfterGc;
            case METASPACE -> metaspace;
            case GC_OVERHEAD -> overhead();
        };
    }

    private double overhead() {
        if (pauses.isEmpty()) {
            return Double.NaN;
        }
        long nanos = pauses.getLast().nanos() - pauses.getFirst().nanos();
        return nanos < LEAST_WINDOW_NANOS
                ? Double.NaN
                : (pauses.getLast().seconds() - pauses.getFirst().seconds())
                        / (nanos / NANOS_PER_SECOND);
    }
}
