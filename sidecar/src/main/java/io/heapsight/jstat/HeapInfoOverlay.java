/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.jstat.HeapInfo.Usage;
import io.heapsight.perfdata.GcutilSpace;
import io.heapsight.unit.Reading;
import java.util.List;
import java.util.Set;

/** Replaces stale or missing counters with values from {@code GC.heap_info}. */
record HeapInfoOverlay(HeapInfo info, SampleValues values, Set<GcutilSpace> fresh) {
    /** Corrects the values and their freshness; returns the corrected pools. */
    List<Sample.Pool> apply(List<Sample.Pool> pools) {
        if (info.usage(HeapInfo.Space.HEAP) instanceof Reading.Present<Usage>(var heap)) {
            values.set(SampleField.HEAP_USED_BYTES, heap.usedBytes());
            values.set(SampleField.HEAP_COMMITTED_BYTES, heap.committedBytes());
        }
        if (info.usage(HeapInfo.Space.METASPACE) instanceof Reading.Present<Usage>(var meta)) {
            values.set(SampleField.NONHEAP_USED_BYTES, meta.usedBytes());
            values.set(SampleField.NONHEAP_COMMITTED_BYTES, meta.committedBytes());
        }
        percent(HeapInfo.Space.METASPACE, GcutilSpace.M, SampleField.METASPACE_PERCENT);
        percent(HeapInfo.Space.CLASS_SPACE, GcutilSpace.CCS, SampleField.CLASS_SPACE_PERCENT);
        percent(HeapInfo.Space.EDEN, GcutilSpace.E, SampleField.EDEN_PERCENT);
        percent(HeapInfo.Space.OLD, GcutilSpace.O, SampleField.OLD_PERCENT);
        return pools.stream().map(this::corrected).toList();
    }

    private void percent(HeapInfo.Space space, GcutilSpace column, SampleField field) {
        if (info.usage(space) instanceof Reading.Present<Usage>(var usage)
                && usage.committedBytes() > 0) {
            values.set(field, 100.0 * usage.usedBytes() / usage.committedBytes());
            fresh.add(column);
        }
    }

    private Sample.Pool corrected(Sample.Pool pool) {
        return switch (pool.name()) {
            case "Eden Space", "PS Eden Space" -> corrected(pool, HeapInfo.Space.EDEN);
            case "Tenured Gen", "PS Old Gen" -> corrected(pool, HeapInfo.Space.OLD);
            case "ZHeap", "Shenandoah", "Epsilon Heap" -> corrected(pool, HeapInfo.Space.HEAP);
            case "Metaspace" -> corrected(pool, HeapInfo.Space.METASPACE);
            case "Compressed Class Space" -> corrected(pool, HeapInfo.Space.CLASS_SPACE);
            default -> pool;
        };
    }

    private Sample.Pool corrected(Sample.Pool pool, HeapInfo.Space space) {
        return info.usage(space) instanceof Reading.Present<Usage>(var usage)
                ? new Sample.Pool(
                        pool.name(), usage.usedBytes(), usage.committedBytes(), pool.maxBytes())
                : pool;
    }
}
