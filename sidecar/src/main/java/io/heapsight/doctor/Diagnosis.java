/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.jvm.TargetJvm;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * All findings about a target at one moment.
 *
 * @param target empty if none or several were visible
 * @param findings in reading order
 * @param asked features that the configuration requires
 */
public record Diagnosis(
        Optional<TargetJvm> target, List<CheckResult> findings, RequestedFeatures asked) {
    public Diagnosis {
        findings = List.copyOf(findings);
    }

    /** Returns the checks that block a feature; empty if it works. */
    public List<CheckResult> against(Feature feature) {
        return findings.stream()
                .filter(finding -> !finding.ok() && finding.enables().contains(feature))
                .toList();
    }

    public boolean works(Feature feature) {
        return against(feature).isEmpty();
    }

    /** Returns the features that work. */
    public List<Feature> working() {
        return Arrays.stream(Feature.values()).filter(this::works).toList();
    }

    /** Returns the features that do not work. */
    public List<Feature> lacking() {
        return Arrays.stream(Feature.values()).filter(feature -> !works(feature)).toList();
    }

    /** Returns the failed checks that affect configured features. */
    public List<CheckResult> faults() {
        return findings.stream()
                .filter(finding -> !finding.ok())
                .filter(finding -> finding.enables().stream().anyMatch(asked::includes))
                .toList();
    }
}
