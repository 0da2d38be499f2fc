/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.unit.Problem;
import java.util.List;

/**
 * The result of one check.
 *
 * @param id the check: "same-uid"
 * @param found the actual state
 * @param expected the required state
 * @param enables features that need this check
 * @param remedy the lines to change; "" if the check passed
 */
public record CheckResult(
        String id,
        boolean ok,
        String found,
        String expected,
        List<Feature> enables,
        String remedy) {
    public CheckResult {
        enables = List.copyOf(enables);
        if (ok != remedy.isEmpty()) {
            throw new IllegalArgumentException(id + ": a failed check needs a remedy, others none");
        }
    }

    static CheckResult ok(String id, String found, String expected, Feature... enables) {
        return new CheckResult(id, true, found, expected, List.of(enables), "");
    }

    static CheckResult wrong(
            String id, String found, String expected, String remedy, Feature... enables) {
        return new CheckResult(id, false, found, expected, List.of(enables), remedy);
    }

    /** Converts a problem to a failed check. */
    static CheckResult wrong(String id, Problem problem, String expected, Feature... enables) {
        return wrong(id, problem.detail(), expected, problem.remedy(), enables);
    }
}
