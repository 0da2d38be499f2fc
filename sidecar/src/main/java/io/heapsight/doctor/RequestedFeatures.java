/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.trigger.Trigger;
import io.heapsight.trigger.TriggerSignal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The features that the configuration asks for, so that it is a fault when one of them doesn't
 * work.
 *
 * @param by what asks for each feature: "HEAPSIGHT_TRIGGERS"
 */
public record RequestedFeatures(Map<Feature, String> by) {
    public RequestedFeatures {
        by = Collections.unmodifiableMap(new EnumMap<>(by));
    }

    /**
     * Everything that sampling, keys and triggers need.
     *
     * @param keys of the configuration that ask for a feature: HEAPSIGHT_HISTOGRAM_INTERVAL
     */
    public static RequestedFeatures of(Map<Feature, String> keys, List<Trigger> triggers) {
        Map<Feature, String> by = new EnumMap<>(Feature.class);
        by.putAll(keys);
        by.put(Feature.API, "every sidecar");
        by.put(Feature.COUNTERS, "every sidecar");
        for (Trigger trigger : triggers) {
            String name = "the trigger " + trigger;
            if (trigger.signal() == TriggerSignal.CONTAINER_MEMORY) {
                by.putIfAbsent(Feature.CONTAINER, name);
            }
            switch (trigger.action()) {
                case HISTOGRAM, GARBAGE -> by.putIfAbsent(Feature.HISTOGRAM, name);
                case THREADS -> by.putIfAbsent(Feature.THREADS, name);
                case RECORDING -> by.putIfAbsent(Feature.RECORDING, name);
                case PROFILE -> by.putIfAbsent(Feature.PROFILE, name);
                case HEAPDUMP -> {
                    by.putIfAbsent(Feature.DUMP, name);
                    by.putIfAbsent(Feature.ANALYSIS, name);
                }
            }
        }
        return new RequestedFeatures(by);
    }

    boolean includes(Feature feature) {
        return by.containsKey(feature);
    }
}
