/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Flight Recorder recordings of a program that is known, out of its container. */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class RecordingsTest {
    @ParameterizedTest
    @EnumSource(Jdk.class)
    void summaryNamesWhatTheProgramDoesAndNothingStaysInTheTarget(Jdk jdk) {
        try (TargetContainer target = target(jdk);
                SidecarContainer sidecar = sidecar(target)) {
            HttpCaller caller = sidecar.readyCaller();
            Json job =
                    DumpJob.start(caller, "/recordings?seconds=12&settings=profile&paths=true")
                            .awaitEnd();
            assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");

            String recording = newest(caller);
            Json summary = Json.parse(caller.getJson(recording + "/summary").body());
            assertThat(first(summary, "hot-methods")).contains("com.acme.Recorded.hot");
            assertThat(first(summary, "allocation-by-site")).contains("com.acme.Recorded.allocate");
            assertThat(first(summary, "allocation-by-class")).contains("long[]");
            assertThat(first(summary, "contention-by-site")).contains("com.acme.Recorded.locked");
            assertThat(first(summary, "file-reads-by-path")).contains("/tmp/known");
            assertThat(holders(summary))
                    .as("old objects: %s", summary.at("oldObjects"))
                    .anySatisfy(path -> assertThat(path).contains("com.acme.Recorded.sessions"));
            assertThat(target.heapsightFiles()).isEmpty();
            Said.assertUntouched(target);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Jdk.class,
            names = {"JDK_8", "JDK_25"})
    void recordingOfASidecarThatWasKilledIsStoppedByTheNext(Jdk jdk) {
        try (TargetContainer target = target(jdk);
                SidecarContainer sidecar = sidecar(target)) {
            DumpJob.start(sidecar.readyCaller(), "/recordings?seconds=300");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> recordings(target).contains("heapsight-"));

            sidecar.killAndStartAgain();

            sidecar.readyCaller();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> {
                                assertThat(recordings(target)).doesNotContain("heapsight-");
                                assertThat(target.heapsightFiles()).isEmpty();
                            });
            assertThat(target.isRunning()).isTrue();
        }
    }

    private static TargetContainer target(Jdk jdk) {
        return TargetContainer.start(TargetSpec.of(jdk, "Recorded").withFlags("-Xmx256m"));
    }

    private static SidecarContainer sidecar(TargetContainer target) {
        return SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps());
    }

    private static String recordings(TargetContainer target) {
        return target.jcmd(Integer.toString(target.pid()), "JFR.check").outOrThrow();
    }

    private static String newest(HttpCaller caller) {
        Json all = Json.parse(caller.getJson("/recordings").body());
        return "/recordings/" + all.at("recordings").items().getLast().at("id").text();
    }

    /** The name in the first row of a table. */
    private static String first(Json summary, String view) {
        return summary.at("tables").items().stream()
                .filter(table -> table.at("view").text().equals(view))
                .map(table -> table.at("rows").items().getFirst().at("name").text())
                .findFirst()
                .orElseThrow();
    }

    private static List<String> holders(Json summary) {
        return summary.at("oldObjects").items().stream()
                .map(each -> each.at("path").toString())
                .toList();
    }
}
