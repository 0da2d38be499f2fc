/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import static io.heapsight.compare.MetricFunctions.counted;
import static io.heapsight.compare.MetricFunctions.garbage;
import static io.heapsight.compare.MetricFunctions.histogram;
import static io.heapsight.compare.MetricFunctions.last;
import static io.heapsight.compare.MetricFunctions.peak;
import static io.heapsight.compare.MetricFunctions.perRecord;
import static io.heapsight.compare.MetricFunctions.rate;
import static io.heapsight.compare.MetricFunctions.total;
import static io.heapsight.compare.MetricFunctions.unreachable;

import io.heapsight.compare.Metric.Group;
import io.heapsight.compare.Metric.Unit;
import io.heapsight.jstat.SampleField;
import io.heapsight.run.GarbageBounds;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** All metrics of a comparison, in reading order. */
final class Metrics {
    private static final double HIGH = 0.95;
    private static final double HIGHEST = 0.99;
    private static final int LEAST_FOR_HIGHEST = 100;
    private static final RunColumn CONTAINER_USAGE =
            RunColumn.of(SampleField.CONTAINER_MEMORY_USAGE_BYTES);
    private static final RunColumn METASPACE = RunColumn.poolUsedBytes("Metaspace");
    private static final RunColumn CLASS_SPACE = RunColumn.poolUsedBytes("Compressed Class Space");

    /** A metric, and the function that reads it from a run. */
    record Definition(Metric metric, Function<SampleIntervals, MetricValue> figure) {}

    static final String DURATION = "duration";
    static final String SINGLE_PAUSES = "gc.pause.p99";
    static final String AFTER_GC = "heap.after_gc.";
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
        add(DURATION, "duration", Unit.SECONDS, MetricFunctions::duration);
        add("cpu.seconds", "CPU time", Unit.SECONDS, total(SampleField.CPU_SECONDS));
        add("cpu.utilisation", "CPU utilisation", Unit.CORES, rate(SampleField.CPU_SECONDS));
        add(
                "cpu.of_limit",
                "CPU utilisation, share of the limit",
                Unit.RATIO,
                steps ->
                        LimitUtilization.ofCpu(
                                steps,
                                SampleField.CONTAINER_CPU_LIMIT_CORES,
                                steps.run().limits().cpuCores()));
        add(
                "cpu.of_shares",
                "CPU utilisation, share of the reserved CPU shares",
                Unit.RATIO,
                steps ->
                        LimitUtilization.ofCpu(
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
        levels("container.memory", "container memory", CONTAINER_USAGE, figure -> figure);
        add(
                "container.memory.of_limit",
                "peak container memory, share of the hard limit",
                Unit.RATIO,
                steps ->
                        LimitUtilization.ofPeak(
                                steps,
                                SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                                steps.run().limits().memoryBytes()));
        add(
                "container.memory.of_soft_limit",
                "peak container memory, share of the soft limit",
                Unit.RATIO,
                steps ->
                        LimitUtilization.ofPeak(
                                steps,
                                SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES,
                                steps.run().limits().softMemoryBytes()));
        levels(
                "rss",
                "resident memory",
                RunColumn.of(SampleField.RESIDENT_BYTES),
                MetricFunctions::resident);
    }

    private void heap() {
        group = Group.HEAP;
        add(
                AFTER_GC + "mean",
                "heap after GC",
                Unit.BYTES,
                steps -> steps.mean(steps.heapAfterCollection()));
        add(
                AFTER_GC + "p95",
                "95th percentile of heap after GC",
                Unit.BYTES,
                steps -> MetricValue.Percentile.of(steps.heapAfterCollection(), HIGH));
        add(
                AFTER_GC + "max",
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

    private void collection() {
        group = Group.GC;
        add(
                "gc.count",
                "number of collections",
                Unit.COUNT,
                steps -> MetricValue.Sum.of(steps.collections()));
        add("gc.time", "GC time", Unit.SECONDS, total(SampleField.GC_PAUSE_SECONDS));
        add("gc.overhead", "GC overhead", Unit.RATIO, rate(SampleField.GC_PAUSE_SECONDS));
        add("gc.cpu", "CPU time of GC", Unit.SECONDS, total(SampleField.GC_CPU_SECONDS));
        add(
                "gc.cpu.share",
                "CPU time of GC, share of all CPU time",
                Unit.RATIO,
                steps ->
                        MetricValue.Rate.of(
                                steps.grown(SampleField.GC_CPU_SECONDS),
                                steps.grown(SampleField.CPU_SECONDS)));
        pauses();
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

    private void pauses() {
        add(
                "gc.pause.mean",
                "mean GC pause",
                Unit.SECONDS,
                steps ->
                        MetricValue.Rate.of(
                                steps.grown(SampleField.GC_PAUSE_SECONDS), steps.collections()));
        add(
                SINGLE_PAUSES,
                "99th percentile of GC pauses",
                Unit.SECONDS,
                steps ->
                        MetricValue.Percentile.of(
                                steps.longestPauses(), HIGHEST, LEAST_FOR_HIGHEST));
        add(
                "gc.pause.max",
                "longest GC pause",
                Unit.SECONDS,
                peak(RunColumn.of(SampleField.GC_LONGEST_PAUSE_SECONDS)));
        add(
                "safepoint.max",
                "longest safepoint that is no GC",
                Unit.SECONDS,
                peak(RunColumn.of(SampleField.SAFEPOINT_LONGEST_SECONDS)));
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
                        LimitUtilization.of(
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
                unreachable(heap -> heap.unreachable().bytes()));
        add(
                "unreachable.share",
                "share of unreachable bytes",
                Unit.RATIO,
                unreachable(RunHistogram::unreachableRatio));
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

    private void levels(
            String name,
            String words,
            RunColumn column,
            UnaryOperator<Function<SampleIntervals, MetricValue>> condition) {
        add(
                name + ".mean",
                "mean " + words,
                Unit.BYTES,
                condition.apply(steps -> steps.meanLevel(column)));
        add(
                name + ".p95",
                "95th percentile of " + words,
                Unit.BYTES,
                condition.apply(steps -> MetricValue.Percentile.of(steps.level(column), HIGH)));
        add(
                name + ".peak",
                "highest sample of " + words,
                Unit.BYTES,
                condition.apply(peak(column)));
    }
}
