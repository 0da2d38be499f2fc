/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.advice.Advice;
import io.heapsight.fleet.Dialect;
import io.heapsight.fleet.DialectChoice;
import io.heapsight.fleet.Fleet;
import io.heapsight.fleet.TimeGrid;
import io.heapsight.memory.TuningOption;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FleetSizingTest {
    private static final Instant END = Instant.parse("2026-11-28T00:00:00Z");
    private static final Duration WINDOW = Duration.ofDays(2);
    private static final String SELECTOR = "namespace=\"shop\"";
    private static final long MEBIBYTE = 1L << 20;

    private static void addPod(RecordedPrometheus recorded, String name) {
        addPod(recorded, name, "");
    }

    private static void addPod(RecordedPrometheus recorded, String name, String cluster) {
        String pod =
                "\"namespace\":\"shop\",\"pod\":\"%s\",\"container\":\"app\",\"cluster\":\"%s\""
                        .formatted(name, cluster);
        recorded.with("jvm_memory_used_bytes", pod, 300.0 * MEBIBYTE)
                .with("jvm_memory_committed_bytes", pod, 512.0 * MEBIBYTE)
                .with("jvm_memory_max_bytes", pod, 512.0 * MEBIBYTE)
                .with(
                        "jvm_gc_live_data_size_bytes",
                        pod,
                        (seconds, _) -> 100.0 * MEBIBYTE + seconds % 7200)
                .with("jvm_gc_pause_seconds_sum", pod, 0.003)
                .with("container_memory_rss", pod, 450.0 * MEBIBYTE)
                .with("container_memory_working_set_bytes", pod, 470.0 * MEBIBYTE)
                .with("kube_pod_container_resource_limits", pod, 1024.0 * MEBIBYTE)
                .with("kube_pod_container_resource_requests", pod, 1024.0 * MEBIBYTE);
    }

    private static FleetSizing size(RecordedPrometheus recorded) throws ProblemException {
        TimeGrid grid = TimeGrid.of(END, WINDOW, PodHistoryQueries.step(WINDOW));
        try (PrometheusClient client = recorded.client()) {
            DialectChoice choice =
                    DialectChoice.of(
                            client, Optional.of(Dialect.MICROMETER), List.of(SELECTOR), grid);
            Fleet fleet = Fleet.of(client, choice, SELECTOR, grid);
            return FleetSizing.of(fleet, (_, _, _) -> {});
        }
    }

    @Test
    void podsOfAWorkloadAreSizedTogetherInFewQueries() throws IOException, ProblemException {
        try (RecordedPrometheus recorded = new RecordedPrometheus()) {
            for (int i = 0; i < 20; i++) {
                addPod(recorded, "web-6d4cf56db6-x7k" + "bcdfghjklm".charAt(i % 10) + (4 + i / 10));
            }
            FleetSizing size = size(recorded);

            assertThat(size.workloads()).hasSize(1);
            WorkloadSize web = size.workloads().getFirst();
            assertThat(web.workload()).isEqualTo(new WorkloadId("shop", "Deployment", "web"));
            assertThat(web.running()).isEqualTo(20);
            assertThat(web.container()).isEqualTo("app");
            assertThat(web.setting(TuningOption.MAX_HEAP).orElseThrow().line())
                    .isEqualTo("-Xmx256m");
            assertThat(size.savedGibibytes()).isBetween(10.0, 11.0);
            assertThat(recorded.queries()).hasSizeLessThan(90);
            assertThat(size.notes())
                    .anyMatch(note -> note.contains("by their names"))
                    .anyMatch(note -> note.startsWith("A JVM with an -Xms above its -Xmx"))
                    .anyMatch(note -> note.startsWith("These metrics do not contain: "));
        }
    }

    @Test
    void podsOfTwoClustersAreSizedTogetherAndNamed() throws IOException, ProblemException {
        try (RecordedPrometheus recorded = new RecordedPrometheus()) {
            addPod(recorded, "web-0", "eu");
            addPod(recorded, "web-0", "us");
            FleetSizing size = size(recorded);

            assertThat(size.workloads()).hasSize(1);
            assertThat(size.workloads().getFirst().running()).isEqualTo(2);
            assertThat(size.notes())
                    .anyMatch(note -> note.startsWith("Workloads such as shop/web run in several"))
                    .anyMatch(note -> note.contains("(eu, us)"));
        }
    }

    /** Adds a pod with a batch of 20 minutes every 6 hours, which has 1500 MiB live. */
    private static void addBatch(RecordedPrometheus recorded, String name, int gcSeconds) {
        String pod = "\"namespace\":\"shop\",\"pod\":\"%s\",\"container\":\"app\"".formatted(name);
        recorded.with("jvm_memory_used_bytes", pod, FleetSizingTest::batch)
                .with("jvm_memory_committed_bytes", pod, 2048.0 * MEBIBYTE)
                .with("jvm_memory_max_bytes", pod, 2048.0 * MEBIBYTE)
                .with("jvm_gc_pause_seconds_sum", pod, 0.003)
                .with(
                        "jvm_gc_pause_seconds_count",
                        pod,
                        (seconds, _) -> Math.floor(seconds / gcSeconds))
                .with("container_memory_rss", pod, 2150.0 * MEBIBYTE)
                .with("container_memory_working_set_bytes", pod, 2150.0 * MEBIBYTE)
                .with("kube_pod_container_resource_limits", pod, 3072.0 * MEBIBYTE)
                .with("kube_pod_container_resource_requests", pod, 3072.0 * MEBIBYTE);
    }

    private static double batch(double seconds, String query) {
        Matcher minimum = Pattern.compile("min_over_time\\(.*\\[(\\d+)s:30s]").matcher(query);
        if (!minimum.find()) {
            return 1850.0 * MEBIBYTE;
        }
        double sinceStart = seconds % 21_600;
        boolean isWhole = sinceStart >= Integer.parseInt(minimum.group(1)) && sinceStart < 1200;
        return (isWhole ? 1500 : 300) * (double) MEBIBYTE;
    }

    @Test
    void idlePodDoesNotHideThePeaksOfABusyOne() throws IOException, ProblemException {
        try (RecordedPrometheus recorded = new RecordedPrometheus()) {
            addBatch(recorded, "busy-0", 10);
            addBatch(recorded, "idle-0", 1800);
            WorkloadSize busy =
                    size(recorded).workloads().stream()
                            .filter(each -> each.workload().name().equals("busy"))
                            .findFirst()
                            .orElseThrow();

            Advice.Setting heap = busy.setting(TuningOption.MAX_HEAP).orElseThrow();
            assertThat(WorkloadSize.bytes(heap.suggested()))
                    .as("1.25 times 1500 MiB at least")
                    .isGreaterThanOrEqualTo(1875.0 * MEBIBYTE);
            assertThat(recorded.queries())
                    .filteredOn(query -> query.contains("min_over_time((sum by"))
                    .filteredOn(query -> query.contains("jvm_memory_used_bytes"))
                    .as("a query for each window of minima in use")
                    .hasSize(2);
        }
    }

    @Test
    void withoutAContainersFiguresNoLimitIsSuggested() throws IOException, ProblemException {
        try (RecordedPrometheus recorded = new RecordedPrometheus()) {
            recorded.with(
                    "jvm_memory_used_bytes",
                    "\"namespace\":\"shop\",\"pod\":\"web-0\"",
                    300.0 * MEBIBYTE);
            WorkloadSize web = size(recorded).workloads().getFirst();

            assertThat(web.setting(TuningOption.MEMORY_LIMIT)).isEmpty();
            assertThat(web.setting(TuningOption.CPU_REQUEST)).isEmpty();
            assertThat(web.risk()).isEqualTo("The memory of its pods is unknown.");
        }
    }

    private static void addOwner(RecordedPrometheus recorded, String name, String replicaSet) {
        recorded.with(
                "kube_pod_owner",
                "\"namespace\":\"shop\",\"pod\":\"%s\",\"owner_kind\":\"ReplicaSet\",\"owner_name\":\"%s\""
                        .formatted(name, replicaSet),
                1);
    }

    @Test
    void nothingIsLoweredIfANewRolloutFailsBeforeItsFirstScrape()
            throws IOException, ProblemException {
        String failing = "\"namespace\":\"shop\",\"pod\":\"web-77c9d8b6f5-bbbbb\"";
        try (RecordedPrometheus recorded = new RecordedPrometheus()) {
            addPod(recorded, "web-6d4cf56db6-aaaaa");
            addOwner(recorded, "web-6d4cf56db6-aaaaa", "web-6d4cf56db6");
            assertThat(size(recorded).savedGibibytes()).isPositive();

            addOwner(recorded, "web-77c9d8b6f5-bbbbb", "web-77c9d8b6f5");
            recorded.with(
                    "kube_pod_container_status_restarts_total",
                    failing + ",\"container\":\"app\"",
                    (seconds, _) -> Math.floor(seconds / 600));
            WorkloadSize web = size(recorded).workloads().getFirst();

            assertThat(web.running()).isEqualTo(1);
            assertThat(web.savedGibibytes()).isZero();
            assertThat(web.notes())
                    .anyMatch(note -> note.contains("restarts in the window: nothing is lowered"));
        }
    }

    @Test
    void workloadWithSeveralJvmsInAPodGetsNoSize() throws IOException, ProblemException {
        String pod = "\"namespace\":\"shop\",\"pod\":\"two-0\"";
        try (RecordedPrometheus recorded = new RecordedPrometheus()) {
            addPod(recorded, "web-0");
            addPod(recorded, "two-0");
            recorded.with(
                    "jvm_memory_used_bytes",
                    pod + ",\"container\":\"app\",\"instance\":\"10.0.0.1:81\"",
                    300.0 * MEBIBYTE);
            FleetSizing size = size(recorded);

            assertThat(size.workloads())
                    .extracting(each -> each.workload().name())
                    .containsExactly("web");
            assertThat(size.notes())
                    .anyMatch(note -> note.contains("several JVMs in a pod, such as shop/two:"));
        }
    }
}
