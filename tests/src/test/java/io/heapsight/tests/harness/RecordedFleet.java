/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Samples of pods as Micrometer, cAdvisor and kube-state-metrics have them, one a minute until now.
 * The load of a day rises and falls; the heap is a sawtooth above the live set.
 */
public final class RecordedFleet {
    private static final double MEBIBYTE = 1 << 20;
    private static final int STEP_SECONDS = 60;

    /**
     * What the pods of a workload do.
     *
     * @param liveMebibytes after collections
     * @param growthMebibytes of the live set, an hour
     * @param heapMebibytes -Xmx
     * @param outsideMebibytes anonymous memory beside the touched heap
     * @param limitMebibytes memory limit and request
     * @param cores CPUs in use at the busiest hour
     * @param requestCores CPU request
     * @param isKilled whether the OOM killer ends each pod once
     */
    public record Behaviour(
            double liveMebibytes,
            double growthMebibytes,
            double heapMebibytes,
            double outsideMebibytes,
            double limitMebibytes,
            double cores,
            double requestCores,
            boolean isKilled) {}

    private final Duration length;
    private final Instant end = Instant.now();
    private final Random random;
    private final Map<String, List<String>> lines = new LinkedHashMap<>();

    /** Starts without pods; the seed determines all noise. */
    public RecordedFleet(Duration length, long seed) {
        this.length = length;
        random = new Random(seed);
    }

    /** Adds a pod of a Deployment. */
    public RecordedFleet pod(String namespace, String workload, String suffix, Behaviour does) {
        String group = workload + "-6d4cf56db6";
        String pod =
                "namespace=\"%s\",pod=\"%s-%s\",container=\"app\""
                        .formatted(namespace, group, suffix);
        long from = end.minus(length).getEpochSecond() / STEP_SECONDS * STEP_SECONDS;
        double collections = 0;
        double used = 0;
        double touched = 0;
        double cpu = 0;
        long started = from;
        for (long at = from; at <= end.getEpochSecond(); at += STEP_SECONDS) {
            double load = load(at);
            double hours = (at - from) / 3600.0;
            double live = does.liveMebibytes() + does.growthMebibytes() * hours;
            live += random.nextGaussian();
            double room = 0.9 * does.heapMebibytes() - live;
            collections += 20 * load * STEP_SECONDS / room;
            used = live + random.nextDouble() * room;
            touched = Math.max(touched, used);
            cpu += does.cores() * load * STEP_SECONDS;
            boolean killed = does.isKilled() && hours > length.toHours() * 0.7;
            started = killed && started == from ? at : started;
            heap(pod, at, does, used, live);
            counter("jvm_gc_pause_seconds_count", pod, at, Math.floor(collections));
            counter("jvm_gc_pause_seconds_sum", pod, at, 0.02 * collections);
            gauge("process_start_time_seconds", pod, at, started);
            double anon = touched + does.outsideMebibytes() + 5 * random.nextDouble();
            gauge("container_memory_rss", pod, at, anon * MEBIBYTE);
            gauge("container_memory_working_set_bytes", pod, at, (anon + 15) * MEBIBYTE);
            counter("container_cpu_usage_seconds_total", pod, at, cpu);
            resources(pod, at, does);
            counter("kube_pod_container_status_restarts_total", pod, at, killed ? 1 : 0);
            if (killed) {
                gauge(
                        "kube_pod_container_status_last_terminated_reason",
                        pod + ",reason=\"OOMKilled\"",
                        at,
                        1);
            }
            gauge(
                    "kube_pod_owner",
                    pod + ",owner_kind=\"ReplicaSet\",owner_name=\"" + group + "\"",
                    at,
                    1);
        }
        return this;
    }

    private static double load(long epochSeconds) {
        double hour = epochSeconds / 3600.0 % 24;
        double sine = Math.max(0, Math.sin((hour - 6) / 24 * 2 * Math.PI));
        return 0.3 + 0.7 * sine * sine;
    }

    private void heap(String pod, long at, Behaviour does, double used, double live) {
        String old = pod + ",area=\"heap\",id=\"G1 Old Gen\"";
        String metaspace = pod + ",area=\"nonheap\",id=\"Metaspace\"";
        gauge("jvm_memory_used_bytes", old, at, used * MEBIBYTE);
        gauge("jvm_memory_committed_bytes", old, at, does.heapMebibytes() * MEBIBYTE);
        gauge("jvm_memory_max_bytes", old, at, does.heapMebibytes() * MEBIBYTE);
        gauge("jvm_memory_used_bytes", metaspace, at, 62 * MEBIBYTE);
        gauge("jvm_memory_committed_bytes", metaspace, at, 66 * MEBIBYTE);
        gauge("jvm_gc_live_data_size_bytes", pod, at, live * MEBIBYTE);
    }

    private void resources(String pod, long at, Behaviour does) {
        String memory = pod + ",resource=\"memory\"";
        double bytes = does.limitMebibytes() * MEBIBYTE;
        gauge("kube_pod_container_resource_limits", memory, at, bytes);
        gauge("kube_pod_container_resource_requests", memory, at, bytes);
        gauge(
                "kube_pod_container_resource_requests",
                pod + ",resource=\"cpu\"",
                at,
                does.requestCores());
    }

    private void counter(String name, String labels, long at, double value) {
        add(name, name.endsWith("_total") ? "counter" : "unknown", labels, at, value);
    }

    private void gauge(String name, String labels, long at, double value) {
        add(name, "gauge", labels, at, value);
    }

    private void add(String name, String type, String labels, long at, double value) {
        String family = type.equals("counter") ? name.replaceFirst("_total$", "") : name;
        lines.computeIfAbsent("# TYPE " + family + " " + type, _ -> new ArrayList<>())
                .add(name + "{" + labels + "} " + value + " " + at);
    }

    /** Starts a Prometheus with all samples. */
    public Prometheus start() {
        return Prometheus.holding(
                out ->
                        lines.forEach(
                                (type, samples) -> {
                                    out.println(type);
                                    // samples of a series follow each other
                                    samples.stream()
                                            .sorted(
                                                    Comparator.comparing(
                                                            line ->
                                                                    line.substring(
                                                                            0, line.indexOf('}'))))
                                            .forEach(out::println);
                                }));
    }
}
