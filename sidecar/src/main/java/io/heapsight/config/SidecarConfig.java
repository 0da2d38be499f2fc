/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.kept.StorageQuota;
import io.heapsight.operation.OperationKind;
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
 * The whole configuration, checked.
 *
 * @param triggers what is collected automatically when a target runs out of something
 * @param maxPause that a capture may be expected to take; empty: 30 s for rules, any for requests
 * @param postmortemsKept how many at most
 * @param webhook where events are sent; empty: nowhere
 * @param dataDir where the sidecar keeps what it records; may not exist yet
 * @param settings every key as it may be shown, in the order of {@link ConfigKeys#ALL}
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
        Path dataDir,
        EventLog.Format logFormat,
        List<Setting> settings) {
    /**
     * Where the API listens and whom it lets in.
     *
     * @param port 0 takes any free port
     * @param exitWhenIdle how long nobody is connected before the sidecar ends; empty: it stays
     */
    public record Http(
            int port,
            InetAddress bind,
            Optional<Path> tokenFile,
            Optional<TlsFiles> tls,
            Optional<Duration> exitWhenIdle) {}

    /**
     * PEM files.
     *
     * @param certificate the chain, leaf first
     * @param key PKCS#8, PKCS#1 or SEC1, not encrypted
     */
    public record TlsFiles(Path certificate, Path key) {}

    /**
     * What is watched, and how often.
     *
     * @param target pid, main-class glob, "*", or empty for every JVM that stays
     * @param interval between two readings of the counters
     * @param heapInfoInterval between two GC.heap_info where counters are stale; empty: never
     * @param attachTimeout for one command in the target
     * @param podMemoryLimit of the group above the target's container; empty: as far as it is seen
     */
    public record Sampling(
            String target,
            Duration interval,
            Optional<Duration> heapInfoInterval,
            Duration attachTimeout,
            Optional<ByteSize> podMemoryLimit) {}

    /**
     * Class histograms.
     *
     * @param interval between those taken for the metrics; empty: none are
     * @param top how many classes the metrics name
     * @param minimumIntervals between two operations of a kind on one target
     */
    public record Histograms(
            Optional<Duration> interval, int top, Map<OperationKind, Duration> minimumIntervals) {}

    /**
     * Heap dumps.
     *
     * @param folderInTarget for targets that can't write into our file system; empty: found
     * @param timeout until a target has written one
     * @param quota of what is kept
     * @param analysisMemory for an analysis' tables; empty: computed
     * @param revealStrings whether summaries show contents of strings
     * @param uploadAuthorities a PEM file; empty: those of the Java runtime
     * @param mat the folder of an installation of Eclipse MAT
     */
    public record HeapDumps(
            Optional<String> folderInTarget,
            Duration timeout,
            StorageQuota quota,
            Optional<ByteSize> analysisMemory,
            boolean revealStrings,
            Optional<Path> uploadAuthorities,
            Optional<Path> mat) {}

    /**
     * Profiles.
     *
     * @param allowed whether native code may be loaded into targets
     * @param quota of what is kept
     */
    public record Profiles(boolean allowed, StorageQuota quota) {}

    /**
     * Flight Recorder recordings.
     *
     * @param quota of what is kept
     * @param most how large one may become
     * @param blackBox how much of a target's last time is held ready for its post-mortem
     */
    public record Recordings(StorageQuota quota, ByteSize most, Optional<Duration> blackBox) {}

    /**
     * Where evidence is stored.
     *
     * @param store empty: nowhere
     * @param redact whether it goes without data
     * @param automatic whether what triggers take, and post-mortems, are stored automatically
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
     * @param kept how many at most
     * @param mostBytes of the file of each
     * @param experimentHosts that steps of experiments may call, beside loopback addresses
     */
    public record Runs(int kept, long mostBytes, List<String> experimentHosts) {}

    /**
     * Reads the environment, and the properties file it may name.
     *
     * @throws ConfigException with every fault
     */
    public static SidecarConfig read(Map<String, String> environment) throws ConfigException {
        return ConfigReader.read(environment, ConfigKeys.REMOVED);
    }
}
