/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.kept.StorageQuota;
import io.heapsight.trigger.Rule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys of triggers: automatic captures and their limits. */
final class TriggerKeys {
    static final ConfigKey<List<Rule>> TRIGGERS =
            new ConfigKey<>(
                    "HEAPSIGHT_TRIGGERS",
                    "container_memory_next>90%:histogram, container_memory>90%:histogram",
                    ValueType.triggers(),
                    "what to capture automatically when a target runs out of a resource");

    static final ConfigKey<Optional<Path>> RULES =
            new ConfigKey<>(
                    "HEAPSIGHT_RULES",
                    "",
                    ValueType.readableFile("a readable YAML file, or empty"),
                    "rules for automatic captures, in addition to HEAPSIGHT_TRIGGERS");

    static final ConfigKey<Duration> COOL_DOWN =
            new ConfigKey<>(
                    "HEAPSIGHT_TRIGGER_COOL_DOWN",
                    "5m",
                    ValueType.duration("1s", "1d"),
                    "the minimum time between two firings of a trigger, or of a rule without its"
                            + " own cool-down, on a target");

    static final ConfigKey<Integer> MAX_PER_HOUR =
            new ConfigKey<>(
                    "HEAPSIGHT_TRIGGER_MAX_PER_HOUR",
                    "6",
                    ValueType.integer("a number of firings", 1, 1000),
                    "the maximum number of firings on a target in an hour, summed over"
                            + " triggers and rules without their own limit");

    static final ConfigKey<StorageQuota> THREADS_QUOTA =
            new ConfigKey<>(
                    "HEAPSIGHT_TRIGGER_THREADS_QUOTA",
                    "count=20,bytes=100m",
                    ValueType.quota(),
                    "like HEAPSIGHT_DUMP_QUOTA, for thread dumps of triggers; also the limit for"
                            + " class histograms, for garbage summaries and for GC logs");

    private TriggerKeys() {}
}
