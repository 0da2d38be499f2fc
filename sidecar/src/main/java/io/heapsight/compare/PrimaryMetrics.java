/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.Arrays;
import java.util.List;

/**
 * Chooses the primary rows of a comparison: the rows that matter in most comparisons, or rows
 * chosen before the runs. Time and CPU have three times the weight of the other rows, which change
 * more strongly. Rows chosen by the user have equal weights.
 *
 * @param named rows chosen by the user; empty for the default
 */
public record PrimaryMetrics(List<MetricPattern> named) {
    /** The default rows. */
    public static final PrimaryMetrics USUAL = new PrimaryMetrics(List.of());

    /**
     * A default row.
     *
     * @param metrics the first recorded one becomes the row
     * @param weight of the row among the primary rows
     */
    private record Usual(int weight, List<String> metrics) {}

    private static final List<Usual> USUALLY =
            List.of(
                    new Usual(3, List.of("duration")),
                    new Usual(3, List.of("work.rate")),
                    new Usual(3, List.of("work.cpu", "cpu.seconds")),
                    new Usual(1, List.of("container.memory.peak", "rss.peak")),
                    new Usual(1, List.of("gc.overhead")),
                    new Usual(1, List.of("gc.pause.max")));

    public PrimaryMetrics {
        named = List.copyOf(named);
    }

    /**
     * Returns the weight of each metric of a table among the primary ones; 0 for a secondary one.
     */
    double[] weights(List<MetricValues> family) {
        List<String> names = family.stream().map(each -> each.metric().name()).toList();
        double[] weights = new double[names.size()];
        if (named.isEmpty()) {
            for (Usual usual : USUALLY) {
                usual.metrics().stream()
                        .filter(names::contains)
                        .findFirst()
                        .ifPresent(each -> weights[names.indexOf(each)] = usual.weight());
            }
        } else {
            Arrays.setAll(
                    weights,
                    i -> named.stream().anyMatch(each -> each.includes(names.get(i))) ? 1 : 0);
        }
        return weights;
    }
}
