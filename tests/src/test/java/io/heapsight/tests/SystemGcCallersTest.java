/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.StartsFirst;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs with a known caller of System.gc(). */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
@StartsFirst
class SystemGcCallersTest {
    @ParameterizedTest
    @EnumSource(names = {"JDK_8", "JDK_17", "JDK_25"})
    void rmiIsNamedWithItsInterval(Jdk jdk) {
        TargetSpec rmi =
                callers(jdk, "rmi")
                        .withFlags(
                                "-Dsun.rmi.dgc.server.gcInterval=2000",
                                "-Dsun.rmi.dgc.client.gcInterval=2000");
        try (TargetContainer target = TargetContainer.start(rmi);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json finding = awaitFinding(sidecar.readyCaller(), "RMI: its thread ");

            assertThat(finding.at("evidence").toString()).contains("after 2 s without another");
            assertThat(finding.at("remedy").text())
                    .contains("-Dsun.rmi.dgc.server.gcInterval=86400000");
            Said.assertUntouched(target);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"JDK_17", "JDK_25"})
    void fullDirectMemoryIsNamed(Jdk jdk) {
        TargetSpec direct =
                callers(jdk, "direct")
                        .withFlags(
                                "-XX:MaxDirectMemorySize=64m", "-XX:NativeMemoryTracking=summary");
        try (TargetContainer target = TargetContainer.start(direct);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json finding = awaitFinding(sidecar.readyCaller(), "direct memory reached 64.0 MiB of");

            assertThat(finding.at("remedy").text()).contains("raise -XX:MaxDirectMemorySize");
        }
    }

    @Test
    void summaryOfARecordingNamesTheMethod() {
        try (TargetContainer target = TargetContainer.start(callers(Jdk.JDK_17, "own"));
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withDataVolume())) {
            HttpCaller caller = sidecar.readyCaller();
            Json job = DumpJob.start(caller, "/recordings?seconds=5").awaitEnd();
            assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");

            Json recordings = Json.parse(caller.getJson("/recordings").body());
            String id = recordings.at("recordings").items().getLast().at("id").text();
            Json summary = Json.parse(caller.getJson("/recordings/" + id + "/summary").body());
            assertThat(summary.at("tables").items())
                    .filteredOn(table -> table.at("view").text().equals("system-gc-by-site"))
                    .singleElement()
                    .satisfies(
                            table ->
                                    assertThat(table.at("rows").toString())
                                            .contains("com.acme.Callers.callsSystemGc()"));

            Json finding = awaitFinding(caller, "pauses by \"System.gc()\"");
            assertThat(finding.at("evidence").toString()).doesNotContain("possible caller");
            assertThat(finding.at("remedy").text()).contains("heapsight jfr summary gc.jfr");
        }
    }

    private static TargetSpec callers(Jdk jdk, String caller) {
        return TargetSpec.of(jdk, "Callers")
                .with(Collector.SERIAL)
                .withFlags("-Xmx64m")
                .withArguments(caller);
    }

    /** Waits until the finding about System.gc() has this evidence. */
    private static Json awaitFinding(HttpCaller caller, String evidence) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofSeconds(1))
                .until(
                        () -> explicit(caller),
                        found ->
                                found.size() == 1
                                        && found.getFirst().at("evidence").items().stream()
                                                .anyMatch(each -> each.text().contains(evidence)))
                .getFirst();
    }

    private static List<Json> explicit(HttpCaller caller) {
        return Json.parse(caller.getJson("/gc").body()).at("findings").items().stream()
                .filter(each -> each.at("kind").text().equals("explicit-gc"))
                .toList();
    }
}
