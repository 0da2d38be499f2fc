/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.gclog.GcCycleKind;
import io.heapsight.gclog.GcLogPauseTotals;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.perfdata.Collector;
import io.heapsight.perfdata.CollectorCounts;
import io.heapsight.perfdata.CounterNames;
import io.heapsight.perfdata.GcutilSpace;
import io.heapsight.perfdata.MemoryPool;
import io.heapsight.perfdata.MxBeanModel;
import io.heapsight.unit.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The figures of one sample of a JVM without counters, from its answers to commands and its GC log.
 *
 * @param counters built from both
 */
record CounterlessSample(
        Optional<AttachAnswers> answers,
        Optional<GcLogPauseTotals> log,
        ReconstructedCounters counters) {
    private static final Map<GcutilSpace, SampleField> PERCENTAGES =
            Map.of(
                    GcutilSpace.S0, SampleField.SURVIVOR_0_PERCENT,
                    GcutilSpace.S1, SampleField.SURVIVOR_1_PERCENT,
                    GcutilSpace.E, SampleField.EDEN_PERCENT,
                    GcutilSpace.O, SampleField.OLD_PERCENT,
                    GcutilSpace.M, SampleField.METASPACE_PERCENT,
                    GcutilSpace.CCS, SampleField.CLASS_SPACE_PERCENT);

    static CounterlessSample of(
            TargetJvm jvm, Optional<AttachAnswers> answers, Optional<GcLogPauseTotals> log) {
        return new CounterlessSample(answers, log, new ReconstructedCounters(jvm, answers, log));
    }

    /** The addresses of the heap, if the answers contain them. */
    Optional<HeapInfo.Range> heapRange() {
        return answers.flatMap(each -> each.heap().reserved().toOptional());
    }

    /** Stores all known figures, and the spaces that are known. */
    void read(SampleValues values, Set<GcutilSpace> fresh) {
        answers.ifPresent(
                each -> {
                    usage(each.heap(), values);
                    heapMax(each.flags(), values);
                    capacities(values);
                });
        PERCENTAGES.forEach(
                (space, field) -> {
                    long capacity = counters.number(space.capacityCounter(), 0);
                    if (capacity > 0) {
                        long used = counters.number(space.usedCounter(), 0);
                        values.set(field, 100.0 * used / capacity);
                        fresh.add(space);
                    }
                });
        log.filter(GcLogPauseTotals::showsPauses)
                .ifPresent(each -> values.set(SampleField.GC_PAUSE_SECONDS, each.seconds()));
    }

    private static void usage(HeapInfo info, SampleValues values) {
        info.usage(HeapInfo.Space.HEAP)
                .toOptional()
                .ifPresent(
                        heap -> {
                            values.set(SampleField.HEAP_USED_BYTES, heap.usedBytes());
                            values.set(SampleField.HEAP_COMMITTED_BYTES, heap.committedBytes());
                        });
        info.usage(HeapInfo.Space.METASPACE)
                .toOptional()
                .ifPresent(
                        meta -> {
                            values.set(SampleField.NONHEAP_USED_BYTES, meta.usedBytes());
                            values.set(SampleField.NONHEAP_COMMITTED_BYTES, meta.committedBytes());
                        });
    }

    private static void heapMax(HeapFlags flags, SampleValues values) {
        String size = flags.values().get("MaxHeapSize");
        if (size != null) {
            try {
                values.set(SampleField.HEAP_MAX_BYTES, ByteSize.parse(size).bytes());
            } catch (IllegalArgumentException _) {
                return; // not the answer of a JVM
            }
        }
    }

    private void capacities(SampleValues values) {
        String meta = CounterNames.METASPACE;
        String classes = CounterNames.COMPRESSED_CLASS_SPACE;
        put(values, SampleField.METASPACE_MIN_CAPACITY_BYTES, meta + ".minCapacity");
        put(values, SampleField.METASPACE_MAX_CAPACITY_BYTES, meta + ".maxCapacity");
        put(values, SampleField.METASPACE_CAPACITY_BYTES, meta + ".capacity");
        put(values, SampleField.CLASS_SPACE_MIN_CAPACITY_BYTES, classes + ".minCapacity");
        put(values, SampleField.CLASS_SPACE_MAX_CAPACITY_BYTES, classes + ".maxCapacity");
        put(values, SampleField.CLASS_SPACE_CAPACITY_BYTES, classes + ".capacity");
    }

    private void put(SampleValues values, SampleField field, String counter) {
        long bytes = counters.number(counter, -1);
        if (bytes >= 0) {
            values.set(field, bytes);
        }
    }

    /** The non-empty pools; those of the code cache come last. */
    List<Sample.Pool> pools() {
        List<Sample.Pool> pools = new ArrayList<>();
        for (MemoryPool pool : MxBeanModel.of(counters).pools()) {
            if (!Double.isNaN(pool.usedBytes())) {
                pools.add(Sample.Pool.of(pool));
            }
        }
        answers.ifPresent(
                each -> {
                    if (counters.collector() == Collector.PARALLEL) {
                        survivor(each.heap()).ifPresent(pools::add);
                    }
                    each.codeHeaps().forEach(heap -> pools.add(Sample.Pool.of(heap)));
                });
        return pools;
    }

    private static Optional<Sample.Pool> survivor(HeapInfo info) {
        return info.usage(HeapInfo.Space.FROM)
                .toOptional()
                .map(
                        from ->
                                new Sample.Pool(
                                        "PS Survivor Space",
                                        from.usedBytes(),
                                        from.committedBytes(),
                                        Double.NaN));
    }

    /** The collectors whose pauses the log contains. */
    List<Sample.Collector> collectors() {
        List<Sample.Collector> collectors = new ArrayList<>();
        for (CollectorCounts collector : MxBeanModel.of(counters).collectors()) {
            if (!Double.isNaN(collector.count())) {
                collectors.add(Sample.Collector.of(collector));
            }
        }
        log.filter(_ -> counters.collector().isShenandoah())
                .ifPresent(
                        each ->
                                collectors.add(
                                        new Sample.Collector(
                                                "Shenandoah Pauses", count(each), each.seconds())));
        return collectors;
    }

    private static double count(GcLogPauseTotals log) {
        double count = 0;
        for (GcCycleKind kind : GcCycleKind.values()) {
            count += log.of(kind).count();
        }
        return count;
    }
}
