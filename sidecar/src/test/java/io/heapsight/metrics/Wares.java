/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/** Shows the number of wares and of its own calls. */
final class Wares implements MetricsCollector {
    int count;
    int collected;
    boolean broken;

    @Override
    public String collectorName() {
        return "wares";
    }

    @Override
    public Object basis() {
        return count;
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        if (broken) {
            throw new IllegalStateException("broken");
        }
        collected++;
        MetricFamily.gauge("shop_wares", "Wares.", "collected")
                .add(count, Integer.toString(collected))
                .into(page);
    }
}
