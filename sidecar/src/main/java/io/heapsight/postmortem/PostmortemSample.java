/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.SampleRing;
import io.heapsight.run.RunColumn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Some figures of a target at one moment, stored for its post-mortem.
 *
 * @param figures by the column names of runs ({@code heapUsedBytes}), without unknown ones
 */
public record PostmortemSample(Instant at, Map<String, Double> figures) {
    static final int MOST = 120;

    private static final long LAST_MILLIS = Duration.ofMinutes(2).toMillis();
    private static final Set<SampleField> KEPT =
            EnumSet.of(
                    SampleField.HEAP_USED_BYTES,
                    SampleField.HEAP_COMMITTED_BYTES,
                    SampleField.NONHEAP_COMMITTED_BYTES,
                    SampleField.GC_PAUSE_SECONDS,
                    SampleField.GC_OVERHEAD_RATIO,
                    SampleField.THREADS,
                    SampleField.CPU_SECONDS,
                    SampleField.RESIDENT_BYTES,
                    SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                    SampleField.CONTAINER_MEMORY_HIGH_BYTES,
                    SampleField.CONTAINER_MEMORY_HIGH_EVENTS,
                    SampleField.CONTAINER_MEMORY_USAGE_BYTES,
                    SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
                    SampleField.CONTAINER_MEMORY_ANON_BYTES,
                    SampleField.CONTAINER_MEMORY_FILE_BYTES,
                    SampleField.CONTAINER_MEMORY_SHMEM_BYTES,
                    SampleField.CONTAINER_OOM_KILLS,
                    SampleField.CONTAINER_CPU_THROTTLED_SECONDS);

    public PostmortemSample {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    /**
     * Returns the samples of the last two minutes, oldest first, evenly thinned if there are too
     * many.
     */
    static List<PostmortemSample> last(SampleRing ring) {
        long[] times = ring.epochMillis();
        int size = times.length;
        int first = size;
        while (first > 0 && times[size - 1] - times[first - 1] <= LAST_MILLIS) {
            first--;
        }
        int step = Math.max(1, (size - first + MOST - 1) / MOST);
        List<PostmortemSample> samples = new ArrayList<>();
        for (int i = size - 1; i >= first; i -= step) {
            samples.add(of(times[i], ring.row(i)));
        }
        return samples.reversed();
    }

    private static PostmortemSample of(long epochMillis, double[] row) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (SampleField signal : KEPT) {
            double value = signal.in(row);
            if (!Double.isNaN(value)) {
                figures.put(RunColumn.of(signal).figure(), value);
            }
        }
        return new PostmortemSample(Instant.ofEpochMilli(epochMillis), figures);
    }
}
