/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.CounterReset;
import io.heapsight.fleet.Pod;
import io.heapsight.fleet.PodFigure;
import io.heapsight.fleet.TimeGrid;
import io.heapsight.jstat.SampleField;
import io.heapsight.run.ProgressMark;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunName;
import io.heapsight.run.RunSamples;
import io.heapsight.run.RunTarget;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Builds a run from the figures of a pod in the window. */
final class PodRunBuilder {
    private static final long MOST_BYTES = 64L << 20;

    /** Maximum number of marks of a pod's work. */
    private static final int MARKS = 40;

    private static final String YOUNG = "Stop-the-world";
    private static final String FULL = "G1 Old Generation";
    private static final String CONCURRENT = "Concurrent";
    private static final Map<PodFigure, RunColumn> COLUMNS =
            new EnumMap<>(
                    Map.ofEntries(
                            field(PodFigure.CPU_SECONDS, SampleField.CPU_SECONDS),
                            field(PodFigure.HEAP_USED_BYTES, SampleField.HEAP_USED_BYTES),
                            field(PodFigure.HEAP_AFTER_GC_BYTES, SampleField.OLD_AFTER_GC_BYTES),
                            field(PodFigure.ALLOCATED_BYTES, SampleField.ALLOCATED_BYTES),
                            field(PodFigure.GC_PAUSE_SECONDS, SampleField.GC_PAUSE_SECONDS),
                            Map.entry(PodFigure.GC_PAUSES, RunColumn.collectorCount(YOUNG)),
                            Map.entry(PodFigure.FULL_GCS, RunColumn.collectorCount(FULL)),
                            Map.entry(PodFigure.FULL_GC_SECONDS, RunColumn.collectorSeconds(FULL)),
                            Map.entry(
                                    PodFigure.CONCURRENT_CYCLES,
                                    RunColumn.collectorCount(CONCURRENT)),
                            Map.entry(
                                    PodFigure.CONCURRENT_SECONDS,
                                    RunColumn.collectorSeconds(CONCURRENT)),
                            field(
                                    PodFigure.GC_LONGEST_PAUSE_SECONDS,
                                    SampleField.GC_LONGEST_PAUSE_SECONDS),
                            field(PodFigure.GC_CPU_SECONDS, SampleField.GC_CPU_SECONDS),
                            Map.entry(
                                    PodFigure.METASPACE_USED_BYTES,
                                    RunColumn.poolUsedBytes("Metaspace")),
                            field(
                                    PodFigure.METASPACE_COMMITTED_BYTES,
                                    SampleField.METASPACE_CAPACITY_BYTES),
                            Map.entry(
                                    PodFigure.CLASS_SPACE_USED_BYTES,
                                    RunColumn.poolUsedBytes("Compressed Class Space")),
                            field(PodFigure.CLASSES_LOADED, SampleField.CLASSES_LOADED),
                            field(PodFigure.THREADS, SampleField.THREADS),
                            field(PodFigure.RESIDENT_BYTES, SampleField.RESIDENT_BYTES),
                            field(
                                    PodFigure.WORKING_SET_BYTES,
                                    SampleField.CONTAINER_MEMORY_USAGE_BYTES),
                            field(PodFigure.IO_WRITE_BYTES, SampleField.IO_WRITE_BYTES),
                            field(PodFigure.CPU_PERIODS, SampleField.CONTAINER_CPU_PERIODS),
                            field(
                                    PodFigure.THROTTLED_PERIODS,
                                    SampleField.CONTAINER_CPU_THROTTLED_PERIODS),
                            field(
                                    PodFigure.THROTTLED_SECONDS,
                                    SampleField.CONTAINER_CPU_THROTTLED_SECONDS)));

    private static final RunColumn UNKNOWN = RunColumn.field("unknown");

    private PodRunBuilder() {}

    private static Map.Entry<PodFigure, RunColumn> field(PodFigure figure, SampleField field) {
        return Map.entry(figure, RunColumn.of(field));
    }

    /**
     * Measures a pod.
     *
     * @param work per second at each time of the grid; empty without
     */
    static Run measured(
            PodTable table,
            PodLifetime life,
            PodTraits traits,
            ComparedWindow window,
            Optional<double[]> work) {
        TimeGrid grid = table.grid();
        int first = Math.max(window.from(), life.first());
        int last = Math.min(window.to(), life.last());
        return new Run(
                name(life.pod()),
                new RunTarget(
                        0,
                        life.pod().toString(),
                        traits.mainClass(),
                        traits.jdk(),
                        traits.collector()),
                List.of(),
                limits(traits),
                traits.nodeType().map(type -> Map.of("node type", type)).orElse(Map.of()),
                grid.at(first),
                Optional.of(grid.at(last)),
                samples(table, life.pod(), first, last),
                work.map(rates -> marks(grid, rates, first, last)).orElse(List.of()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** Returns the pod's name without characters that are invalid in names of runs. */
    static RunName name(Pod pod) {
        String text = pod.name().replaceAll("[^A-Za-z0-9._-]", "_").replaceFirst("^\\.", "_");
        return new RunName(text.substring(0, Math.min(100, text.length())));
    }

    private static RunLimits limits(PodTraits traits) {
        return new RunLimits(
                bytes(traits.memoryLimitBytes()),
                OptionalLong.empty(),
                traits.cpuLimitCores() > 0
                        ? OptionalDouble.of(traits.cpuLimitCores())
                        : OptionalDouble.empty(),
                OptionalDouble.empty(),
                bytes(traits.heapMaxBytes()),
                OptionalLong.empty());
    }

    private static OptionalLong bytes(double value) {
        return value > 0 ? OptionalLong.of((long) value) : OptionalLong.empty();
    }

    private static RunSamples samples(PodTable table, Pod pod, int first, int last) {
        RunSamples.Builder samples = new RunSamples.Builder(MOST_BYTES);
        Map<PodFigure, double[]> columns = new EnumMap<>(PodFigure.class);
        COLUMNS.forEach(
                (figure, _) -> {
                    double[] values = table.values(figure, pod);
                    columns.put(figure, figure.isCounter() ? withoutResets(values) : values);
                });
        for (int i = first; i <= last; i++) {
            samples.begin(table.grid().epochMillis(i));
            for (Map.Entry<PodFigure, double[]> each : columns.entrySet()) {
                double value = each.getValue()[i];
                if (!Double.isNaN(value)) {
                    samples.put(COLUMNS.getOrDefault(each.getKey(), UNKNOWN), value);
                }
            }
        }
        return samples.build();
    }

    /**
     * Adds up a counter over its resets, as {@code increase()} does. A fall without a reset counts
     * as 0.
     */
    static double[] withoutResets(double[] counter) {
        double[] sums = counter.clone();
        double lost = 0;
        double before = Double.NaN;
        for (int i = 0; i < counter.length; i++) {
            if (CounterReset.isBetween(before, counter[i])) {
                lost += before;
                before = counter[i];
            } else if (!Double.isNaN(counter[i])) {
                before = counter[i] < before ? before : counter[i];
                sums[i] = before + lost;
                continue;
            }
            sums[i] = counter[i] + lost;
        }
        return sums;
    }

    /** Returns the work since the start at some times, from its rate at each time. */
    private static List<ProgressMark> marks(TimeGrid grid, double[] rates, int first, int last) {
        List<ProgressMark> marks = new ArrayList<>();
        double seconds = grid.step().toMillis() / 1e3;
        double sum = 0;
        int each = Math.max(1, (last - first) / MARKS);
        for (int i = first + 1; i <= last; i++) {
            double rate = Double.isNaN(rates[i]) ? rates[i - 1] : rates[i];
            sum += rate > 0 ? rate * seconds : 0;
            if ((i - first) % each == 0 || i == last) {
                marks.add(new ProgressMark(grid.at(i), ProgressMark.Kind.RECORDS, sum));
            }
        }
        return sum > 0 ? marks : List.of();
    }
}
