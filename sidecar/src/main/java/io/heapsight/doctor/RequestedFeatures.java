/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.trigger.Trigger;
import io.heapsight.trigger.TriggerSignal;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
     * Everything that sampling, histograms at an interval and triggers need.
     *
     * @param histogramInterval the key that asks for histograms at an interval; empty: none does
     */
    public static RequestedFeatures of(Optional<String> histogramInterval, List<Trigger> triggers) {
        Map<Feature, String> by = new EnumMap<>(Feature.class);
        by.put(Feature.API, "every sidecar");
        by.put(Feature.COUNTERS, "every sidecar");
        histogramInterval.ifPresent(key -> by.put(Feature.HISTOGRAM, key));
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
