/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.histogram.HistogramTaker;
import io.heapsight.unit.ByteSize;
import java.time.Duration;
import java.util.Optional;

/** The keys for selecting JVMs, and for the intervals of reading and querying them. */
final class TargetKeys {
    static final ConfigKey<String> TARGET =
            new ConfigKey<>(
                    "HEAPSIGHT_TARGET",
                    "",
                    ValueType.text("a pid, a glob of main-class names, \"*\", or empty"),
                    "the JVMs to watch; \"*\": every visible one; empty: all that have run for half"
                            + " a minute");

    static final ConfigKey<Duration> SAMPLE_INTERVAL =
            new ConfigKey<>(
                    "HEAPSIGHT_SAMPLE_INTERVAL",
                    "1s",
                    ValueType.duration("100ms", "1h"),
                    "the interval between readings of the counters, which have no cost for"
                            + " the target");

    static final ConfigKey<Optional<Duration>> HEAP_INFO_INTERVAL =
            new ConfigKey<>(
                    "HEAPSIGHT_HEAP_INFO_INTERVAL",
                    "10s",
                    ValueType.durationOrOff("1s", "1h"),
                    "interval of GC.heap_info if counters are stale (JDK 25), and of commands if"
                            + " there are no counters");

    static final ConfigKey<Optional<Duration>> CODE_CACHE_INTERVAL =
            new ConfigKey<>(
                    "HEAPSIGHT_CODE_CACHE_INTERVAL",
                    "off",
                    ValueType.durationOrOff("10s", "1h"),
                    "interval of Compiler.codecache (JDK 9), which adds the code heaps to the"
                            + " pools; \"off\": counters only");

    static final ConfigKey<Duration> ATTACH_TIMEOUT =
            new ConfigKey<>(
                    "HEAPSIGHT_ATTACH_TIMEOUT",
                    "30s",
                    ValueType.duration("1s", "1h"),
                    "timeout for a command in the target");

    static final ConfigKey<Optional<ByteSize>> POD_MEMORY_LIMIT =
            new ConfigKey<>(
                    "HEAPSIGHT_POD_MEMORY_LIMIT",
                    "",
                    ValueType.sizeOrNothing("1m"),
                    "the memory limit of the target's pod or slice, if its control group is not"
                            + " visible; used if it is tighter than the container's");

    static final ConfigKey<Optional<Duration>> HISTOGRAM_INTERVAL =
            new ConfigKey<>(
                    "HEAPSIGHT_HISTOGRAM_INTERVAL",
                    ValueType.OFF,
                    ValueType.durationOrOff("1s", "1d"),
                    "the interval between class histograms for the metrics; at least"
                            + " HEAPSIGHT_MIN_INTERVAL_HISTOGRAM");

    static final ConfigKey<Integer> HISTOGRAM_TOP =
            new ConfigKey<>(
                    "HEAPSIGHT_HISTOGRAM_TOP",
                    "20",
                    ValueType.integer("a number of classes", 1, HistogramTaker.REMEMBERED_CLASSES),
                    "the number of classes of the last histogram that the metrics include");

    static final ConfigKey<Duration> MIN_INTERVAL_HISTOGRAM =
            new ConfigKey<>(
                    "HEAPSIGHT_MIN_INTERVAL_HISTOGRAM",
                    "5s",
                    ValueType.duration("0s", "1d"),
                    "the minimum time between two histograms of a target; earlier requests"
                            + " are refused, as for all kinds");

    static final ConfigKey<Duration> MIN_INTERVAL_GARBAGE =
            new ConfigKey<>(
                    "HEAPSIGHT_MIN_INTERVAL_GARBAGE",
                    "60s",
                    ValueType.duration("0s", "1d"),
                    "the minimum time between two garbage summaries of a target (each runs a full"
                            + " GC)");

    static final ConfigKey<Duration> MIN_INTERVAL_THREADS =
            new ConfigKey<>(
                    "HEAPSIGHT_MIN_INTERVAL_THREADS",
                    "1s",
                    ValueType.duration("0s", "1d"),
                    "the minimum time between two thread dumps of a target");

    static final ConfigKey<Duration> MIN_INTERVAL_LOADERS =
            new ConfigKey<>(
                    "HEAPSIGHT_MIN_INTERVAL_LOADERS",
                    "10s",
                    ValueType.duration("0s", "1d"),
                    "the minimum time between two counts of a target's class loaders");

    static final ConfigKey<Duration> MIN_INTERVAL_TRIM =
            new ConfigKey<>(
                    "HEAPSIGHT_MIN_INTERVAL_TRIM",
                    "60s",
                    ValueType.duration("0s", "1d"),
                    "the minimum time between two trims of a target's native heap");

    static final ConfigKey<Duration> MIN_INTERVAL_HEAPDUMP =
            new ConfigKey<>(
                    "HEAPSIGHT_MIN_INTERVAL_HEAPDUMP",
                    "60s",
                    ValueType.duration("0s", "1d"),
                    "the minimum time between two heap dumps of a target (each pauses it)");

    static final ConfigKey<Optional<Duration>> MAX_PAUSE =
            new ConfigKey<>(
                    "HEAPSIGHT_MAX_PAUSE",
                    "",
                    ValueType.durationOrNothing("1ms", "1d"),
                    "the longest expected pause of a histogram, garbage summary or heap dump; others are"
                            + " refused; empty: 20s for rules and intervals, no bound for requests");

    private TargetKeys() {}
}
