/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/**
 * The sidecar's HTTP answers about the target beside it. Every row ends with a check of the target:
 * it runs, has printed no threads, and has no trigger file.
 */
record Said(HttpResponse<String> histogram, HttpResponse<String> gcutil) {

    /** Queries a sidecar beside a new target; the default one, with a change. */
    static Said of(TargetSpec spec, UnaryOperator<SidecarSpec> change) {
        try (TargetContainer target = TargetContainer.start(spec)) {
            return beside(target, change);
        }
    }

    /** Queries a new sidecar beside a target. */
    static Said beside(TargetContainer target, UnaryOperator<SidecarSpec> change) {
        SidecarSpec spec = change.apply(SidecarSpec.beside(target));
        try (SidecarContainer sidecar = SidecarContainer.start(spec)) {
            Said said = by(sidecar);
            assertUntouched(target);
            return said;
        }
    }

    /** Queries a running sidecar once it samples. */
    static Said by(SidecarContainer sidecar) {
        HttpCaller caller = sidecar.readyCaller();
        return new Said(histogram(sidecar), caller.get("/gcutil"));
    }

    static HttpResponse<String> histogram(SidecarContainer sidecar) {
        return sidecar.caller().get("/histogram?top=100000");
    }

    static void assertUntouched(TargetContainer target) {
        assertThat(target.isRunning()).isTrue();
        assertThat(target.printedThreadDump()).isFalse();
        // The sidecar itself may be sending a command at this moment.
        Awaitility.await()
                .untilAsserted(
                        () ->
                                assertThat(target.execAs("0:0", "sh", "-c", "ls -a / /tmp").out())
                                        .doesNotContain(".attach_pid"));
    }

    Said histogramWorks() {
        assertThat(histogram.body()).contains("com.acme.Order$Line");
        assertThat(histogram.statusCode()).isEqualTo(200);
        return this;
    }

    Said countersWork() {
        assertThat(gcutil.body()).containsPattern("^ +S0 +S1 +E ");
        assertThat(gcutil.statusCode()).isEqualTo(200);
        return this;
    }

    void bothWork() {
        histogramWorks().countersWork();
    }

    /** The title of the histogram's problem, and texts of its remedy. */
    Said histogramIsRefused(String title, String... lines) {
        return refused(histogram, title, lines);
    }

    /** Texts of the detail or the remedy of the counters' problem. */
    Said countersAreRefused(String... lines) {
        return refused(gcutil, "The target's counters can't be read", lines);
    }

    private Said refused(HttpResponse<String> answer, String title, String... lines) {
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Content-Type"))
                .contains("application/problem+json");
        assertThat(answer.body()).contains("\"title\":\"" + title + "\"", "\"remedy\":\"");
        String text = answer.body().replace("\\\"", "\"");
        assertThat(text).contains(lines);
        return this;
    }
}
