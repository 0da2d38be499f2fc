/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import java.util.List;
import java.util.Map;

/**
 * The metrics of one target at one moment.
 *
 * @param resource attributes of the target: strings and whole numbers
 * @param timeMillis of the sample, in milliseconds since the epoch
 */
public record OtlpBatch(Map<String, Object> resource, long timeMillis, List<OtlpMetric> metrics) {
    public OtlpBatch {
        resource = Map.copyOf(resource);
        metrics = List.copyOf(metrics);
    }
}
