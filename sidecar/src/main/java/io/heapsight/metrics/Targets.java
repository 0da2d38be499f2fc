/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.Sampler;
import io.heapsight.jstat.Signal;
import io.heapsight.jstat.TargetMonitor;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.ArrayList;
import java.util.List;

/** The targets that have a sample, as collectors see them. */
record Targets(Sampler sampler) {
    /** One target and its last sample. */
    record Target(TargetMonitor monitor, Sample sample) {
        String label() {
            return monitor.label();
        }
    }

    List<Target> sampled() {
        List<Target> targets = new ArrayList<>();
        for (TargetMonitor monitor : sampler.monitors()) {
            monitor.latest().ifPresent(sample -> targets.add(new Target(monitor, sample)));
        }
        return targets;
    }

    /** A family with one sample a target: the value of a signal. */
    void signal(List<MetricFamilySamples> page, Family family, Signal signal) {
        for (Target target : sampled()) {
            family.add(target.sample().value(signal), target.label());
        }
        family.into(page);
    }

    void gauge(List<MetricFamilySamples> page, String name, String help, Signal signal) {
        signal(page, Family.gauge(name, help, "target"), signal);
    }

    void counter(List<MetricFamilySamples> page, String name, String help, Signal signal) {
        signal(page, Family.counter(name, help, "target"), signal);
    }
}
