/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.DockerFlags;
import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/**
 * The doctor's findings of a target, checked against the outcome of each feature.
 *
 * @param remedies of the failed checks, in their order
 * @param lacking the tried features that don't work
 */
record Doctored(Map<String, String> remedies, Set<String> lacking) {
    private static final List<String> TRIED = List.of("counters", "histogram", "dump");

    /** Queries a new sidecar. */
    static Doctored beside(TargetContainer target, UnaryOperator<SidecarSpec> change) {
        SidecarSpec spec = change.apply(SidecarSpec.beside(target).withHeapDumps());
        try (SidecarContainer sidecar = SidecarContainer.start(spec)) {
            return by(sidecar, target);
        }
    }

    /**
     * Runs the doctor once the target is followed, then tries each feature. The outcomes match the
     * findings and remedies, and the target is left alone.
     */
    static Doctored by(SidecarContainer sidecar, TargetContainer target) {
        HttpCaller caller = sidecar.caller();
        String query = "?target=" + target.pid();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> caller.get("/gcutil" + query).statusCode() != 404);
        List<Json> failed = failedChecks(caller.getJson("/doctor" + query));
        for (String feature : TRIED) {
            List<Json> against = against(failed, feature);
            HttpResponse<String> answer = attempt(caller, feature, query);
            if (against.isEmpty()) {
                assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
            } else if (feature.equals("counters") && answer.statusCode() == 200) {
                assertThat(answer.body()).as(feature + against).contains(" - "); // by commands
            } else {
                assertThat(answer.statusCode()).as(feature + against).isIn(503, 507);
                assertThat(against)
                        .extracting(check -> check.at("remedy").text())
                        .contains(Json.parse(answer.body()).at("remedy").text());
            }
        }
        Said.assertUntouched(target);
        return of(failed);
    }

    private static List<Json> failedChecks(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Json.parse(answer.body()).at("checks").items().stream()
                .filter(check -> !check.at("ok").isTrue())
                .toList();
    }

    private static List<Json> against(List<Json> failed, String feature) {
        return failed.stream()
                .filter(
                        check ->
                                check.at("enables").items().stream()
                                        .anyMatch(enabled -> enabled.text().equals(feature)))
                .toList();
    }

    private static HttpResponse<String> attempt(HttpCaller caller, String feature, String query) {
        return switch (feature) {
            case "counters" -> caller.get("/gcutil" + query);
            case "histogram" -> caller.get("/histogram" + query);
            case "dump" -> dump(caller, query);
            default -> throw new IllegalArgumentException(feature);
        };
    }

    /** A dump that starts is also completed. */
    private static HttpResponse<String> dump(HttpCaller caller, String query) {
        HttpResponse<String> answer = caller.post("/heapdumps" + query + "&analyze=false");
        if (answer.statusCode() == 202) {
            Json end = DumpJob.of(caller, answer).awaitEnd();
            assertThat(end.at("state").text()).as(end.toString()).isEqualTo("done");
        }
        return answer;
    }

    private static Doctored of(List<Json> failed) {
        Map<String, String> remedies = new LinkedHashMap<>();
        Set<String> lacking = new TreeSet<>();
        for (Json check : failed) {
            check.at("enables").items().stream()
                    .map(Json::text)
                    .filter(TRIED::contains)
                    .forEach(
                            feature -> {
                                lacking.add(feature);
                                remedies.putIfAbsent(
                                        check.at("id").text(), check.at("remedy").text());
                            });
        }
        return new Doctored(remedies, lacking);
    }

    /** The docker flags of the first remedy, by alternative. */
    List<DockerFlags> dockerFlags() {
        return remedies.values().stream().map(DockerFlags::in).findFirst().orElse(List.of());
    }
}
