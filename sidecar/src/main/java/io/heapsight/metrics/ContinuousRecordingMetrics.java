/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.recording.ContinuousRecordings;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;
import java.util.Map;

/**
 * Exports whether Flight Recorder keeps the last minutes of each target.
 *
 * <pre>
 * heapsight_black_box_running{target="Shop",} 1.0
 * </pre>
 */
record ContinuousRecordingMetrics(SampledTargets targets, ContinuousRecordings continuousRecordings)
        implements MetricsCollector {
    @Override
    public String collectorName() {
        return "black_box";
    }

    @Override
    public Object basis() {
        return running();
    }

    private Map<String, Boolean> running() {
        return targets.each(target -> continuousRecordings.isRunning(target.jvm()));
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        if (!continuousRecordings.isWanted()) {
            return;
        }
        MetricFamily running =
                MetricFamily.gauge(
                        "heapsight_black_box_running",
                        "1 if Flight Recorder keeps the target's last minutes available, 0 if it"
                                + " does not although HEAPSIGHT_BLACK_BOX enables it.",
                        "target");
        running().forEach((target, is) -> running.add(is ? 1 : 0, target));
        running.into(page);
    }
}
