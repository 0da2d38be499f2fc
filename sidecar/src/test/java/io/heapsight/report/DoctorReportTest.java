/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.doctor.CheckResult;
import io.heapsight.doctor.Diagnosis;
import io.heapsight.doctor.Feature;
import io.heapsight.doctor.RequestedFeatures;
import io.heapsight.trigger.TriggerParser;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DoctorReportTest {
    private static final String REMEDY = "drop: [\"ALL\"] ".repeat(20).strip();

    private static final DoctorReport REPORT =
            new DoctorReport(
                    new Diagnosis(
                            Optional.empty(),
                            List.of(
                                    new CheckResult(
                                            "port",
                                            true,
                                            "9404 is free",
                                            "",
                                            List.of(Feature.API),
                                            ""),
                                    closed("capabilities"),
                                    closed("root-reachable")),
                            RequestedFeatures.of(
                                    Map.of(),
                                    TriggerParser.parseAll("container_memory>90%:histogram"))));

    private static CheckResult closed(String id) {
        return new CheckResult(
                id,
                false,
                "/proc/7/root/a-very-long-path/without-any-blank/in-it is closed",
                "/proc/7/root is open",
                List.of(Feature.COUNTERS, Feature.HISTOGRAM, Feature.DUMP),
                REMEDY);
    }

    @Test
    void textFitsEightyColumnsAndIsComplete() {
        assertThat(REPORT.text().lines()).allMatch(line -> line.length() <= 80);
        assertThat(REPORT.text().replaceAll("\\s", ""))
                .contains("/proc/7/root/a-very-long")
                .contains(REMEDY.replace(" ", ""));
    }

    @Test
    void eachRemedyIsPrintedOnceWithAllItsChecks() {
        assertThat(REPORT.text()).contains("\ncapabilities, root-reachable:\n    drop: [\"ALL\"]");
        assertThat(REPORT.text().split("ALL", -1)).hasSize(21);
    }

    @Test
    void eachFeatureSaysWhetherItWorksAndWhoRequestedIt() {
        assertThat(REPORT.text())
                .containsPattern("\napi +works\n")
                .containsPattern("\ncontainer +works\n")
                .containsPattern(
                        "\nhistogram +NO +because of capabilities, root-reachable; enabled by the\n"
                                + " +trigger container_memory")
                .containsPattern("\ndump +NO +because of capabilities, root-reachable\n");
    }

    @Test
    void jsonHasTheFieldsOfEachCheck() {
        assertThat(REPORT.json())
                .startsWith(
                        "{\"schemaVersion\":1,\"target\":null,\"checks\":[{\"id\":\"port\",\"ok\":true,"
                                + "\"found\":\"9404 is free\",\"expected\":\"\",\"enables\":[\"api\"],"
                                + "\"remedy\":\"\"},{\"id\":\"capabilities\",\"ok\":false,");
    }
}
