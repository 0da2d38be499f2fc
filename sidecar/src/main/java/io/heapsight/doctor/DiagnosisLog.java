/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.unit.EventLog;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Logs a diagnosis: one line with the working features, and a warning for each failed check of a
 * configured feature.
 */
public record DiagnosisLog(EventLog log) {
    public void write(Diagnosis diagnosis) {
        String target = diagnosis.target().map(TargetJvm::label).orElse("none");
        log.info(
                "doctor",
                field("target", target),
                field("works", labels(diagnosis.working())),
                field("lacks", labels(diagnosis.lacking())));
        for (CheckResult fault : diagnosis.faults()) {
            log.warn(
                    "doctor",
                    field("target", target),
                    field("check", fault.id()),
                    field("found", fault.found()),
                    field("expected", fault.expected()),
                    field("enables", labels(fault.enables())),
                    field("remedy", fault.remedy()));
        }
    }

    private static String labels(List<Feature> features) {
        return features.isEmpty()
                ? "nothing"
                : features.stream().map(Feature::label).collect(Collectors.joining(","));
    }
}
