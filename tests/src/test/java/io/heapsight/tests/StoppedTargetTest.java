/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Quiet;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A stopped or frozen target gets no signal: it would print all its threads when it resumes. */
@NeedsDocker
@Quiet
@Isolated
class StoppedTargetTest {
    @ParameterizedTest
    @CsvSource({"JDK_17,true", "JDK_17,false", "JDK_8,true", "JDK_25,false"})
    void nothingIsSentAndDoctorSaysSo(Jdk jdk, boolean frozen) {
        try (TargetContainer target = TargetContainer.start(TargetSpec.idle(jdk));
                SidecarContainer sidecar =
                        SidecarContainer.start(
                                SidecarSpec.beside(target)
                                        .withEnvironment(
                                                "HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s"))) {
            HttpCaller api = sidecar.readyCaller();
            if (frozen) {
                target.freeze();
            } else {
                target.pause();
            }

            HttpResponse<String> histogram = api.get("/histogram");
            assertThat(histogram.statusCode()).isEqualTo(503);
            assertThat(histogram.body())
                    .contains("The target is suspended", frozen ? "docker unpause" : "kill -CONT");
            assertThat(check(api, "running").at("ok").value()).isEqualTo(false);
            assertThat(api.get("/gcutil").statusCode()).isEqualTo(200);

            if (frozen) {
                target.unfreeze();
            } else {
                target.resume();
            }
            assertThat(api.get("/histogram").statusCode()).isEqualTo(200);
            assertThat(check(api, "running").at("ok").value()).isEqualTo(true);
            assertThat(target.printedThreadDump()).isFalse();
        }
    }

    private static Json check(HttpCaller api, String id) {
        return Json.parse(api.getJson("/doctor").body()).at("checks").items().stream()
                .filter(check -> check.at("id").text().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
