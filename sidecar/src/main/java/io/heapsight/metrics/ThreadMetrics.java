/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.thread.ThreadCounts;
import io.heapsight.thread.ThreadDumpTaker;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;
import java.util.Optional;

/**
 * Exports figures of the last thread dump of each target.
 *
 * <pre>
 * jvm_threads_state{target="Shop",state="BLOCKED",} 12.0
 * jvm_threads_deadlocked{target="Shop",} 2.0
 * </pre>
 */
record ThreadMetrics(SampledTargets targets, ThreadDumpTaker dumps) implements MetricsCollector {
    private static final double MILLIS_PER_SECOND = 1e3;

    @Override
    public String collectorName() {
        return "threads";
    }

    @Override
    public Object basis() {
        return targets.each(target -> dumps.last(target.pid()));
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        MetricFamily states =
                MetricFamily.gauge(
                        "jvm_threads_state",
                        "Number of the target's threads by state, from the last thread dump;"
                                + " without virtual threads and their carriers.",
                        "target",
                        "state");
        MetricFamily deadlocked =
                MetricFamily.gauge(
                        "jvm_threads_deadlocked",
                        "Number of the target's threads that are deadlocked, from the last thread"
                                + " dump.",
                        "target");
        MetricFamily taken =
                MetricFamily.gauge(
                        "heapsight_thread_dump_timestamp_seconds",
                        "Time of the target's last thread dump in seconds since the Unix epoch.",
                        "target");
        for (SampledTargets.Target target : targets.sampled()) {
            Optional<ThreadCounts> last = dumps.last(target.pid());
            if (last.isPresent()) {
                ThreadCounts counts = last.get();
                counts.byState()
                        .forEach((state, count) -> states.add(count, target.label(), state.name()));
                deadlocked.add(counts.deadlocked(), target.label());
                taken.add(counts.takenAt().toEpochMilli() / MILLIS_PER_SECOND, target.label());
            }
        }
        states.into(page);
        deadlocked.into(page);
        taken.into(page);
    }
}
