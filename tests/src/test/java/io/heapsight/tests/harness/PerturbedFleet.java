/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import static java.util.Objects.requireNonNull;

import io.heapsight.fleet.Dialect;
import io.heapsight.tests.harness.RecordedPages.Series;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Pods of two versions of a program: the recorded pages of an exporter, perturbed. Each pod repeats
 * half a minute of the pages after another, in an order of its own, for half an hour. It has its
 * own load and memory, and each of its series its own factor. cAdvisor's figures are those that the
 * sidecar read from the same container.
 */
public final class PerturbedFleet {
    /** Relative deviation between pods of their load, and of the time per collection. */
    private static final double SPREAD = 0.04;

    private static final int STEP_SECONDS = 30;

    /** The time between two samples. */
    public static final Duration STEP = Duration.ofSeconds(STEP_SECONDS);

    /** Number of pages of that time. */
    private static final int BLOCK = STEP_SECONDS / RecordedPages.STEP_SECONDS;

    private static final int SAMPLES = 61;

    /** The time from the start of all pods to their last sample. */
    public static final Duration LENGTH = STEP.multipliedBy(SAMPLES - 1);

    private static final double MEBIBYTE = 1 << 20;
    private static final Pattern OF_JVM =
            Pattern.compile("(heapsight_)?(jvm|process)_.*|heapsight_container_.*");
    private static final Pattern COLLECTION_TIME =
            Pattern.compile("(heapsight_)?jvm_gc_(.*seconds_sum|cpu_seconds_total)");

    /** The names of cAdvisor by those of the sidecar. */
    private static final Map<String, String> CADVISOR =
            Map.of(
                    "heapsight_container_memory_working_set_bytes",
                    "container_memory_working_set_bytes",
                    "heapsight_container_cpu_periods_total",
                    "container_cpu_cfs_periods_total",
                    "heapsight_container_cpu_throttled_periods_total",
                    "container_cpu_cfs_throttled_periods_total",
                    "heapsight_container_cpu_throttled_seconds_total",
                    "container_cpu_cfs_throttled_seconds_total");

    private final Dialect dialect;
    private final RecordedPages program;
    private final RecordedPages container;
    private final SplittableRandom random;
    private final Instant start;

    /** Starts without pods; the seed determines all noise. */
    public PerturbedFleet(Dialect dialect, long seed) throws IOException {
        this.dialect = dialect;
        program = RecordedPages.of(dialect, OF_JVM);
        container =
                RecordedPages.of(
                        Dialect.HEAPSIGHT, Pattern.compile(String.join("|", CADVISOR.keySet())));
        random = new SplittableRandom(seed);
        start = Instant.ofEpochSecond(Instant.now().getEpochSecond() / 60 * 60).minus(LENGTH);
    }

    /** The names of the metrics. */
    public Dialect dialect() {
        return dialect;
    }

    /** The start of all pods. */
    public Instant start() {
        return start;
    }

    /** The name of a pod. */
    public static String pod(String version, int number) {
        return "shop-%s-%02d".formatted(version.replace(".", ""), number);
    }

    /**
     * Starts a Prometheus with so many pods of the versions 1.4 and 1.5.
     *
     * @param slower factor of the GC time of version 1.5
     */
    public Prometheus start(int pods, double slower) {
        return Prometheus.holding(
                out -> {
                    for (int i = 0; i < pods; i++) {
                        new PodWriter(out, pod("1.4", i), 1).write();
                        new PodWriter(out, pod("1.5", i), slower).write();
                    }
                });
    }

    private double varied(double deviation) {
        return Math.exp(deviation * random.nextGaussian());
    }

    /** Writes all series of a pod. */
    private final class PodWriter {
        private final PrintWriter out;
        private final String pod;
        private final String labels;
        private final List<Integer> order = order();
        private final double load = varied(SPREAD);
        private final double memory = varied(SPREAD / 2);
        private final double pause;

        PodWriter(PrintWriter out, String pod, double slower) {
            this.out = out;
            this.pod = pod;
            labels = "namespace=\"shop\",pod=\"%s\",container=\"app\",job=".formatted(pod);
            pause = slower * varied(SPREAD);
        }

        void write() {
            String scrape = labels + "\"shop\",instance=\"%s:9404\"".formatted(pod);
            program.series()
                    .forEach(
                            (series, recorded) ->
                                    samples(
                                            series.name(),
                                            scrape
                                                    + (series.labels().isEmpty() ? "" : ",")
                                                    + series.labels(),
                                            series.name().endsWith("process_start_time_seconds")
                                                    ? constant(start.getEpochSecond())
                                                    : perturbed(series, recorded)));
            container
                    .series()
                    .forEach(
                            (series, recorded) ->
                                    samples(
                                            requireNonNull(CADVISOR.get(series.name())),
                                            labels + "\"kubelet\"",
                                            perturbed(series, recorded)));
            String state = labels + "\"state\"";
            samples(
                    "kube_pod_container_resource_limits",
                    state + ",resource=\"memory\"",
                    constant(512 * MEBIBYTE));
            samples("kube_pod_container_status_restarts_total", state, constant(0));
        }

        /** Numbers of blocks of pages, all of them before one repeats. */
        private List<Integer> order() {
            List<Integer> all = new ArrayList<>();
            while (all.size() < SAMPLES) {
                List<Integer> blocks =
                        new ArrayList<>(
                                IntStream.range(0, (program.size() - 1) / BLOCK).boxed().toList());
                Collections.shuffle(blocks, random);
                all.addAll(blocks);
            }
            return all;
        }

        private double[] constant(double value) {
            double[] values = new double[SAMPLES];
            Arrays.fill(values, value);
            return values;
        }

        /** The samples of a series; what never changes stays. */
        private double[] perturbed(Series series, double[] recorded) {
            if (Arrays.stream(recorded).distinct().count() == 1) {
                return constant(recorded[0]);
            }
            double factor =
                    varied(SPREAD / 2)
                            * (series.isCounter() ? load : memory)
                            * (COLLECTION_TIME.matcher(series.name()).matches() ? pause : 1);
            boolean areWhole = Arrays.stream(recorded).allMatch(each -> each == Math.rint(each));
            double[] values = new double[SAMPLES];
            double total = recorded[0];
            for (int i = 0; i < SAMPLES; i++) {
                int first = order.get(i) * BLOCK;
                int last = first + BLOCK;
                total += factor * (recorded[last] - recorded[first]);
                double value = series.isCounter() ? total : factor * recorded[last];
                values[i] = areWhole ? Math.floor(value) : value;
            }
            return values;
        }

        private void samples(String name, String all, double[] values) {
            for (int i = 0; i < values.length; i++) {
                long at = start.getEpochSecond() + (long) i * STEP_SECONDS;
                out.println(name + "{" + all + "} " + values[i] + " " + at);
            }
        }
    }
}
