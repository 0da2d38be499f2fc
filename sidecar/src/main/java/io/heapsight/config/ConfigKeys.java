/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.dump.mat.MatReports;
import io.heapsight.histogram.Histograms;
import io.heapsight.kept.StorageQuota;
import io.heapsight.trigger.Rule;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.EventLog;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of all keys: parsing, errors, {@code /config} and the manual come from it. */
public final class ConfigKeys {
    /** The file with the same keys; only the environment can name it. */
    static final ConfigKey<Optional<Path>> CONFIG =
            new ConfigKey<>(
                    "HEAPSIGHT_CONFIG",
                    "",
                    ValueType.readableFile("a readable properties file, or empty"),
                    "a properties file with the same keys; the environment wins over it");

    static final ConfigKey<Integer> PORT =
            new ConfigKey<>(
                    "HEAPSIGHT_PORT",
                    "9404",
                    ValueType.integer("a port", 0, 65535),
                    "where metrics and the API are served; 0 takes any free port");

    static final ConfigKey<InetAddress> BIND =
            new ConfigKey<>(
                    "HEAPSIGHT_BIND",
                    "0.0.0.0",
                    ValueType.address(),
                    "the local address to listen on");

    static final ConfigKey<Optional<Path>> TOKEN_FILE =
            new ConfigKey<>(
                    "HEAPSIGHT_TOKEN_FILE",
                    "",
                    ValueType.readableFile("a readable file, or empty"),
                    "a file with the bearer token that lets callers in from elsewhere than"
                            + " loopback; read again at each use, so that it can be rotated",
                    true);

    static final ConfigKey<Optional<Path>> TLS_CERT =
            new ConfigKey<>(
                    "HEAPSIGHT_TLS_CERT",
                    "",
                    ValueType.readableFile("a readable PEM file, or empty"),
                    "the certificate chain; with HEAPSIGHT_TLS_KEY it switches TLS on");

    static final ConfigKey<Optional<Path>> TLS_KEY =
            new ConfigKey<>(
                    "HEAPSIGHT_TLS_KEY",
                    "",
                    ValueType.readableFile(
                            "a readable PEM file (PKCS#8, PKCS#1 or SEC1), or empty"),
                    "the private key of HEAPSIGHT_TLS_CERT",
                    true);

    static final ConfigKey<Optional<Duration>> EXIT_WHEN_IDLE =
            new ConfigKey<>(
                    "HEAPSIGHT_EXIT_WHEN_IDLE",
                    ValueType.OFF,
                    ValueType.durationOrOff("1s", "1d"),
                    "how long nobody is connected before the sidecar ends: for one that was put"
                            + " into a running pod and is forgotten there");

    static final ConfigKey<String> TARGET =
            new ConfigKey<>(
                    "HEAPSIGHT_TARGET",
                    "",
                    ValueType.text("a pid, a glob of main-class names, \"*\", or empty"),
                    "which JVM to watch: a pid, a main-class glob, \"*\" for every JVM in sight;"
                            + " empty takes every one, too, but not those that end within half a minute");

    static final ConfigKey<Duration> SAMPLE_INTERVAL =
            new ConfigKey<>(
                    "HEAPSIGHT_SAMPLE_INTERVAL",
                    "1s",
                    ValueType.duration("100ms", "1h"),
                    "how often the counters are read; costs the target nothing");

    static final ConfigKey<Optional<Duration>> HEAP_INFO_INTERVAL =
            new ConfigKey<>(
                    "HEAPSIGHT_HEAP_INFO_INTERVAL",
                    "10s",
                    ValueType.durationOrOff("1s", "1h"),
                    "how often GC.heap_info is asked where counters are stale (JDK 25)");

    static final ConfigKey<Optional<Duration>> HISTOGRAM_INTERVAL =
            new ConfigKey<>(
                    "HEAPSIGHT_HISTOGRAM_INTERVAL",
                    ValueType.OFF,
                    ValueType.durationOrOff("1s", "1d"),
                    "how often a class histogram is taken for the metrics; not more often than"
                            + " HEAPSIGHT_MIN_INTERVAL_HISTOGRAM allows");

    static final ConfigKey<Integer> HISTOGRAM_TOP =
            new ConfigKey<>(
                    "HEAPSIGHT_HISTOGRAM_TOP",
                    "20",
                    ValueType.integer("a number of classes", 1, Histograms.REMEMBERED_CLASSES),
                    "how many classes of the last histogram the metrics name");

    static final ConfigKey<Duration> MIN_INTERVAL_HISTOGRAM =
            new ConfigKey<>(
                    "HEAPSIGHT_MIN_INTERVAL_HISTOGRAM",
                    "5s",
                    ValueType.duration("0s", "1d"),
                    "the least time between two histograms of a target; more often is refused");

    static final ConfigKey<Duration> MIN_INTERVAL_GARBAGE =
            new ConfigKey<>(
                    "HEAPSIGHT_MIN_INTERVAL_GARBAGE",
                    "60s",
                    ValueType.duration("0s", "1d"),
                    "the least time between two garbage summaries of a target (each runs a full"
                            + " GC)");

    static final ConfigKey<Duration> MIN_INTERVAL_THREADS =
            new ConfigKey<>(
                    "HEAPSIGHT_MIN_INTERVAL_THREADS",
                    "1s",
                    ValueType.duration("0s", "1d"),
                    "the least time between two thread dumps of a target; more often is refused");

    static final ConfigKey<List<Rule>> TRIGGERS =
            new ConfigKey<>(
                    "HEAPSIGHT_TRIGGERS",
                    "container_memory>90%:histogram",
                    ValueType.triggers(),
                    "what is done by itself when a target runs out of something");

    static final ConfigKey<Optional<Path>> RULES =
            new ConfigKey<>(
                    "HEAPSIGHT_RULES",
                    "",
                    ValueType.readableFile("a readable YAML file, or empty"),
                    "rules of when to collect by itself, beside HEAPSIGHT_TRIGGERS");

    static final ConfigKey<Duration> TRIGGER_COOL_DOWN =
            new ConfigKey<>(
                    "HEAPSIGHT_TRIGGER_COOL_DOWN",
                    "5m",
                    ValueType.duration("1s", "1d"),
                    "the least time between two firings of a trigger, or of a rule without a cool-down"
                            + " of its own, on a target");

    static final ConfigKey<StorageQuota> TRIGGER_THREADS_QUOTA =
            quota(
                    "HEAPSIGHT_TRIGGER_THREADS_QUOTA",
                    "count=20,bytes=100m",
                    "how much is kept of thread dumps of triggers: the oldest ones go first");

    static final ConfigKey<Integer> TRIGGER_MAX_PER_HOUR =
            new ConfigKey<>(
                    "HEAPSIGHT_TRIGGER_MAX_PER_HOUR",
                    "6",
                    ValueType.integer("a number of actions", 1, 1000),
                    "how often triggers and rules without such a limit may fire on a target in an"
                            + " hour, all of them together");

    static final ConfigKey<Duration> MIN_INTERVAL_HEAPDUMP =
            new ConfigKey<>(
                    "HEAPSIGHT_MIN_INTERVAL_HEAPDUMP",
                    "60s",
                    ValueType.duration("0s", "1d"),
                    "the least time between two heap dumps of a target (it stands still meanwhile)");

    static final ConfigKey<Optional<String>> DUMP_DIR =
            new ConfigKey<>(
                    "HEAPSIGHT_DUMP_DIR",
                    "",
                    ValueType.absolutePathOfTarget(),
                    "a folder in the target's file system, for heap dumps of a target that can't"
                            + " write into ours; empty takes one of /tmp, /var/tmp and its working"
                            + " directory that has room");

    static final ConfigKey<Duration> DUMP_TIMEOUT =
            new ConfigKey<>(
                    "HEAPSIGHT_DUMP_TIMEOUT",
                    "10m",
                    ValueType.duration("10s", "1d"),
                    "how long a target may take to write a heap dump before it is given up");

    static final ConfigKey<StorageQuota> DUMP_QUOTA =
            quota(
                    "HEAPSIGHT_DUMP_QUOTA",
                    "count=5,bytes=10g",
                    "how much is kept of heap dumps: the oldest ones go first, before a new one is"
                            + " taken, but none that is being read");

    static final ConfigKey<Boolean> PROFILER =
            new ConfigKey<>(
                    "HEAPSIGHT_PROFILER",
                    "false",
                    ValueType.bool(),
                    "whether profiles may be taken: each loads native code (async-profiler) into"
                            + " the target, which stays in it until its end");

    static final ConfigKey<StorageQuota> PROFILE_QUOTA =
            quota(
                    "HEAPSIGHT_PROFILE_QUOTA",
                    "count=20,bytes=1g",
                    "how much is kept of profiles: the oldest ones go first, but none that is being"
                            + " read");

    static final ConfigKey<StorageQuota> RECORDING_QUOTA =
            quota(
                    "HEAPSIGHT_RECORDING_QUOTA",
                    "count=10,bytes=2g",
                    "how much is kept of Flight Recorder recordings: the oldest ones go first, but"
                            + " none that is being read");

    static final ConfigKey<ByteSize> RECORDING_MAX_SIZE =
            new ConfigKey<>(
                    "HEAPSIGHT_RECORDING_MAX_SIZE",
                    "256m",
                    ValueType.size("24m", "4g"),
                    "how large a recording may become: the target drops its oldest events beyond;"
                            + " three times as much is free in the target, or the bound is"
                            + " lowered");

    static final ConfigKey<Optional<Duration>> BLACK_BOX =
            new ConfigKey<>(
                    "HEAPSIGHT_BLACK_BOX",
                    ValueType.OFF,
                    ValueType.durationOrOff("10s", "1d"),
                    "how much of a target's last time Flight Recorder holds ready for its"
                            + " post-mortem, within HEAPSIGHT_RECORDING_MAX_SIZE");

    static final ConfigKey<Optional<ByteSize>> ANALYSIS_MEMORY =
            new ConfigKey<>(
                    "HEAPSIGHT_ANALYSIS_MEMORY",
                    "",
                    ValueType.sizeOrNothing("8m"),
                    "memory for the tables of a heap dump's analysis; empty: what the limit of the"
                            + " sidecar's container leaves");

    static final ConfigKey<Boolean> REVEAL_STRINGS =
            new ConfigKey<>(
                    "HEAPSIGHT_REVEAL_STRINGS",
                    "false",
                    ValueType.bool(),
                    "whether summaries of heap dumps show the contents of duplicate strings, which"
                            + " may be secrets");

    static final ConfigKey<Optional<Path>> UPLOAD_CA =
            new ConfigKey<>(
                    "HEAPSIGHT_UPLOAD_CA",
                    "",
                    ValueType.readableFile("a readable PEM file, or empty"),
                    "the certificate authorities that uploads trust; empty: the public ones that"
                            + " the image's Java run-time brings along");

    static final ConfigKey<Optional<Path>> MAT =
            new ConfigKey<>(
                    "HEAPSIGHT_MAT",
                    "",
                    ValueType.folderOf(MatReports.SCRIPT),
                    "an installation of Eclipse MAT, for POST /heapdumps/ID/mat-report");

    static final ConfigKey<Duration> ATTACH_TIMEOUT =
            new ConfigKey<>(
                    "HEAPSIGHT_ATTACH_TIMEOUT",
                    "30s",
                    ValueType.duration("1s", "1h"),
                    "how long a command may take in the target before it is given up");

    static final ConfigKey<Integer> MAX_RUNS =
            new ConfigKey<>(
                    "HEAPSIGHT_MAX_RUNS",
                    "100",
                    ValueType.integer("a number of runs", 1, 10_000),
                    "how many runs are kept; none is removed by itself: one more is refused");

    static final ConfigKey<ByteSize> MAX_RUN_SIZE =
            new ConfigKey<>(
                    "HEAPSIGHT_MAX_RUN_SIZE",
                    "4m",
                    ValueType.size("64k", "8m"),
                    "how large the file of a run may become before its recording ends; 4m are some"
                            + " two hours at one sample a second");

    static final ConfigKey<Integer> MAX_POSTMORTEMS =
            new ConfigKey<>(
                    "HEAPSIGHT_MAX_POSTMORTEMS",
                    "20",
                    ValueType.integer("a number of post-mortems", 1, 1000),
                    "how many post-mortems are kept: those of normal exits go first, then the"
                            + " oldest");

    static final ConfigKey<Path> DATA_DIR =
            new ConfigKey<>(
                    "HEAPSIGHT_DATA_DIR",
                    "/var/lib/heapsight",
                    ValueType.absolutePath(),
                    "where the sidecar keeps what it records");

    static final ConfigKey<List<String>> EXPERIMENT_HOSTS =
            new ConfigKey<>(
                    "HEAPSIGHT_EXPERIMENT_HOSTS",
                    "",
                    ValueType.hosts(),
                    "where the steps of POST /experiments may send requests, beside loopback"
                            + " addresses");

    static final ConfigKey<EventLog.Format> LOG_FORMAT =
            new ConfigKey<>(
                    "HEAPSIGHT_LOG_FORMAT",
                    "text",
                    ValueType.logFormat(),
                    "how log lines are written on standard error");

    /** In the order of the manual. */
    public static final List<ConfigKey<?>> ALL =
            List.of(
                    CONFIG,
                    PORT,
                    BIND,
                    TOKEN_FILE,
                    TLS_CERT,
                    TLS_KEY,
                    EXIT_WHEN_IDLE,
                    TARGET,
                    SAMPLE_INTERVAL,
                    HEAP_INFO_INTERVAL,
                    HISTOGRAM_INTERVAL,
                    HISTOGRAM_TOP,
                    MIN_INTERVAL_HISTOGRAM,
                    MIN_INTERVAL_GARBAGE,
                    MIN_INTERVAL_THREADS,
                    TRIGGERS,
                    RULES,
                    TRIGGER_COOL_DOWN,
                    TRIGGER_MAX_PER_HOUR,
                    TRIGGER_THREADS_QUOTA,
                    MIN_INTERVAL_HEAPDUMP,
                    DUMP_DIR,
                    DUMP_TIMEOUT,
                    DUMP_QUOTA,
                    PROFILER,
                    PROFILE_QUOTA,
                    RECORDING_QUOTA,
                    RECORDING_MAX_SIZE,
                    BLACK_BOX,
                    ANALYSIS_MEMORY,
                    REVEAL_STRINGS,
                    UPLOAD_CA,
                    StoreKeys.STORE,
                    StoreKeys.ENDPOINT,
                    StoreKeys.REGION,
                    StoreKeys.PATH_STYLE,
                    StoreKeys.SSE,
                    StoreKeys.REDACT,
                    StoreKeys.AUTO,
                    StoreKeys.CLUSTER,
                    MAT,
                    ATTACH_TIMEOUT,
                    MAX_RUNS,
                    MAX_RUN_SIZE,
                    EXPERIMENT_HOSTS,
                    MAX_POSTMORTEMS,
                    WebhookKeys.URL,
                    WebhookKeys.FORMAT,
                    WebhookKeys.SECRET_FILE,
                    WebhookKeys.HOSTS,
                    DATA_DIR,
                    LOG_FORMAT);

    /** Keys that earlier versions knew, and what to write in their place. */
    static final Map<String, String> REMOVED = Map.of();

    private ConfigKeys() {}

    private static ConfigKey<StorageQuota> quota(String name, String usual, String meaning) {
        return new ConfigKey<>(name, usual, ValueType.dumpQuota(), meaning, false);
    }

    /** The table of {@code docs/configuration.md}, in Markdown. */
    public static String markdownTable() {
        StringBuilder table = new StringBuilder("| key | default | expected | what it does |\n");
        table.append("|---|---|---|---|\n");
        for (ConfigKey<?> key : ALL) {
            String value = key.defaultValue().isEmpty() ? "" : "`" + key.defaultValue() + "`";
            table.append(
                    "| `%s` | %s | %s | %s |\n"
                            .formatted(key.name(), value, key.expected(), key.description()));
        }
        return table.toString();
    }
}
