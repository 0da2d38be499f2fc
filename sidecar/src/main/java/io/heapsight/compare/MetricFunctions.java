/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.histogram.InstanceCount;
import io.heapsight.jstat.SampleField;
import io.heapsight.run.GarbageBounds;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunHistogram;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Functions that read a metric from the sample intervals of a run. */
final class MetricFunctions {
    private static final int LEAST_COLLECTIONS = 3;

    private MetricFunctions() {}

    static MetricValue duration(SampleIntervals steps) {
        return steps.run().stopped().isEmpty()
                ? new MetricValue.Missing("a run was cut short or is still running")
                : new MetricValue.Once(steps.run().duration().toNanos() / 1e9);
    }

    /**
     * Requires more than a few collections if counters are stale, since allocation is then counted
     * at collections.
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
        return steps ->
                steps.run()
                        .heapAtStop()
                        .flatMap(RunHistogram::garbage)
                        .<MetricValue>map(
                                garbage -> new MetricValue.Once(bound.apply(garbage).bytes()))
                        .orElse(MetricValue.Missing.NOT_RECORDED);
    }
}
