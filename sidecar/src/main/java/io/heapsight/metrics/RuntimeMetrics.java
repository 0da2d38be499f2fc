/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import io.heapsight.jstat.SampleField;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.jvm.Vm;
import io.heapsight.safepoint.Safepoints;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.util.List;

/**
 * Exports safepoints, classes, threads, compilation, and information about the JVM.
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
                "Total time in seconds that the target spent in JIT compilation.",
                SampleField.COMPILATION_SECONDS);
        info(page);
    }

    private void safepoints(List<MetricFamilySamples> page) {
        targets.counter(
                page,
                "jvm_safepoint_seconds_total",
                "Total time in seconds in safepoints of the target, garbage collections and the"
                        + " time to reach them included.",
                SampleField.SAFEPOINT_SECONDS);
        targets.counter(
                page,
                "jvm_safepoint_sync_seconds_total",
                "Total time in seconds that the target's threads took to reach safepoints.",
                SampleField.SAFEPOINT_SYNC_SECONDS);
        durations(page);
    }

    private void durations(List<MetricFamilySamples> page) {
        MetricFamily durations =
                MetricFamily.histogram(
                        "jvm_safepoint_duration_seconds",
                        "Duration of safepoints of the target in seconds since the sidecar found"
                                + " it, without garbage collections.",
                        "target");
        MetricFamily syncs =
                MetricFamily.histogram(
                        "jvm_safepoint_sync_duration_seconds",
                        "Time in seconds that the target's threads took to reach each safepoint,"
                                + " garbage collections included.",
                        "target");
        MetricFamily merged =
                MetricFamily.counter(
                        "jvm_safepoints_merged_total",
                        "Total number of safepoints of the target that"
                                + " jvm_safepoint_duration_seconds lacks, as only their sum is"
                                + " known.",
                        "target");
        MetricFamily mergedSeconds =
                MetricFamily.counter(
                        "jvm_safepoints_merged_seconds_total",
                        "Total duration in seconds of the safepoints in"
                                + " jvm_safepoints_merged_total.",
                        "target");
        for (SampledTargets.Target target : targets.sampled()) {
            target.sample()
                    .safepoints()
                    .ifPresent(
                            each -> {
                                add(durations, each.durations(), target.label());
                                add(syncs, each.syncs(), target.label());
                                merged.add(each.merged(), target.label());
                                mergedSeconds.add(each.mergedSeconds(), target.label());
                            });
        }
        durations.into(page);
        syncs.into(page);
        merged.into(page);
        mergedSeconds.into(page);
    }

    private static void add(MetricFamily family, Safepoints.Histogram histogram, String target) {
        family.addHistogram(Safepoints.BOUNDS, histogram.counts(), histogram.seconds(), target);
    }

    private void classes(List<MetricFamilySamples> page) {
        MetricFamily loaded =
                MetricFamily.gauge(
                        "jvm_classes_currently_loaded",
                        "Number of classes that are loaded in the target.",
                        "target");
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
                "Total number of classes loaded since the target started.",
                SampleField.CLASSES_LOADED);
        targets.counter(
                page,
                "jvm_classes_unloaded_total",
                "Total number of classes unloaded since the target started.",
                SampleField.CLASSES_UNLOADED);
    }

    private void threads(List<MetricFamilySamples> page) {
        targets.gauge(
                page,
                "jvm_threads_current",
                "Number of live threads of the target.",
                SampleField.THREADS);
        targets.gauge(
                page,
                "jvm_threads_daemon",
                "Number of live daemon threads of the target.",
                SampleField.THREADS_DAEMON);
        targets.gauge(
                page,
                "jvm_threads_peak",
                "Highest number of live threads since the target started.",
                SampleField.THREADS_PEAK);
        targets.counter(
                page,
                "jvm_threads_started_total",
                "Total number of threads started since the target started.",
                SampleField.THREADS_STARTED);
    }

    private void info(List<MetricFamilySamples> page) {
        MetricFamily info =
                MetricFamily.info(
                        "jvm_info",
                        "Version, vendor, runtime, garbage collector and main class of the"
                                + " target's JVM.",
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
