/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Samples of two versions of a program with slightly different pods, by the exporter of a dialect,
 * cAdvisor and kube-state-metrics: one every 30 s, for an hour.
 */
public final class DialectFleet {
    private static final int STEP_SECONDS = 30;
    private static final Duration LENGTH = Duration.ofHours(1);
    private static final double MEBIBYTE = 1 << 20;

    /** Share of wall-clock time in collections of the version 1.4. */
    public static final double GC_OVERHEAD = 0.004;

    private final ExporterDialect dialect;
    private final SplittableRandom random;
    private final List<String> replicas;
    private final Instant end = Instant.now();

    /**
     * Starts without pods; the seed determines all noise.
     *
     * @param replicas names of the Prometheus that have scraped the pods; empty for one without a
     *     name
     */
    public DialectFleet(ExporterDialect dialect, long seed, List<String> replicas) {
        this.dialect = dialect;
        this.replicas = List.copyOf(replicas);
        random = new SplittableRandom(seed);
    }

    /** The end of the samples. */
    public Instant end() {
        return end;
    }

    /**
     * Starts a Prometheus with so many pods of each version.
     *
     * @param slower factor of the GC time of version 1.5
     */
    public Prometheus start(int pods, double slower) {
        return Prometheus.holding(
                out -> {
                    for (int i = 0; i < pods; i++) {
                        pod("1.4", i, 1).forEach(out::println);
                        pod("1.5", i, slower).forEach(out::println);
                    }
                });
    }

    private double varied(double deviation) {
        return Math.exp(deviation * random.nextGaussian());
    }

    private List<String> pod(String version, int number, double slower) {
        String name = "shop-%s-%02d".formatted(version.replace(".", ""), number);
        String identity = "namespace=\"shop\",pod=\"%s\",container=\"app\"".formatted(name);
        double cores = 0.4 * varied(0.03);
        double heap = 200 * varied(0.03);
        double overhead = GC_OVERHEAD * slower * varied(0.03);
        List<String> lines = new ArrayList<>();
        long from = end.minus(LENGTH).getEpochSecond();
        for (long at = from; at <= end.getEpochSecond(); at += STEP_SECONDS) {
            double age = 86_400 + at - from;
            double used = heap * varied(0.1) * MEBIBYTE;
            for (String replica : replicas.isEmpty() ? List.of("") : replicas) {
                String program =
                        identity
                                + ",job=\"shop\",instance=\"%s:9404\",version=\"%s\""
                                        .formatted(name, version)
                                + (replica.isEmpty()
                                        ? ""
                                        : ",prometheus_replica=\"" + replica + "\"");
                lines.add(dialect.heap(program) + " " + used + " " + at);
                lines.add(dialect.collections(program, "sum") + " " + overhead * age + " " + at);
                lines.add(
                        dialect.collections(program, "count")
                                + " "
                                + Math.floor(age / 3)
                                + " "
                                + at);
                lines.add(dialect.cpu(program, cores * age) + " " + at);
            }
            lines.add(
                    "container_memory_working_set_bytes{%s,job=\"kubelet\"} %s %d"
                            .formatted(identity, 1.5 * heap * MEBIBYTE, at));
            lines.add(
                    "kube_pod_container_resource_limits{%s,job=\"state\",resource=\"memory\"} %s %d"
                            .formatted(identity, 512 * MEBIBYTE, at));
            lines.add(
                    "kube_pod_container_status_restarts_total{%s,job=\"state\"} 0 %d"
                            .formatted(identity, at));
        }
        return lines;
    }
}
