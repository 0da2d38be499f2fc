/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of /metrics.
 *
 * @param text in the Prometheus text format
 */
public record MetricsText(String text) {
    private static final Pattern LINE = Pattern.compile("(\\w+)(?:\\{(.*)\\})? (\\S+)");

    /** One line: {@code name{labels} value}; labels as they are written. */
    public record Line(String name, String labels, double value) {}

    /** Scrapes a sidecar. */
    public static MetricsText of(HttpCaller caller) {
        return new MetricsText(caller.get("/metrics").body());
    }

    public List<Line> lines(String name) {
        return all().filter(line -> line.name.equals(name)).toList();
    }

    /**
     * The one value of a metric of the one target; NaN if it is not on the page.
     *
     * @param label such as {@code space="E"}; empty: the metric has only the label of the target
     */
    public double value(String name, String label) {
        return find(name, label).orElse(Double.NaN);
    }

    /**
     * The value of the one series of that name with all these labels, such as {@code space="E"}.
     */
    public OptionalDouble find(String name, String... labels) {
        List<Line> found =
                lines(name).stream()
                        .filter(line -> List.of(labels).stream().allMatch(line.labels::contains))
                        .toList();
        if (found.size() > 1) {
            throw new IllegalStateException("several: " + found);
        }
        return found.stream().mapToDouble(Line::value).findFirst();
    }

    /** The value of a series that must exist. */
    public double valueOrThrow(String name, String... labels) {
        return find(name, labels)
                .orElseThrow(() -> new AssertionError("no " + name + " in:\n" + text));
    }

    /** All collections of all collectors since the target's start. */
    public double collections() {
        return lines("jvm_gc_collection_seconds_count").stream().mapToDouble(Line::value).sum();
    }

    Stream<Line> all() {
        return text.lines()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .map(
                        match ->
                                new Line(
                                        match.group(1),
                                        match.group(2) == null ? "" : match.group(2),
                                        Double.parseDouble(match.group(3))));
    }
}
