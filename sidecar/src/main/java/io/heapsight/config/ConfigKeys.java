/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.unit.EventLog;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The table of all keys: the source of parsing, errors, {@code /config} and the manual. The keys of
 * each subject are in a separate class ({@link HttpKeys}, {@link HeapDumpKeys}, …).
 */
public final class ConfigKeys {
    /** The file with the same keys; only the environment can name it. */
    static final ConfigKey<Optional<Path>> CONFIG =
            new ConfigKey<>(
                    "HEAPSIGHT_CONFIG",
                    "",
                    ValueType.readableFile("a readable properties file, or empty"),
                    "a properties file with the same keys");

    public static final ConfigKey<Path> DATA_DIR =
            new ConfigKey<>(
                    "HEAPSIGHT_DATA_DIR",
                    "/var/lib/heapsight",
                    ValueType.absolutePath(),
                    "the directory for everything that the sidecar stores");

    static final ConfigKey<EventLog.Format> LOG_FORMAT =
            new ConfigKey<>(
                    "HEAPSIGHT_LOG_FORMAT",
                    "text",
                    ValueType.logFormat(),
                    "the format of log lines on standard error");

    /** All keys, in the order of the manual. */
    public static final List<ConfigKey<?>> ALL =
            List.of(
                    CONFIG,
                    HttpKeys.PORT,
                    HttpKeys.BIND,
                    HttpKeys.TOKEN_FILE,
                    HttpKeys.TLS_CERT,
                    HttpKeys.TLS_KEY,
                    HttpKeys.EXIT_WHEN_IDLE,
                    HttpKeys.METRIC_NAMES,
                    TargetKeys.TARGET,
                    TargetKeys.SAMPLE_INTERVAL,
                    TargetKeys.HEAP_INFO_INTERVAL,
                    TargetKeys.CODE_CACHE_INTERVAL,
                    TargetKeys.POD_MEMORY_LIMIT,
                    TargetKeys.HISTOGRAM_INTERVAL,
                    TargetKeys.HISTOGRAM_TOP,
                    TargetKeys.MIN_INTERVAL_HISTOGRAM,
                    TargetKeys.MIN_INTERVAL_GARBAGE,
                    TargetKeys.MIN_INTERVAL_THREADS,
                    TargetKeys.MIN_INTERVAL_LOADERS,
                    TargetKeys.MIN_INTERVAL_TRIM,
                    TargetKeys.MAX_PAUSE,
                    TriggerKeys.TRIGGERS,
                    TriggerKeys.RULES,
                    TriggerKeys.COOL_DOWN,
                    TriggerKeys.MAX_PER_HOUR,
                    TriggerKeys.THREADS_QUOTA,
                    TargetKeys.MIN_INTERVAL_HEAPDUMP,
                    HeapDumpKeys.DIR,
                    HeapDumpKeys.TIMEOUT,
                    HeapDumpKeys.QUOTA,
                    RecordingKeys.PROFILER,
                    RecordingKeys.PROFILE_QUOTA,
                    RecordingKeys.RECORDING_QUOTA,
                    RecordingKeys.RECORDING_MAX_SIZE,
                    RecordingKeys.BLACK_BOX,
                    HeapDumpKeys.ANALYSIS,
                    HeapDumpKeys.ANALYSIS_MEMORY,
                    HeapDumpKeys.REVEAL_STRINGS,
                    HeapDumpKeys.UPLOAD_CA,
                    StoreKeys.STORE,
                    StoreKeys.ENDPOINT,
                    StoreKeys.REGION,
                    StoreKeys.PATH_STYLE,
                    StoreKeys.SSE,
                    StoreKeys.REDACT,
                    StoreKeys.AUTO,
                    StoreKeys.CLUSTER,
                    HeapDumpKeys.MAT,
                    TargetKeys.ATTACH_TIMEOUT,
                    RunKeys.MAX_RUNS,
                    RunKeys.MAX_RUN_SIZE,
                    RunKeys.EXPERIMENT_HOSTS,
                    RunKeys.MAX_POSTMORTEMS,
                    WebhookKeys.URL,
                    WebhookKeys.FORMAT,
                    WebhookKeys.SECRET_FILE,
                    WebhookKeys.HOSTS,
                    OtlpKeys.ENDPOINT,
                    PyroscopeKeys.URL,
                    PyroscopeKeys.TENANT,
                    DATA_DIR,
                    LOG_FORMAT);

    /** Keys of earlier versions, and their replacements. */
    static final Map<String, String> REMOVED = Map.of();

    private ConfigKeys() {}
}
