/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.trigger.Rule;
import io.heapsight.trigger.TriggerAction;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The features that the configuration requires. A failed check of a required feature is a fault.
 *
 * @param by the source of each requirement: "HEAPSIGHT_TRIGGERS"
 */
public record RequestedFeatures(Map<Feature, String> by) {
    public RequestedFeatures {
        by = Collections.unmodifiableMap(new EnumMap<>(by));
    }

    /**
     * Returns the features that sampling, keys and rules need.
     *
     * @param keys configuration keys that require a feature: HEAPSIGHT_HISTOGRAM_INTERVAL
     */
    public static RequestedFeatures of(Map<Feature, String> keys, List<Rule> rules) {
        Map<Feature, String> by = new EnumMap<>(Feature.class);
        by.putAll(keys);
        by.put(Feature.API, "every sidecar");
        by.put(Feature.COUNTERS, "every sidecar");
        for (Rule rule : rules) {
            String name = (rule.isTrigger() ? "the trigger " : "the rule ") + rule;
            if (rule.isOfContainer()) {
                by.putIfAbsent(Feature.CONTAINER, name);
            }
            rule.actions().forEach(action -> ask(by, action, name));
        }
        return new RequestedFeatures(by);
    }

    private static void ask(Map<Feature, String> by, TriggerAction action, String name) {
        switch (action) {
            case HISTOGRAM, GARBAGE -> by.putIfAbsent(Feature.HISTOGRAM, name);
            case THREADS -> by.putIfAbsent(Feature.THREADS, name);
            case RECORDING -> by.putIfAbsent(Feature.RECORDING, name);
            case PROFILE -> by.putIfAbsent(Feature.PROFILE, name);
            case GCLOG, UPLOAD, WEBHOOK -> {} // not a feature of the target
            case HEAPDUMP -> {
                by.putIfAbsent(Feature.DUMP, name);
                by.putIfAbsent(Feature.ANALYSIS, name);
            }
        }
    }

    boolean includes(Feature feature) {
        return by.containsKey(feature);
    }
}
