/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.EachLongTermJdk;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.PushedMetrics;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;

/** The image pushes by OTLP with the SDK of its own folder, and only if an endpoint is set. */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class OpenTelemetryTest {
    private static final long MEBIBYTE = 1 << 20;

    /** Of the smallest container that the manifests declare, 96 MiB. */
    private static final long MOST_ANONYMOUS = 72 * MEBIBYTE;

    @ParameterizedTest
    @EachLongTermJdk
    void pushedFiguresAreThoseOfThePage(Jdk jdk) {
        try (PushedMetrics receiver = PushedMetrics.start();
                TargetContainer target = TargetContainer.start(TargetSpec.idle(jdk));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withEnvironment("HEAPSIGHT_OTLP_ENDPOINT", receiver.url())
                                        .withEnvironment("OTEL_METRIC_EXPORT_INTERVAL", "1000")
                                        .withEnvironment("OTEL_SERVICE_NAME", "shop"))) {
            HttpCaller caller = sidecar.readyCaller();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> {
                                assertThat(receiver.count()).isGreaterThan(2);
                                MetricsText page = MetricsText.of(caller);
                                assertThat(receiver.sum("jvm.class.count"))
                                        .isEqualTo(page.value("jvm_classes_currently_loaded", ""));
                                assertThat(receiver.sum("jvm.thread.count"))
                                        .isEqualTo(page.value("jvm_threads_current", ""));
                                assertThat(receiver.sum("process.thread.count"))
                                        .isEqualTo(page.value("process_threads", ""));
                            });
            assertThat(receiver.sum("jvm.memory.committed")).isGreaterThan(MEBIBYTE);
            assertThat(receiver.resource())
                    .containsEntry("service.name", "shop")
                    .containsEntry("container.id", target.id())
                    .containsEntry("process.pid", "1");
            assertThat(
                            MetricsText.of(caller)
                                    .valueOrThrow(
                                            "heapsight_otlp_pushes_total", "outcome=\"accepted\""))
                    .isPositive();
            assertThat(sidecar.anonymousBytes()).isLessThan(MOST_ANONYMOUS);
            assertThat(openFiles(sidecar)).anyMatch(file -> file.contains("/otel-lib/"));
            Said.assertUntouched(target);
        }
    }

    @Test
    void absentEndpointIsReportedByDoctor() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_21));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withEnvironment(
                                                "HEAPSIGHT_OTLP_ENDPOINT", "http://127.0.0.1:1")
                                        .withEnvironment("OTEL_METRIC_EXPORT_INTERVAL", "1000")
                                        .withEnvironment("OTEL_EXPORTER_OTLP_TIMEOUT", "500"))) {
            HttpCaller caller = sidecar.readyCaller();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () ->
                                    assertThat(caller.getJson("/doctor").body())
                                            .contains("the last push to http://127.0.0.1:1"));
            assertThat(caller.get("/readyz").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void withoutEndpointNothingOfTheSdkIsOpen() {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_21));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            MetricsText.of(sidecar.readyCaller());
            assertThat(openFiles(sidecar))
                    .isNotEmpty()
                    .noneMatch(file -> file.contains("/otel-lib/"));
        }
    }

    private static List<String> openFiles(SidecarContainer sidecar) {
        Path fds = Path.of("/proc", Long.toString(sidecar.hostPid()), "fd");
        try (Stream<Path> all = Files.list(fds)) {
            return all.map(OpenTelemetryTest::file).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String file(Path fd) {
        try {
            return Files.readSymbolicLink(fd).toString();
        } catch (IOException _) {
            return ""; // closed by now
        }
    }
}
