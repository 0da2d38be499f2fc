/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.unit.Problem;
import java.util.List;

/**
 * The result of one check.
 *
 * @param id the check: "same-uid"
 * @param found what is
 * @param expected what should be
 * @param enables what works only if this is so
 * @param remedy the lines to change; "" when all is well
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

    /** What a problem says, found by a check. */
    static Finding wrong(String id, Problem problem, String expected, Feature... enables) {
        return wrong(id, problem.detail(), expected, problem.remedy(), enables);
    }
}
