/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.unit.Labelled;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The naming schemes of metric families. Plain names such as {@code jvm_…} and {@code process_…}
 * are also names of the target's own exporter; prefixed names are not:
 *
 * <pre>
 * plain                    prefixed
 * jvm_memory_used_bytes    heapsight_jvm_memory_used_bytes
 * process_threads          heapsight_process_threads
 * heapsight_process_threads  heapsight_sidecar_process_threads
 * heapsight_target_up      heapsight_target_up
 * </pre>
 *
 * The Helm chart ({@code heapsight.named}) and {@code grafana/generate} rename rules and dashboards
 * likewise.
 */
public enum MetricNamingScheme implements Labelled {
    /** The names of Prometheus' Java client, where the meaning is the same. */
    PLAIN,
    /**
     * Each name begins with {@code heapsight_}, those of the sidecar's own process with {@code
     * heapsight_sidecar_}.
     */
    PREFIXED;

    private static final String PREFIX = "heapsight_";
    private static final String OWN_PROCESS = "heapsight_process_";
    private static final String OWN_PROCESS_PREFIXED = "heapsight_sidecar_process_";

    /** Returns the families under these names. */
    List<MetricFamilySamples> of(List<MetricFamilySamples> families) {
        return this == PLAIN
                ? families
                : families.stream().map(MetricNamingScheme::prefixed).toList();
    }

    private static MetricFamilySamples prefixed(MetricFamilySamples family) {
        return new MetricFamilySamples(
                prefixed(family.name),
                family.unit,
                family.type,
                InHelp.NAME.matcher(family.help).replaceAll(PREFIX + "$1"),
                family.samples.stream().map(MetricNamingScheme::prefixed).toList());
    }

    private static MetricFamilySamples.Sample prefixed(MetricFamilySamples.Sample sample) {
        return new MetricFamilySamples.Sample(
                prefixed(sample.name), sample.labelNames, sample.labelValues, sample.value);
    }

    private static String prefixed(String name) {
        if (name.startsWith(OWN_PROCESS)) {
            return OWN_PROCESS_PREFIXED + name.substring(OWN_PROCESS.length());
        }
        return name.startsWith(PREFIX) ? name : PREFIX + name;
    }

    /** Loaded only with prefixed names. */
    private static final class InHelp {
        /** The name of a family in the description of another one. */
        private static final Pattern NAME = Pattern.compile("\\b((?:jvm|process)_[a-z])");
    }
}
