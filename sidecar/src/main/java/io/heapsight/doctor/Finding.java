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
public record Finding(
        String id,
        boolean ok,
        String found,
        String expected,
        List<Feature> enables,
        String remedy) {
    public Finding {
        enables = List.copyOf(enables);
        if (ok != remedy.isEmpty()) {
            throw new IllegalArgumentException(id + ": what is wrong has a remedy, and only that");
        }
    }

    static Finding ok(String id, String found, String expected, Feature... enables) {
        return new Finding(id, true, found, expected, List.of(enables), "");
    }

    static Finding wrong(
            String id, String found, String expected, String remedy, Feature... enables) {
        return new Finding(id, false, found, expected, List.of(enables), remedy);
    }

    /** Converts a problem to a finding. */
    static Finding wrong(String id, Problem problem, String expected, Feature... enables) {
        return wrong(id, problem.detail(), expected, problem.remedy(), enables);
    }
}
