/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A pattern of metric names: {@code gc.overhead}, {@code gc.*}.
 *
 * @param text a metric's name, a group such as {@code gc.*}, or {@code *} for all
 */
public record MetricPattern(String text) {
    /** The known names. */
    public static final String PATTERN =
            texts().distinct()
                    .map(each -> each.replace(".", "\\.").replace("*", "\\*"))
                    .collect(Collectors.joining("|", "(?:", ")"));

    /**
     * @throws IllegalArgumentException if no metric matches it
     */
    public MetricPattern {
        if (texts().noneMatch(text::equals)) {
            throw new IllegalArgumentException(
                    "unknown metric %s; expected one of: %s (gc.* for several)"
                            .formatted(text, String.join(", ", names())));
        }
    }

    private static Stream<String> texts() {
        return Stream.concat(
                names().stream().flatMap(MetricPattern::namesAndGroups), Stream.of("*"));
    }

    /** Returns {@code heap.used.mean}, {@code heap.used.*} and {@code heap.*}. */
    private static Stream<String> namesAndGroups(String name) {
        return Stream.concat(
                Stream.of(name),
                IntStream.range(0, name.length())
                        .filter(i -> name.charAt(i) == '.')
                        .mapToObj(i -> name.substring(0, i) + ".*"));
    }

    /** Returns whether a metric matches. */
    public boolean includes(Metric metric) {
        return includes(metric.name());
    }

    /** Returns whether a metric's name matches. */
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
