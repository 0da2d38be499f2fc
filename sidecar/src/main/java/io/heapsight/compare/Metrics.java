/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.compare.Metric.Group;
import io.heapsight.compare.Metric.Unit;
import io.heapsight.histogram.Count;
import io.heapsight.jstat.SampleField;
import io.heapsight.run.GarbageBounds;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** All metrics of a comparison, in reading order. */
final class Metrics {
    private static final double HIGH = 0.95;
    private static final int LEAST_COLLECTIONS = 3;
    private static final RunColumn CONTAINER_USAGE =
            RunColumn.of(SampleField.CONTAINER_MEMORY_USAGE_BYTES);
    private static final RunColumn METASPACE = RunColumn.poolUsedBytes("Metaspace");
    private static final RunColumn CLASS_SPACE = RunColumn.poolUsedBytes("Compressed Class Space");

    /** A metric, and the function that reads it from a run. */
    record Definition(Metric metric, Function<SampleIntervals, MetricValue> figure) {}

    static final List<Definition> ALL = new Metrics().all();

    /** Returns the index of a metric in {@link #ALL}. */
    static int index(String name) {
        int index = 0;
        while (!ALL.get(index).metric().name().equals(name)) {
            index++;
        }
        return index;
    }

    private final List<Definition> definitions = new ArrayList<>();
    private Group group = Group.TIME;

    private Metrics() {}

    private List<Definition> all() {
        time();
        container();
        heap();
        collection();
        metaspace();
        output();
        objects();
        work();
        return List.copyOf(definitions);
    }

    private void add(
            String name, String words, Unit unit, Function<SampleIntervals, MetricValue> figure) {
        definitions.add(new Definition(new Metric(name, words, unit, group, true), figure));
    }

    private void time() {
        group = Group.TIME;
        add("duration", "duration", Unit.SECONDS, Metrics::duration);
        add("cpu.seconds", "CPU time", Unit.SECONDS, total(SampleField.CPU_SECONDS));
        add("cpu.utilisation", "CPU utilisation", Unit.CORES, rate(SampleField.CPU_SECONDS));
        add(
                "cpu.of_limit",
                "CPU utilisation, share of the limit",
                Unit.RATIO,
                steps ->
                        LimitShare.ofCpu(
                                steps,
                                SampleField.CONTAINER_CPU_LIMIT_CORES,
                                steps.run().limits().cpuCores()));
        add(
                "cpu.of_shares",
                "CPU utilisation, share of the reserved CPU shares",
                Unit.RATIO,
                steps ->
                        LimitShare.ofCpu(
                                steps,
                                SampleField.CONTAINER_CPU_SHARE_CORES,
                                steps.run().limits().cpuShareCores()));
        add(
                "cpu.throttled",
                "throttled time",
                Unit.SECONDS,
                total(SampleField.CONTAINER_CPU_THROTTLED_SECONDS));
        add(
                "cpu.throttled_periods",
                "throttled periods",
                Unit.RATIO,
                steps ->
                        MetricValue.Rate.of(
                                steps.grown(SampleField.CONTAINER_CPU_THROTTLED_PERIODS),
                                steps.grown(SampleField.CONTAINER_CPU_PERIODS)));
        add(
                "host.cpu",
                "CPU of the host",
                Unit.RATIO,
                steps -> steps.mean(steps.level(RunColumn.HOST_CPU_BUSY_RATIO)));
    }

    private void container() {
        group = Group.CONTAINER;
        levels("container.memory", "container memory", CONTAINER_USAGE);
        add(
                "container.memory.of_limit",
                "peak container memory, share of the hard limit",
                Unit.RATIO,
                steps ->
                        LimitShare.ofPeak(
                                steps,
                                SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                                steps.run().limits().memoryBytes()));
        add(
                "container.memory.of_soft_limit",
                "peak container memory, share of the soft limit",
                Unit.RATIO,
                steps ->
                        LimitShare.ofPeak(
                                steps,
                                SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES,
                                steps.run().limits().softMemoryBytes()));
        levels("rss", "resident memory", RunColumn.of(SampleField.RESIDENT_BYTES));
    }

    private void heap() {
        group = Group.HEAP;
        add(
                "heap.after_gc.mean",
                "heap after GC",
                Unit.BYTES,
                steps -> steps.mean(steps.heapAfterCollection()));
        add(
                "heap.after_gc.p95",
                "95th percentile of heap after GC",
                Unit.BYTES,
                steps -> MetricValue.Percentile.of(steps.heapAfterCollection(), HIGH));
        add(
                "heap.after_gc.max",
                "highest heap after GC",
                Unit.BYTES,
                steps -> MetricValue.peak(steps.heapAfterCollection()));
        add(
                "heap.used.mean",
                "heap used",
                Unit.BYTES,
                steps ->
                        steps.isHeapFresh()
                                ? steps.meanLevel(RunColumn.of(SampleField.HEAP_USED_BYTES))
                                : new MetricValue.Missing("the target's counters are stale"));
        add(
                "allocation.total",
                "allocation",
                Unit.BYTES,
                counted(total(SampleField.ALLOCATED_BYTES)));
        add(
                "allocation.rate",
                "allocation rate",
                Unit.BYTES_PER_SECOND,
                counted(rate(SampleField.ALLOCATED_BYTES)));
    }

    /**
     * Requires more than a few collections if counters are stale, since allocation is then counted
     * at collections.
     */
    private static Function<SampleIntervals, MetricValue> counted(
            Function<SampleIntervals, MetricValue> allocation) {
        return steps -> {
            Optional<String> unknown = AllocationError.reason(steps.run().samples());
            if (unknown.isPresent()) {
                return new MetricValue.Missing(unknown.get());
            }
            return steps.isHeapFresh()
                            || MetricValue.Sum.of(steps.collections()).value() >= LEAST_COLLECTIONS
                    ? allocation.apply(steps)
                    : new MetricValue.Missing(
                            "the target's counters are stale, and it ran hardly any collections");
        };
    }

    private void collection() {
        group = Group.GC;
        add(
                "gc.count",
                "number of collections",
                Unit.COUNT,
                steps -> MetricValue.Sum.of(steps.collections()));
        add("gc.time", "GC time", Unit.SECONDS, total(SampleField.GC_PAUSE_SECONDS));
        add("gc.overhead", "GC overhead", Unit.RATIO, rate(SampleField.GC_PAUSE_SECONDS));
        add(
                "gc.pause.mean",
                "mean GC pause",
                Unit.SECONDS,
                steps ->
                        MetricValue.Rate.of(
                                steps.grown(SampleField.GC_PAUSE_SECONDS), steps.collections()));
        add(
                "gc.full",
                "number of full collections",
                Unit.COUNT,
                steps -> MetricValue.Sum.of(steps.fullCollections()));
        add(
                "gc.full.time",
                "time of full collections",
                Unit.SECONDS,
                steps -> MetricValue.Sum.of(steps.fullSeconds()));
        add(
                "gc.concurrent",
                "number of concurrent cycles",
                Unit.COUNT,
                steps -> MetricValue.Sum.of(steps.concurrentCycles()));
        add(
                "gc.concurrent.time",
                "time of concurrent cycles",
                Unit.SECONDS,
                steps -> MetricValue.Sum.of(steps.concurrentSeconds()));
    }

    private void metaspace() {
        group = Group.METASPACE;
        add("metaspace.used", "metaspace used", Unit.BYTES, peak(METASPACE));
        add(
                "metaspace.capacity",
                "metaspace capacity",
                Unit.BYTES,
                peak(RunColumn.of(SampleField.METASPACE_CAPACITY_BYTES)));
        add(
                "metaspace.percent",
                "metaspace used, share of its capacity",
                Unit.RATIO,
                steps -> last(SampleField.METASPACE_PERCENT).apply(steps).scaled(0.01));
        add(
                "metaspace.max_capacity",
                "metaspace reserved",
                Unit.BYTES,
                last(SampleField.METASPACE_MAX_CAPACITY_BYTES));
        add(
                "metaspace.of_max",
                "metaspace, share of its maximum",
                Unit.RATIO,
                steps ->
                        LimitShare.of(
                                peak(METASPACE).apply(steps),
                                steps.run().limits().metaspaceMaxBytes()));
        add("class_space.used", "class space used", Unit.BYTES, peak(CLASS_SPACE));
        add(
                "class_space.capacity",
                "class space capacity",
                Unit.BYTES,
                peak(RunColumn.of(SampleField.CLASS_SPACE_CAPACITY_BYTES)));
        add(
                "class_space.percent",
                "class space used, share of its capacity",
                Unit.RATIO,
                steps -> last(SampleField.CLASS_SPACE_PERCENT).apply(steps).scaled(0.01));
        add(
                "classes.loaded",
                "loaded classes",
                Unit.COUNT,
                peak(RunColumn.of(SampleField.CLASSES_LOADED)));
        add(
                "threads.mean",
                "threads",
                Unit.COUNT,
                steps -> steps.meanLevel(RunColumn.of(SampleField.THREADS)));
        add("threads.peak", "most threads", Unit.COUNT, peak(RunColumn.of(SampleField.THREADS)));
    }

    private void output() {
        group = Group.OUTPUT;
        add("output.bytes", "bytes of output", Unit.BYTES, total(SampleField.IO_WRITE_BYTES));
        add("output.writes", "writes of output", Unit.COUNT, total(SampleField.IO_WRITE_SYSCALLS));
        add(
                "output.lines",
                "lines of output",
                Unit.COUNT,
                steps ->
                        steps.toldLines()
                                .orElseGet(
                                        () ->
                                                MetricValue.Sum.of(
                                                        steps.grown(RunColumn.OUTPUT_LINES))));
    }

    private void objects() {
        group = Group.OBJECTS;
        add("objects.count", "objects", Unit.COUNT, histogram(heap -> heap.all().instances()));
        add("objects.bytes", "bytes of objects", Unit.BYTES, histogram(heap -> heap.all().bytes()));
        add(
                "unreachable.bytes",
                "unreachable bytes",
                Unit.BYTES,
                histogram(heap -> heap.unreachable().bytes()));
        add(
                "unreachable.share",
                "share of unreachable bytes",
                Unit.RATIO,
                histogram(RunHistogram::unreachableRatio));
        add(
                "garbage.min.bytes",
                "garbage bytes at least",
                Unit.BYTES,
                garbage(GarbageBounds::atLeast));
        add(
                "garbage.max.bytes",
                "garbage bytes at most",
                Unit.BYTES,
                garbage(GarbageBounds::atMost));
    }

    private void work() {
        group = Group.WORK;
        add("work.records", "units of work", Unit.COUNT, in -> new MarkedWork(in.run()).records());
        definitions.add(
                new Definition(
                        new Metric("work.rate", "work done", Unit.PER_SECOND, group, false),
                        steps -> new MarkedWork(steps.run()).rate()));
        add(
                "work.cpu",
                "CPU time per unit of work",
                Unit.SECONDS_PER_RECORD,
                perRecord(RunColumn.of(SampleField.CPU_SECONDS)));
        add(
                "work.allocation",
                "allocation per unit of work",
                Unit.BYTES_PER_RECORD,
                counted(perRecord(RunColumn.of(SampleField.ALLOCATED_BYTES))));
        add(
                "work.output",
                "bytes of output per unit of work",
                Unit.BYTES_PER_RECORD,
                perRecord(RunColumn.of(SampleField.IO_WRITE_BYTES)));
    }

    private static MetricValue duration(SampleIntervals steps) {
        return steps.run().stopped().isEmpty()
                ? new MetricValue.Missing("a run was cut short or is still running")
                : new MetricValue.Once(steps.run().duration().toNanos() / 1e9);
    }

    private void levels(String name, String words, RunColumn column) {
        add(name + ".mean", "mean " + words, Unit.BYTES, steps -> steps.meanLevel(column));
        add(
                name + ".p95",
                "95th percentile of " + words,
                Unit.BYTES,
                steps -> MetricValue.Percentile.of(steps.level(column), HIGH));
        add(name + ".peak", "highest sample of " + words, Unit.BYTES, peak(column));
    }

    private static Function<SampleIntervals, MetricValue> total(SampleField field) {
        return steps -> MetricValue.Sum.of(steps.grown(field));
    }

    private static Function<SampleIntervals, MetricValue> rate(SampleField field) {
        return steps -> MetricValue.Rate.of(steps.grown(field), steps.seconds());
    }

    private static Function<SampleIntervals, MetricValue> peak(RunColumn column) {
        return steps -> MetricValue.peak(steps.level(column));
    }

    private static Function<SampleIntervals, MetricValue> last(SampleField field) {
        return steps -> MetricValue.last(steps.level(field));
    }

    private static Function<SampleIntervals, MetricValue> perRecord(RunColumn column) {
        return steps -> new MarkedWork(steps.run()).perRecord(column);
    }

    private static Function<SampleIntervals, MetricValue> histogram(
            ToDoubleFunction<RunHistogram> figure) {
        return steps ->
                steps.run()
                        .heapAtStop()
                        .<MetricValue>map(heap -> new MetricValue.Once(figure.applyAsDouble(heap)))
                        .orElse(MetricValue.Missing.NOT_RECORDED);
    }

    private static Function<SampleIntervals, MetricValue> garbage(
            Function<GarbageBounds, Count> bound) {
        return steps ->
                steps.run()
                        .heapAtStop()
                        .flatMap(RunHistogram::garbage)
                        .<MetricValue>map(
                                garbage -> new MetricValue.Once(bound.apply(garbage).bytes()))
                        .orElse(MetricValue.Missing.NOT_RECORDED);
    }
}
