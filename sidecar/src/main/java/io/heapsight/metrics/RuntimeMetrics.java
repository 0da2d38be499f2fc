/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.SampleField;
import io.heapsight.target.TargetJvm;
import io.heapsight.target.Vm;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Safepoints, classes, threads, compilation, and what the JVM is.
 *
 * <pre>
 * jvm_threads_current{target="Shop",} 21.0
 * jvm_info{target="Shop",version="25.0.3",vendor="…",runtime="HotSpot",collector="G1",main_class="com.acme.Shop",} 1.0
 * </pre>
 */
record RuntimeMetrics(SampledTargets targets) implements MetricsCollector {
    @Override
    public String collectorName() {
        return "runtime";
    }

    @Override
    public Object basis() {
        return targets.sampled();
    }

    @Override
    public void collect(List<MetricFamilySamples> page) {
        safepoints(page);
        classes(page);
        threads(page);
        targets.counter(
                page,
                "jvm_compilation_time_seconds_total",
                "Time spent in compilation.",
                SampleField.COMPILATION_SECONDS);
        info(page);
    }

    private void safepoints(List<MetricFamilySamples> page) {
        targets.counter(
                page,
                "jvm_safepoint_seconds_total",
                "Time in safepoints, collections included.",
                SampleField.SAFEPOINT_SECONDS);
        targets.counter(
                page,
                "jvm_safepoint_sync_seconds_total",
                "Time until all threads had reached a safepoint.",
                SampleField.SAFEPOINT_SYNC_SECONDS);
    }

    private void classes(List<MetricFamilySamples> page) {
        Family loaded =
                Family.gauge(
                        "jvm_classes_currently_loaded", "Classes that are loaded now.", "target");
        for (SampledTargets.Target target : targets.sampled()) {
            double now =
                    target.sample().value(SampleField.CLASSES_LOADED)
                            - target.sample().value(SampleField.CLASSES_UNLOADED);
            loaded.add(now, target.label());
        }
        loaded.into(page);
        targets.counter(
                page,
                "jvm_classes_loaded_total",
                "Classes loaded since the JVM's start.",
                SampleField.CLASSES_LOADED);
        targets.counter(
                page,
                "jvm_classes_unloaded_total",
                "Classes unloaded since the JVM's start.",
                SampleField.CLASSES_UNLOADED);
    }

    private void threads(List<MetricFamilySamples> page) {
        targets.gauge(page, "jvm_threads_current", "Live threads.", SampleField.THREADS);
        targets.gauge(
                page, "jvm_threads_daemon", "Live daemon threads.", SampleField.THREADS_DAEMON);
        targets.gauge(
                page,
                "jvm_threads_peak",
                "Most live threads since the JVM's start.",
                SampleField.THREADS_PEAK);
        targets.counter(
                page,
                "jvm_threads_started_total",
                "Threads started since the JVM's start.",
                SampleField.THREADS_STARTED);
    }

    private void info(List<MetricFamilySamples> page) {
        Family info =
                Family.info(
                        "jvm_info",
                        "What the JVM is.",
                        "target",
                        "version",
                        "vendor",
                        "runtime",
                        "collector",
                        "main_class");
        for (SampledTargets.Target target : targets.sampled()) {
            TargetJvm jvm = target.jvm();
            info.add(
                    1,
                    target.label(),
                    jvm.jdkVersion().orDash(),
                    jvm.vendor().orDash(),
                    runtime(jvm.vm()),
                    jvm.collector().orDash(),
                    jvm.mainClass().toOptional().orElse(jvm.name()));
        }
        info.into(page);
    }

    private static String runtime(Vm vm) {
        return switch (vm) {
            case HOTSPOT -> "HotSpot";
            case OPENJ9 -> "OpenJ9";
            case NATIVE_IMAGE -> "native image";
            case UNKNOWN -> "unknown";
        };
    }
}
