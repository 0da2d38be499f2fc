/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.Sampler;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Exports whether targets are running, and the age of their last samples.
 *
 * <pre>
 * heapsight_target_up{target="Shop",} 1.0
 * heapsight_sample_age_seconds{target="Shop",} 0.4
 * heapsight_samples_missed_total 0.0
 * </pre>
 */
record SamplerMetrics(Sampler sampler, SampledTargets targets) implements MetricsCollector {
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public String collectorName() {
        return "sampler";
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        MetricFamily up =
                MetricFamily.gauge(
                        "heapsight_target_up",
                        "1 if the target is running, 0 after it has gone.",
                        "target");
        sampler.up().forEach((target, isUp) -> up.add(isUp ? 1 : 0, target));
        up.into(page);
        MetricFamily.gauge("heapsight_targets", "Number of sampled targets.")
                .add(sampler.monitors().size())
                .into(page);
        MetricFamily age =
                MetricFamily.gauge(
                        "heapsight_sample_age_seconds",
                        "Age of the target's last sample in seconds.",
                        "target");
        for (SampledTargets.Target target : targets.sampled()) {
            long nanos = System.nanoTime() - target.sample().nanos();
            age.add(nanos / NANOS_PER_SECOND, target.label());
        }
        age.into(page);
        MetricFamily.counter("heapsight_samples_total", "Total number of sampling rounds.")
                .add(sampler.ticks())
                .into(page);
        MetricFamily.counter(
                        "heapsight_samples_missed_total",
                        "Total number of sampling rounds that were skipped because the"
                                + " previous round took too long.")
                .add(sampler.missed())
                .into(page);
        MetricFamily.counter(
                        "heapsight_samples_failed_total",
                        "Total number of sampling rounds with an error.")
                .add(sampler.failures())
                .into(page);
    }
}
