/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.Sampler;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.MemoryObserver;
import io.heapsight.proc.ProcessFigures;
import io.heapsight.stats.Estimate;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The targets that have a sample, with their labels: all sections of a page use the same samples.
 */
final class SampledTargets {
    private final Sampler sampler;
    private List<Target> sampled = List.of();

    SampledTargets(Sampler sampler) {
        this.sampler = sampler;
    }

    /**
     * One target and its last sample. Equal to another only if the sample is the same.
     *
     * @param startEpochSeconds start time; NaN if unknown
     * @param secondsToLimit forecast of the container's memory; NaN if it does not reach the limit
     */
    record Target(
            String label,
            TargetJvm jvm,
            double startEpochSeconds,
            double secondsToLimit,
            Sample sample) {
        static Target of(TargetMonitor monitor, Sample sample) {
            return new Target(
                    monitor.label(),
                    monitor.jvm(),
                    monitor.process().map(ProcessFigures::startEpochSeconds).orElse(Double.NaN),
                    MemoryObserver.forecast(monitor)
                            .whole()
                            .secondsToLimit()
                            .map(Estimate::value)
                            .orElse(Double.NaN),
                    sample);
        }

        int pid() {
            return jvm.pid();
        }
    }

    /** Starts a page: reads the last sample of each target. */
    void begin() {
        List<Target> targets = new ArrayList<>();
        for (TargetMonitor monitor : sampler.monitors()) {
            monitor.latest().ifPresent(sample -> targets.add(Target.of(monitor, sample)));
        }
        sampled = targets;
    }

    List<Target> sampled() {
        return sampled;
    }

    /** Returns a value of each target, by label. */
    <T> Map<String, T> each(Function<Target, T> known) {
        Map<String, T> all = new LinkedHashMap<>();
        sampled().forEach(target -> all.put(target.label(), known.apply(target)));
        return all;
    }

    /** Adds a family with one sample per target: the value of a field. */
    void field(List<MetricFamilySamples> page, MetricFamily family, SampleField field) {
        for (Target target : sampled()) {
            family.add(target.sample().value(field), target.label());
        }
        family.into(page);
    }

    void gauge(List<MetricFamilySamples> page, String name, String help, SampleField field) {
        field(page, MetricFamily.gauge(name, help, "target"), field);
    }

    void counter(List<MetricFamilySamples> page, String name, String help, SampleField field) {
        field(page, MetricFamily.counter(name, help, "target"), field);
    }
}
