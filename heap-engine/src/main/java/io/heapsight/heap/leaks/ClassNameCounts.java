/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.unit.Thousands;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** Counts objects by class name, to find the most frequent class. */
public final class ClassNameCounts {
    private static final String LAMBDA = "$$Lambda";

    private final Map<String, Long> counts = new HashMap<>();

    /** Counts a name; all lambdas of a class count as one name. */
    public void add(String className) {
        int lambda = className.indexOf(LAMBDA);
        counts.merge(
                lambda < 0 ? className : "lambda of " + className.substring(0, lambda),
                1L,
                Long::sum);
    }

    /** "89,999 x com.acme.Order"; "" if none was counted. */
    public String most() {
        return counts.entrySet().stream()
                .max(
                        Map.Entry.<String, Long>comparingByValue()
                                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(each -> Thousands.of(each.getValue()) + " x " + each.getKey())
                .orElse("");
    }
}
