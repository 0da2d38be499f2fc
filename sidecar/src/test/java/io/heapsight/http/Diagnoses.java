/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.doctor.CheckResult;
import io.heapsight.doctor.Diagnosis;
import io.heapsight.doctor.Feature;
import io.heapsight.doctor.RequestedFeatures;
import io.heapsight.jvm.TargetJvm;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Diagnoses for tests of the API: one passed check and one failed. */
final class Diagnoses {
    private Diagnoses() {}

    static Diagnosis of(Optional<TargetJvm> target) {
        return new Diagnosis(
                target,
                List.of(
                        new CheckResult("port", true, "free", "free", List.of(Feature.API), ""),
                        new CheckResult(
                                "same-uid",
                                false,
                                "uid 1001",
                                "uid 1000",
                                List.of(Feature.COUNTERS, Feature.HISTOGRAM),
                                "runAsUser: 1000")),
                RequestedFeatures.of(Map.of(), List.of()));
    }
}
