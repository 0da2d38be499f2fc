/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import java.util.Map;

/**
 * One element of the result of an instant query.
 *
 * @param labels {@code __name__} included, if the query keeps it
 * @param value finite
 */
public record InstantSample(Map<String, String> labels, long epochMillis, double value) {
    public InstantSample {
        labels = Map.copyOf(labels);
    }

    /** Returns the value of a label; empty if it is missing, as in PromQL. */
    public String label(String name) {
        return labels.getOrDefault(name, "");
    }
}
