/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.FakePrometheus;
import java.time.Instant;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;

/**
 * A pod with the metrics of Prometheus' Java client, cAdvisor and kube-state-metrics. Its figures
 * vary with its name only.
 *
 * @param started in seconds since the Unix epoch
 * @param ended in seconds since the Unix epoch
 * @param pauses factor of its GC time
 */
record SimulatedPod(
        String name,
        String version,
        double started,
        double ended,
        double pauses,
        String node,
        double memoryLimit,
        double restartedAt) {
    static final Instant END = Instant.parse("2026-11-28T12:00:00Z");
    private static final double FOREVER = Double.POSITIVE_INFINITY;

    static SimulatedPod of(String version, int number) {
        return new SimulatedPod(
                "shop-%s-%02d".formatted(version.replace(".", ""), number),
                version,
                END.getEpochSecond() - 86_400,
                FOREVER,
                1,
                "node-" + number % 10,
                512 << 20,
                FOREVER);
    }

    SimulatedPod withPauses(double factor) {
        return new SimulatedPod(
                name, version, started, ended, factor, node, memoryLimit, restartedAt);
    }

    SimulatedPod from(Instant start) {
        return new SimulatedPod(
                name,
                version,
                start.getEpochSecond(),
                ended,
                pauses,
                node,
                memoryLimit,
                restartedAt);
    }

    SimulatedPod until(Instant end) {
        return new SimulatedPod(
                name,
                version,
                started,
                end.getEpochSecond(),
                pauses,
                node,
                memoryLimit,
                restartedAt);
    }

    SimulatedPod withLimit(double bytes) {
        return new SimulatedPod(name, version, started, ended, pauses, node, bytes, restartedAt);
    }

    SimulatedPod on(String other) {
        return new SimulatedPod(
                name, version, started, ended, pauses, other, memoryLimit, restartedAt);
    }

    SimulatedPod restarted(Instant at) {
        return new SimulatedPod(
                name, version, started, ended, pauses, node, memoryLimit, at.getEpochSecond());
    }

    /** Returns the pod with a container that fails before each scrape, from a time on. */
    SimulatedPod crashLooping(Instant from) {
        return until(from).restarted(from.plusSeconds(30));
    }

    /** Adds its series. */
    void addTo(FakePrometheus server) {
        addTo(server, "");
    }

    /** Adds its series with the label of a cluster. */
    void addTo(FakePrometheus server, String cluster) {
        SplittableRandom random = new SplittableRandom(name.hashCode());
        double load = Math.exp(0.03 * random.nextGaussian());
        double memory = 3e8 * Math.exp(0.02 * random.nextGaussian());
        double pause = 0.004 * load * pauses * Math.exp(0.03 * random.nextGaussian());
        Map<String, String> program =
                with(labels("job", "shop", "version", version), "cluster", cluster);
        gauge(server, "jvm_memory_used_bytes", with(program, "area", "heap"), memory / 2);
        gauge(server, "jvm_memory_max_bytes", with(program, "area", "heap"), 4e8);
        counter(server, "process_cpu_seconds_total", program, 0.4 * load);
        counter(
                server,
                "jvm_gc_collection_seconds_sum",
                with(program, "gc", "G1 Young Generation"),
                pause);
        counter(
                server,
                "jvm_gc_collection_seconds_count",
                with(program, "gc", "G1 Young Generation"),
                0.3 * load);
        add(
                server,
                "process_start_time_seconds",
                program,
                at -> at >= restartedAt ? restartedAt : started);
        counter(server, "http_requests_total", program, 50 * load);
        Map<String, String> kubelet =
                with(labels("job", "kubelet", "container", "app"), "cluster", cluster);
        gauge(server, "container_memory_working_set_bytes", kubelet, memory);
        Map<String, String> state =
                with(labels("job", "state", "container", "app"), "cluster", cluster);
        gauge(
                server,
                "kube_pod_container_resource_limits",
                with(state, "resource", "memory"),
                memoryLimit);
        addRestarts(server, state);
        gauge(
                server,
                "kube_pod_info",
                with(labels("job", "state", "node", node), "cluster", cluster),
                1);
    }

    private void addRestarts(FakePrometheus server, Map<String, String> labels) {
        boolean looping = restartedAt > ended && restartedAt < FOREVER;
        server.add(
                "kube_pod_container_status_restarts_total",
                labels,
                at -> {
                    if (at < started || (at > ended && !looping)) {
                        return Double.NaN;
                    }
                    double since = Math.floor((at - restartedAt) / 300);
                    return at < restartedAt ? 0 : looping ? Math.min(9, 1 + since) : 1;
                });
    }

    private Map<String, String> labels(String one, String value, String other, String second) {
        Map<String, String> labels = new TreeMap<>();
        labels.put("namespace", "shop");
        labels.put("pod", name);
        labels.put("instance", name + ":9404");
        labels.put(one, value);
        labels.put(other, second);
        return labels;
    }

    private static Map<String, String> with(Map<String, String> all, String name, String value) {
        Map<String, String> labels = new TreeMap<>(all);
        labels.put(name, value);
        return labels;
    }

    private void gauge(
            FakePrometheus server, String metric, Map<String, String> labels, double value) {
        add(server, metric, labels, _ -> value);
    }

    private void counter(
            FakePrometheus server, String metric, Map<String, String> labels, double perSecond) {
        add(
                server,
                metric,
                labels,
                at -> perSecond * (at - (at >= restartedAt ? restartedAt : started)));
    }

    private void add(
            FakePrometheus server,
            String metric,
            Map<String, String> labels,
            DoubleUnaryOperator value) {
        server.add(
                metric,
                labels,
                at -> at >= started && at <= ended ? value.applyAsDouble(at) : Double.NaN);
    }
}
