/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.otlp.OtlpPush;
import io.heapsight.otlp.OtlpPushCounts;
import io.heapsight.otlp.OtlpPushCounts.Outcome;
import io.heapsight.otlp.OtlpReceiver;
import io.heapsight.otlp.OtlpReceiver.Answer;
import io.heapsight.otlp.TargetResourceAttributes;
import io.heapsight.unit.EventLog;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pushes to a server that decodes what it receives, beside the page of the same sample. */
class OtlpPushTest {
    private static final Path CONVENTIONS = Path.of("src/test/resources/otlp/conventions.tsv");

    @TempDir private static Path folder;
    private static RecordedSidecar sidecar;

    private final OtlpPushCounts counts = new OtlpPushCounts();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private OtlpReceiver receiver;

    @BeforeAll
    static void sampleRecordedTarget() throws Exception {
        sidecar = new RecordedSidecar(folder, "jdk25-g1-concurrent");
    }

    @AfterAll
    static void stopSampling() {
        sidecar.close();
    }

    @BeforeEach
    void listen() throws IOException {
        receiver = new OtlpReceiver();
    }

    @AfterEach
    void stopListening() {
        receiver.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    jvm.class.loaded                   | jvm_classes_loaded_total
                    jvm.class.unloaded                 | jvm_classes_unloaded_total
                    jvm.class.count                    | jvm_classes_currently_loaded
                    jvm.thread.count                   | jvm_threads_current
                    jvm.cpu.time                       | process_cpu_seconds_total
                    process.memory.usage               | process_resident_memory_bytes
                    process.thread.count               | process_threads
                    process.unix.file_descriptor.count | process_open_fds
                    container.memory.working_set       | heapsight_container_memory_working_set_bytes
                    container.memory.rss               | heapsight_container_memory_anon_bytes
                    """)
    void figureIsThatOfThePage(String metric, String family) throws Exception {
        assertThat(sum(pushed(), metric, _ -> true)).isEqualTo(page(family, ""));
    }

    @ParameterizedTest
    @CsvSource({"used", "committed", "limit"})
    void memoryIsThatOfThePageForEachPool(String what) throws Exception {
        ResourceMetrics pushed = pushed();
        String family = "jvm_memory_pool_%s_bytes".formatted(what.equals("limit") ? "max" : what);
        List<NumberDataPoint> points = numbers(metric(pushed, "jvm.memory." + what));
        assertThat(points).hasSize(samples(family, "").size()).isNotEmpty();
        for (NumberDataPoint point : points) {
            String pool = attributes(point.getAttributesList()).get("jvm.memory.pool.name");
            assertThat((double) point.getAsInt()).isEqualTo(page(family, "pool=" + pool));
        }
        Predicate<Map<String, String>> heap = each -> "heap".equals(each.get("jvm.memory.type"));
        if (what.equals("used")) {
            assertThat(sum(pushed, "jvm.memory.used", heap))
                    .isEqualTo(page("jvm_memory_used_bytes", "area=heap"));
        }
    }

    @Test
    void pausesAreThoseOfThePageOfAllCauses() throws Exception {
        Metric duration = metric(pushed(), "jvm.gc.duration");
        assertThat(duration.getHistogram().getDataPointsList()).isNotEmpty();
        for (HistogramDataPoint point : duration.getHistogram().getDataPointsList()) {
            Map<String, String> attributes = attributes(point.getAttributesList());
            assertThat(attributes)
                    .containsEntry("jvm.gc.name", "G1 Concurrent GC")
                    .containsEntry("jvm.gc.action", "end of concurrent GC pause");
            String gc = "gc=G1 Concurrent GC";
            assertThat((double) point.getCount())
                    .isEqualTo(page("jvm_gc_duration_seconds_count", gc));
            assertThat(point.getSum()).isEqualTo(page("jvm_gc_duration_seconds_sum", gc));
            long below = 0;
            for (int i = 0; i < point.getExplicitBoundsCount(); i++) {
                below += point.getBucketCounts(i);
                String bound = gc + ",le=" + point.getExplicitBounds(i);
                assertThat((double) below).isEqualTo(page("jvm_gc_duration_seconds_bucket", bound));
            }
        }
    }

    @Test
    void daemonsAndRoomOfTheContainerAreDerivedFromThePage() throws Exception {
        ResourceMetrics pushed = pushed();
        assertThat(
                        sum(
                                pushed,
                                "jvm.thread.count",
                                each -> "true".equals(each.get("jvm.thread.daemon"))))
                .isEqualTo(page("jvm_threads_daemon", ""));
        assertThat(sum(pushed, "container.memory.available", _ -> true))
                .isEqualTo(
                        page("heapsight_container_memory_effective_limit_bytes", "")
                                - page("heapsight_container_memory_working_set_bytes", ""));
    }

    @Test
    void namesUnitsAndInstrumentsAreThoseOfTheConventions() throws Exception {
        Map<String, String> conventions = new LinkedHashMap<>();
        for (String line : Files.readAllLines(CONVENTIONS)) {
            if (!line.startsWith("#")) {
                conventions.put(line.split("\t")[0], line);
            }
        }
        List<String> pushed = new ArrayList<>();
        for (Metric metric : metrics(pushed())) {
            pushed.add(
                    String.join(
                            "\t",
                            metric.getName(),
                            instrument(metric),
                            metric.getUnit(),
                            isWhole(metric) ? "int" : "double"));
        }
        assertThat(pushed).doesNotHaveDuplicates().hasSizeGreaterThan(14);
        assertThat(conventions.values()).containsAll(pushed);
    }

    @Test
    void resourceIsTheTarget() throws Exception {
        Map<String, String> resource = attributes(pushed().getResource().getAttributesList());
        assertThat(resource)
                .containsEntry("service.name", "RecordedProgram")
                .containsEntry("process.pid", "1")
                .containsEntry("k8s.pod.name", "shop-1")
                .containsEntry("telemetry.distro.name", "heapsight")
                .containsEntry("telemetry.sdk.name", "opentelemetry")
                .containsKeys("service.instance.id", "host.arch", "process.runtime.version");
    }

    @Test
    void variablesOfTheEnvironmentShapeTheRequest() throws Exception {
        Map<String, String> variables =
                Map.of(
                        "OTEL_SERVICE_NAME", "shop",
                        "OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20t0ken",
                        "OTEL_EXPORTER_OTLP_COMPRESSION", "gzip",
                        "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE", "delta");
        try (OtlpPush push = push(variables)) {
            push.start();
            await(() -> receiver.requests().size() > 1);
        }
        OtlpReceiver.Received last = receiver.requests().get(1);
        assertThat(last.path()).isEqualTo("/v1/metrics");
        assertThat(last.headers())
                .containsEntry("authorization", "Bearer t0ken")
                .containsEntry("content-encoding", "gzip")
                .containsEntry("content-type", "application/x-protobuf");
        ResourceMetrics pushed = last.metrics().getResourceMetrics(0);
        assertThat(attributes(pushed.getResource().getAttributesList()))
                .containsEntry("service.name", "shop");
        assertThat(metric(pushed, "jvm.class.loaded").getSum().getAggregationTemporality())
                .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_DELTA);
        assertThat(sum(pushed, "jvm.class.loaded", _ -> true)).isZero();
        assertThat(metric(pushed, "jvm.class.count").getSum().getAggregationTemporality())
                .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
        assertThat(log).noneMatch(line -> line.contains("t0ken"));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 429, 503})
    void refusedPushIsCountedAndLoggedOnce(int status) throws Exception {
        receiver.answer(Answer.of(status));
        try (OtlpPush push = push(Map.of("OTEL_EXPORTER_OTLP_TIMEOUT", "2000"))) {
            push.start();
            await(() -> count(Outcome.FAILED) > 1);
            assertThat(counts.fault().orElseThrow()).contains(Integer.toString(status));
            receiver.answer(Answer.of(200));
            await(() -> count(Outcome.ACCEPTED) > 0);
        }
        assertThat(counts.fault()).isEmpty();
        assertThat(log).hasSize(2);
        assertThat(log.getFirst()).contains("otlp push", "outcome=failed");
        assertThat(log.getLast()).contains("outcome=accepted");
    }

    @Test
    void rejectedPointsArePartial() throws Exception {
        receiver.answer(Answer.partial(3, "no room"));
        try (OtlpPush push = push(Map.of())) {
            push.start();
            await(() -> count(Outcome.PARTIAL) > 0);
        }
        assertThat(counts.fault()).contains("3 points were rejected: no room");
    }

    @Test
    void silentReceiverHoldsOnePushNotTheSampler() throws Exception {
        receiver.answer(Answer.never());
        try (OtlpPush push = push(Map.of("OTEL_EXPORTER_OTLP_TIMEOUT", "200"))) {
            push.start();
            await(() -> count(Outcome.FAILED) > 0);
            long ticks = sidecar.sampler.ticks();
            await(() -> sidecar.sampler.ticks() > ticks + 2);
        }
    }

    @Test
    void absentReceiverIsAFailure() throws Exception {
        receiver.close();
        try (OtlpPush push = push(Map.of("OTEL_EXPORTER_OTLP_TIMEOUT", "200"))) {
            push.start();
            await(() -> count(Outcome.FAILED) > 0);
        }
        assertThat(counts.fault().orElseThrow()).contains("connection failed");
    }

    /** The metrics of the first push. */
    private ResourceMetrics pushed() throws Exception {
        try (OtlpPush push = push(Map.of())) {
            push.start();
            await(() -> count(Outcome.ACCEPTED) > 0);
        }
        assertThat(log).isEmpty();
        return receiver.requests().getFirst().metrics().getResourceMetrics(0);
    }

    private OtlpPush push(Map<String, String> variables) {
        EventLog events = new EventLog(log::add, EventLog.Format.TEXT, InstantSource.system());
        return new OtlpPush(
                receiver.settings(variables),
                sidecar.sampler::monitors,
                new TargetResourceAttributes(
                        sidecar.procFs,
                        Map.of("k8s.pod.name", "shop-1"),
                        receiver.settings(variables).resource(),
                        "0.1.0"),
                counts,
                sidecar.clock,
                events);
    }

    private long count(Outcome outcome) {
        return counts.all().getOrDefault(outcome, 0L);
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(condition);
    }

    private static List<Metric> metrics(ResourceMetrics pushed) {
        return pushed.getScopeMetricsList().stream()
                .flatMap(scope -> scope.getMetricsList().stream())
                .toList();
    }

    private static Metric metric(ResourceMetrics pushed, String name) {
        return metrics(pushed).stream()
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name));
    }

    private static List<NumberDataPoint> numbers(Metric metric) {
        return metric.hasGauge()
                ? metric.getGauge().getDataPointsList()
                : metric.getSum().getDataPointsList();
    }

    private static double sum(
            ResourceMetrics pushed, String name, Predicate<Map<String, String>> which) {
        return numbers(metric(pushed, name)).stream()
                .filter(point -> which.test(attributes(point.getAttributesList())))
                .mapToDouble(point -> point.hasAsInt() ? point.getAsInt() : point.getAsDouble())
                .sum();
    }

    private static String instrument(Metric metric) {
        if (metric.hasHistogram()) {
            return "histogram";
        }
        if (metric.hasGauge()) {
            return "gauge";
        }
        return metric.getSum().getIsMonotonic() ? "counter" : "updowncounter";
    }

    private static boolean isWhole(Metric metric) {
        return !metric.hasHistogram() && numbers(metric).getFirst().hasAsInt();
    }

    private static Map<String, String> attributes(List<KeyValue> all) {
        return all.stream()
                .collect(
                        Collectors.toMap(
                                KeyValue::getKey,
                                each ->
                                        switch (each.getValue().getValueCase()) {
                                            case BOOL_VALUE ->
                                                    Boolean.toString(
                                                            each.getValue().getBoolValue());
                                            case INT_VALUE ->
                                                    Long.toString(each.getValue().getIntValue());
                                            default -> each.getValue().getStringValue();
                                        }));
    }

    /** The sum of a family's series with some labels: {@code gc=G1 Old Generation,le=0.1}. */
    private static double page(String name, String labels) {
        List<Double> values = samples(name, labels);
        assertThat(values).as(name + "{" + labels + "}").isNotEmpty();
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    private static List<Double> samples(String name, String labels) {
        return sidecar.page.families().stream()
                .flatMap(family -> family.samples.stream())
                .filter(sample -> sample.name.equals(name))
                .filter(
                        sample ->
                                labels.isEmpty()
                                        || List.of(labels.split(",")).stream()
                                                .allMatch(label -> has(sample, label)))
                .map(sample -> sample.value)
                .toList();
    }

    private static boolean has(MetricFamilySamples.Sample sample, String label) {
        String[] parts = label.split("=", 2);
        int at = sample.labelNames.indexOf(parts[0]);
        return at >= 0 && sample.labelValues.get(at).equals(parts[1]);
    }
}
