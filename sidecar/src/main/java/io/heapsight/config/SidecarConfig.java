/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.dump.analysis.AnalysisPlace;
import io.heapsight.kept.StorageQuota;
import io.heapsight.metrics.MetricNamingScheme;
import io.heapsight.operation.OperationKind;
import io.heapsight.otlp.OtlpEnvironment;
import io.heapsight.profile.ProfilerConsent;
import io.heapsight.pyroscope.PyroscopeSettings;
import io.heapsight.store.StoreSettings;
import io.heapsight.trigger.TriggerSettings;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.EventLog;
import io.heapsight.webhook.WebhookSettings;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The complete, validated configuration of the sidecar.
 *
 * @param triggers automatic captures
 * @param maxPause longest expected pause of a capture; empty: 20 s for rules, no limit for requests
 * @param postmortemsKept maximum number
 * @param webhook receiver of events; empty: none
 * @param otlp receiver of metrics; empty: none
 * @param pyroscope receiver of profiles; empty: none
 * @param dataDir directory for everything that the sidecar stores; may not exist yet
 * @param settings every key with its value masked if secret, in the order of {@link ConfigKeys#ALL}
 */
public record SidecarConfig(
        Http http,
        Sampling sampling,
        Histograms histograms,
        HeapDumps heapDumps,
        Profiles profiles,
        Recordings recordings,
        Stores stores,
        Runs runs,
        TriggerSettings triggers,
        Optional<Duration> maxPause,
        int postmortemsKept,
        Optional<WebhookSettings> webhook,
        OtlpEnvironment.Result otlp,
        Optional<PyroscopeSettings> pyroscope,
        Path dataDir,
        EventLog.Format logFormat,
        List<Setting> settings) {
    /**
     * Address and access of the API.
     *
     * @param port 0 picks a free port
     * @param exitWhenIdle idle time without connections before the sidecar exits; empty: it never
     *     exits
     * @param metricNames names of families on the metrics page
     */
    public record Http(
            int port,
            InetAddress bind,
            Optional<Path> tokenFile,
            Optional<TlsFiles> tls,
            Optional<Duration> exitWhenIdle,
            MetricNamingScheme metricNames) {}

    /**
     * PEM files.
     *
     * @param certificate the chain, leaf first
     * @param key PKCS#8, PKCS#1 or SEC1, not encrypted
     */
    public record TlsFiles(Path certificate, Path key) {}

    /**
     * The JVMs to sample, and the intervals.
     *
     * @param target pid, main-class glob, "*", or empty for every JVM that stays
     * @param interval between readings of the counters
     * @param heapInfoInterval between two GC.heap_info if counters are stale; empty: never
     * @param codeCacheInterval between two Compiler.codecache; empty: never
     * @param attachTimeout for one command in the target
     * @param podMemoryLimit of the group above the target's container; empty: detected if visible
     */
    public record Sampling(
            String target,
            Duration interval,
            Optional<Duration> heapInfoInterval,
            Optional<Duration> codeCacheInterval,
            Duration attachTimeout,
            Optional<ByteSize> podMemoryLimit) {}

    /**
     * Class histograms.
     *
     * @param interval between histograms for the metrics; empty: none
     * @param top number of classes in the metrics
     * @param minimumIntervals between two operations of a kind on one target
     */
    public record Histograms(
            Optional<Duration> interval, int top, Map<OperationKind, Duration> minimumIntervals) {}

    /**
     * Heap dumps.
     *
     * @param folderInTarget for targets that can't write into the sidecar's file system; empty:
     *     chosen automatically
     * @param timeout for a target to write a dump
     * @param quota of stored dumps
     * @param analysis where dumps are analysed
     * @param analysisMemory for the tables of an analysis; empty: computed
     * @param revealStrings whether summaries show contents of strings
     * @param uploadAuthorities a PEM file; empty: those of the Java runtime
     * @param mat the folder of an installation of Eclipse MAT
     */
    public record HeapDumps(
            Optional<String> folderInTarget,
            Duration timeout,
            StorageQuota quota,
            AnalysisPlace analysis,
            Optional<ByteSize> analysisMemory,
            boolean revealStrings,
            Optional<Path> uploadAuthorities,
            Optional<Path> mat) {}

    /**
     * Profiles.
     *
     * @param consent which profiles may be taken
     * @param quota of stored profiles
     */
    public record Profiles(ProfilerConsent consent, StorageQuota quota) {}

    /**
     * Flight Recorder recordings.
     *
     * @param quota of stored recordings
     * @param most maximum size of a recording
     * @param blackBox time span that is kept available for a post-mortem
     */
    public record Recordings(StorageQuota quota, ByteSize most, Optional<Duration> blackBox) {}

    /**
     * The object store.
     *
     * @param store empty: none
     * @param redact whether data is removed before the upload
     * @param automatic whether captures of triggers, and post-mortems, are uploaded automatically
     * @param cluster its name
     */
    public record Stores(
            Optional<StoreSettings> store,
            boolean redact,
            boolean automatic,
            Optional<String> cluster) {}

    /**
     * Runs.
     *
     * @param kept maximum number
     * @param mostBytes maximum file size of a run
     * @param experimentHosts hosts other than loopback that steps of experiments may call
     */
    public record Runs(int kept, long mostBytes, List<String> experimentHosts) {}

    /**
     * Reads the environment and, if the environment names one, the properties file.
     *
     * @throws ConfigException with all faults
     */
    public static SidecarConfig read(Map<String, String> environment) throws ConfigException {
        return ConfigReader.read(environment, ConfigKeys.REMOVED);
    }
}
