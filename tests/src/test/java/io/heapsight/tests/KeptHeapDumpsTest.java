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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored heap dumps of a sidecar on a read-only root. */
@NeedsDocker
class KeptHeapDumpsTest {
    private static final String SECRET = "hunter2-of-this-test";

    @Test
    void newestDumpIsKeptAndUploadedRedacted() {
        TargetSpec idle =
                TargetSpec.idle(Jdk.JDK_21, Collector.SERIAL).withFlags("-Dpassword=" + SECRET);
        try (TargetContainer target = TargetContainer.start(idle);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withHeapDumps()
                                        .withEnvironment("HEAPSIGHT_DUMP_QUOTA", "count=1"))) {
            HttpCaller caller = sidecar.readyCaller();

            String first = taken(caller);
            String second = taken(caller);

            assertThat(caller.get(first).statusCode()).isEqualTo(404);
            assertThat(sidecar.dataFiles("heapdumps"))
                    .isNotEmpty()
                    .allMatch(name -> second.endsWith(name.substring(0, name.indexOf('.'))));
            assertThat(sidecar.output()).contains("a dump was deleted by the quota");

            assertThat(caller.get(second).body()).contains("com/acme/Order", SECRET);
            HttpResponse<String> redacted = caller.get(second + "?redact=true");
            assertThat(redacted.statusCode()).as(redacted.body()).isEqualTo(200);
            assertThat(redacted.body())
                    .startsWith("JAVA PROFILE")
                    .contains("com/acme/Order")
                    .doesNotContain(SECRET);
            assertThat(sidecar.children()).as("the child that redacted").isEmpty();
        }
    }

    @Test
    void summaryIsKnownAfterARestartOfTheSidecar() {
        TargetSpec idle = TargetSpec.idle(Jdk.JDK_17, Collector.SERIAL);
        try (TargetContainer target = TargetContainer.start(idle);
                SidecarContainer sidecar =
                        SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
            DumpJob.start(sidecar.readyCaller(), "/heapdumps").awaitEnd();
            double before = unreachable(sidecar);
            assertThat(before).isPositive();

            sidecar.killAndStartAgain();

            sidecar.readyCaller();
            Awaitility.await().until(() -> unreachable(sidecar) == before);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void contentsOfStringsAreShownOnlyWhereTheConfigurationSaysSo(boolean reveal) {
        TargetSpec idle = TargetSpec.idle(Jdk.JDK_25, Collector.SERIAL);
        try (TargetContainer target = TargetContainer.start(idle);
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withHeapDumps()
                                        .withEnvironment(
                                                "HEAPSIGHT_REVEAL_STRINGS",
                                                String.valueOf(reveal)))) {
            HttpCaller caller = sidecar.readyCaller();

            Json job = DumpJob.start(caller, "/heapdumps").awaitEnd();

            Json summary = Json.parse(caller.getJson(job.at("result").text()).body());
            Json most = summary.at("waste", "duplicateStrings", "top").items().getFirst();
            assertThat(most.at("content").value() == null).isEqualTo(!reveal);
        }
    }

    private static double unreachable(SidecarContainer sidecar) {
        return MetricsText.of(sidecar.caller())
                .find("heapsight_unreachable_objects", "Idle")
                .orElse(0);
    }

    /** The path of a new dump. */
    private static String taken(HttpCaller caller) {
        Json job = DumpJob.start(caller, "/heapdumps?analyze=false").awaitEnd();
        assertThat(job.at("state").text()).as(job.toString()).isEqualTo("done");
        return job.at("result").text();
    }
}
