/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The requested part of the metrics page.
 *
 * @param names of families ({@code jvm_gc_duration_seconds}) or of their series ({@code
 *     jvm_gc_duration_seconds_count}); empty: all
 * @param collectors among {@link #COLLECTORS}; empty: all
 */
public record MetricFilter(Set<String> names, Set<String> collectors) {
    /** The whole page. */
    public static final MetricFilter NONE = new MetricFilter(Set.of(), Set.of());

    /** The names of all collectors, in the order of the page. */
    public static final List<String> COLLECTORS =
            List.of(
                    "sampler",
                    "memory",
                    "gc",
                    "metaspace",
                    "native_memory",
                    "runtime",
                    "threads",
                    "process",
                    "container",
                    "histogram",
                    "garbage",
                    "operations",
                    "black_box",
                    "triggers",
                    "webhook",
                    "store",
                    "otlp",
                    "pyroscope",
                    "http",
                    "self",
                    "scrape");

    private static final String TOTAL = "_total";

    public MetricFilter {
        names = Set.copyOf(names);
        collectors = Set.copyOf(collectors);
    }

    boolean accepts(String collector) {
        return collectors.isEmpty() || collectors.contains(collector);
    }

    /** Returns the families, or the part of each, that have one of the names. */
    List<MetricFamilySamples> of(List<MetricFamilySamples> families) {
        return families.stream().flatMap(this::partOf).toList();
    }

    private Stream<MetricFamilySamples> partOf(MetricFamilySamples family) {
        String name = family.type == Collector.Type.COUNTER ? family.name + TOTAL : family.name;
        if (names.isEmpty() || names.contains(name) || names.contains(family.name)) {
            return Stream.of(family);
        }
        return Stream.of(family).map(each -> each.filter(names::contains)).filter(Objects::nonNull);
    }
}
