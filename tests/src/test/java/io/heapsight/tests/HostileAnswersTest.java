/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A target whose attach socket answers endlessly, never, or with garbage: the sidecar survives,
 * continues to sample, and reports the fault. For Serial on JDK 25 it also polls the heap.
 */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class HostileAnswersTest {
    private static final long MEBIBYTE = 1 << 20;

    static Stream<Arguments> answers() {
        return Stream.of(
                Arguments.of("endless", 504, "did not answer in time"),
                Arguments.of("line", 502, "longer than"),
                Arguments.of("silent", 504, "did not answer in time"),
                Arguments.of("garbage", 502, "not a class histogram"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("answers")
    void sidecarLivesAndSaysWhatIsWrong(String answers, int status, String words) {
        TargetSpec fake =
                TargetSpec.of(Jdk.JDK_25, "FakeListener")
                        .with(Collector.SERIAL)
                        .withArguments(answers);
        try (TargetContainer target = TargetContainer.start(fake);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withMemory(96 * MEBIBYTE)
                                        .withEnvironment("HEAPSIGHT_ATTACH_TIMEOUT", "3s")
                                        .withEnvironment(
                                                "HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s"))) {
            HttpCaller api = sidecar.readyCaller();
            for (int i = 0; i < 3; i++) {
                HttpResponse<String> histogram = api.get("/histogram");
                assertThat(histogram.statusCode()).as(histogram.body()).isEqualTo(status);
                assertThat(histogram.body()).contains(words).doesNotContain("\u001b");
            }
            Json memory = Json.parse(api.getJson("/memory").body());
            assertThat(memory.at("residentBytes").number()).isPositive();
            assertThat(api.get("/advice").statusCode()).isEqualTo(200);
            assertThat(api.get("/gcutil").statusCode()).isEqualTo(200);
            assertThat(MetricsText.of(api).valueOrThrow("heapsight_sample_age_seconds"))
                    .isLessThan(3);
            assertThat(sidecar.anonymousBytes()).isLessThan(64 * MEBIBYTE);
            assertThat(sidecar.output()).doesNotContain("OutOfMemoryError");
            assertThat(target.printedThreadDump()).isFalse();
        }
    }

    /**
     * A file in place of the dump, in the target or in the sidecar, uses no memory there, and disk
     * only when it is copied.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fileOfATerabyteIsNotKept(boolean writtenStraight) {
        TargetSpec fake = TargetSpec.of(Jdk.JDK_17, "FakeListener").withArguments("sparse");
        try (TargetContainer target = TargetContainer.start(fake);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                (writtenStraight
                                                ? SidecarSpec.beside(target)
                                                : SidecarSpec.unreachableBeside(target))
                                        .withHeapDumps())) {
            Json job = DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitEnd();

            assertThat(job.at("state").text()).as(job.toString()).isEqualTo("failed");
            assertThat(job.at("problem", "detail").text())
                    .contains(
                            "a dump of this heap has at most",
                            writtenStraight ? "/var/lib/heapsight/" : "/tmp/heapsight-");
            assertThat(sidecar.dataFiles("heapdumps")).isEmpty();
            assertThat(target.heapsightFiles()).isEmpty();
        }
    }

    @Test
    void targetThatDiesDuringItsAnswerIsGone() {
        try (TargetContainer first = TargetContainer.start(TargetSpec.idle(Jdk.JDK_17));
                TargetContainer target =
                        TargetContainer.start(
                                TargetSpec.of(Jdk.JDK_17, "FakeListener")
                                        .withArguments("dies")
                                        .inPidNamespaceOf(first.id()));
                SidecarContainer sidecar = SidecarContainer.beside(first)) {
            HttpResponse<String> histogram =
                    sidecar.readyCaller().get("/histogram?target=" + target.pid());

            assertThat(histogram.statusCode()).as(histogram.body()).isEqualTo(410);
            assertThat(histogram.body()).contains("The target is gone");
        }
    }
}
