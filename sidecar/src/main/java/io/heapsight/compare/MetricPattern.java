/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Some metrics, by their names: {@code gc.overhead}, {@code gc.*}.
 *
 * @param text letters, digits, dots, underscores, and {@code *} for any of them
 */
public record MetricPattern(String text) {
    /** What one looks like. */
    public static final String PATTERN = "[a-z0-9_.*]{1,60}";

    private static final Pattern VALID = Pattern.compile(PATTERN);

    /**
     * @throws IllegalArgumentException when no metric fits it
     */
    public MetricPattern {
        if (!VALID.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "\"%s\" is not a metric (expected gc.overhead, or gc.* for several)"
                            .formatted(text));
        }
        String wanted = text;
        if (names().stream().noneMatch(name -> fits(wanted, name))) {
            throw new IllegalArgumentException(
                    "there is no metric %s; there are: %s"
                            .formatted(text, String.join(", ", names())));
        }
    }

    /** Whether the metric is one of them. */
    public boolean includes(Metric metric) {
        return includes(metric.name());
    }

    /** The same by the metric's name. */
    public boolean includes(String metric) {
        return fits(text, metric);
    }

    private static List<String> names() {
        return Metrics.ALL.stream().map(each -> each.metric().name()).toList();
    }

    private static boolean fits(String pattern, String name) {
        return name.matches(pattern.replace(".", "\\.").replace("*", ".*"));
    }
}
