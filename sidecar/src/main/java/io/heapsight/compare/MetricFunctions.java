/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.InstanceCount;
import io.heapsight.jstat.SampleField;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.run.GarbageBounds;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunHistogram;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Creates functions that compute a metric from the sample intervals of a run. */
final class MetricFunctions {
    private static final int LEAST_COLLECTIONS = 3;

    /**
     * The first JDK in which ZGC has generations by default. That JDK can still run ZGC without
     * generations.
     */
    private static final int FIRST_WITH_GENERATIONS = 23;

    private static final int FIRST_WITH_GENERATIONS_ONLY = 24;

    private MetricFunctions() {}

    static MetricValue duration(SampleIntervals steps) {
        return steps.run().stopped().isEmpty()
                ? new MetricValue.Missing("a run was cut short or is still running")
                : new MetricValue.Once(steps.run().duration().toNanos() / 1e9);
    }

    /**
     * Requires more than a few collections if counters are stale, because stale counters show
     * allocation only at collections.
     */
    static Function<SampleIntervals, MetricValue> counted(
            Function<SampleIntervals, MetricValue> allocation) {
        return steps -> {
            Optional<String> unknown = AllocationErrorBound.reason(steps.run().samples());
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

    /** Requires that the kernel counts the heap's pages once. */
    static Function<SampleIntervals, MetricValue> resident(
            Function<SampleIntervals, MetricValue> figure) {
        return steps ->
                isHeapMappedTwice(steps.run())
                        ? new MetricValue.Missing("the kernel counts ZGC's heap once per mapping")
                        : figure.apply(steps);
    }

    /**
     * Returns whether the collector is ZGC without generations, which maps the heap up to three
     * times.
     */
    private static boolean isHeapMappedTwice(Run run) {
        if (!run.target().collector().orElse("").equals("ZGC")) { // not "ZGC generational"
            return false;
        }
        int jdk =
                run.target()
                        .jdk()
                        .map(TargetJvm::javaMajor)
                        .orElse(OptionalInt.empty())
                        .orElse(FIRST_WITH_GENERATIONS_ONLY);
        String wanted = jdk >= FIRST_WITH_GENERATIONS ? "-" : "+";
        boolean otherwise =
                run.flags().reversed().stream()
                        .filter(flag -> flag.matches("-XX:[+-]ZGenerational"))
                        .findFirst()
                        .filter(flag -> flag.startsWith(wanted, "-XX:".length()))
                        .isPresent();
        return jdk < FIRST_WITH_GENERATIONS_ONLY && jdk < FIRST_WITH_GENERATIONS != otherwise;
    }

    static Function<SampleIntervals, MetricValue> total(SampleField field) {
        return steps -> MetricValue.Sum.of(steps.grown(field));
    }

    static Function<SampleIntervals, MetricValue> rate(SampleField field) {
        return steps -> MetricValue.Rate.of(steps.grown(field), steps.seconds());
    }

    static Function<SampleIntervals, MetricValue> peak(RunColumn column) {
        return steps -> MetricValue.peak(steps.level(column));
    }

    static Function<SampleIntervals, MetricValue> last(SampleField field) {
        return steps -> MetricValue.last(steps.level(field));
    }

    static Function<SampleIntervals, MetricValue> perRecord(RunColumn column) {
        return steps -> new MarkedWork(steps.run()).perRecord(column);
    }

    static Function<SampleIntervals, MetricValue> histogram(ToDoubleFunction<RunHistogram> figure) {
        return steps ->
                steps.run()
                        .heapAtStop()
                        .<MetricValue>map(heap -> new MetricValue.Once(figure.applyAsDouble(heap)))
                        .orElse(MetricValue.Missing.NOT_RECORDED);
    }

    static Function<SampleIntervals, MetricValue> garbage(
            Function<GarbageBounds, InstanceCount> bound) {
        return unlessUnknown(
                steps ->
                        steps.run()
                                .heapAtStop()
                                .flatMap(RunHistogram::garbage)
                                .<MetricValue>map(
                                        garbage ->
                                                new MetricValue.Once(bound.apply(garbage).bytes()))
                                .orElse(MetricValue.Missing.NOT_RECORDED));
    }

    static Function<SampleIntervals, MetricValue> unreachable(
            ToDoubleFunction<RunHistogram> figure) {
        return unlessUnknown(histogram(figure));
    }

    /** Requires a collector with histograms and dumps that contain garbage. */
    private static Function<SampleIntervals, MetricValue> unlessUnknown(
            Function<SampleIntervals, MetricValue> figure) {
        return steps ->
                steps.run()
                        .heapAtStop()
                        .flatMap(_ -> GarbageByClass.unknownWith(steps.run().target().collector()))
                        .<MetricValue>map(MetricValue.Missing::new)
                        .orElseGet(() -> figure.apply(steps));
    }
}
