/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import io.heapsight.jstat.EffectiveMemoryLimit;
import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.otlp.OtlpMetric.Distribution;
import io.heapsight.otlp.OtlpMetric.Instrument;
import io.heapsight.otlp.OtlpMetric.Point;
import io.heapsight.otlp.OtlpMetric.Scalar;
import io.heapsight.safepoint.GcPauses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Translates a sample of a target to metrics of the semantic conventions. Omits figures that the
 * sample lacks or that the sidecar does not know exactly.
 *
 * <pre>
 * jvm.memory.used{jvm.memory.type=heap, jvm.memory.pool.name=G1 Eden Space} 4194304 By
 * jvm.gc.duration{jvm.gc.name=G1 Young Generation, jvm.gc.action=end of minor GC} count 3, sum 0.012 s
 * </pre>
 *
 * @see <a
 *     href="https://opentelemetry.io/docs/specs/semconv/runtime/jvm-metrics/">semconv/runtime/jvm-metrics</a>
 */
final class ConventionMetrics {
    private static final String BYTES = "By";
    private static final String SECONDS = "s";
    private static final String CLASSES = "{class}";
    private static final String THREADS = "{thread}";

    private final Sample sample;
    private final long startMillis;
    private final long foundMillis;
    private final double uptimeSeconds;
    private final List<OtlpMetric> metrics = new ArrayList<>();

    private ConventionMetrics(
            Sample sample, long startMillis, long foundMillis, double uptimeSeconds) {
        this.sample = sample;
        this.startMillis = startMillis;
        this.foundMillis = foundMillis;
        this.uptimeSeconds = uptimeSeconds;
    }

    /**
     * Translates a sample.
     *
     * @param startMillis start of the target, in milliseconds since the epoch
     * @param foundMillis a time not after the sidecar found it
     * @param uptimeSeconds age of the target at the sample; NaN if unknown
     */
    static List<OtlpMetric> of(
            Sample sample, long startMillis, long foundMillis, double uptimeSeconds) {
        ConventionMetrics all =
                new ConventionMetrics(sample, startMillis, foundMillis, uptimeSeconds);
        all.memory();
        all.collections();
        all.threadsAndClasses();
        all.process();
        all.container();
        return all.metrics;
    }

    private void memory() {
        pools("jvm.memory.used", Sample.Pool::usedBytes);
        pools("jvm.memory.committed", Sample.Pool::committedBytes);
        pools("jvm.memory.limit", Sample.Pool::maxBytes);
    }

    private void pools(String name, ToDoubleFunction<Sample.Pool> value) {
        List<Point> points = new ArrayList<>();
        for (Sample.Pool pool : sample.pools()) {
            Map<String, Object> attributes =
                    Map.of(
                            "jvm.memory.type",
                            pool.isHeap() ? "heap" : "non_heap",
                            "jvm.memory.pool.name",
                            pool.name());
            number(points, attributes, 0, value.applyAsDouble(pool));
        }
        add(name, BYTES, Instrument.UP_DOWN_COUNTER, true, points);
    }

    /** Sums over causes, because the cause is an attribute that the receiver has to request. */
    private void collections() {
        Map<String, Distribution> durations = new LinkedHashMap<>();
        for (GcPauses.Histogram pauses : sample.pauses().histograms()) {
            Map<String, Object> attributes = new LinkedHashMap<>();
            attributes.put("jvm.gc.name", pauses.collector());
            GcActions.of(pauses.collector())
                    .ifPresent(action -> attributes.put("jvm.gc.action", action));
            durations.merge(
                    pauses.collector(),
                    new Distribution(
                            attributes,
                            foundMillis,
                            GcPauses.BOUNDS,
                            pauses.counts(),
                            pauses.seconds()),
                    ConventionMetrics::sum);
        }
        add(
                "jvm.gc.duration",
                SECONDS,
                Instrument.HISTOGRAM,
                false,
                List.copyOf(durations.values()));
    }

    private static Distribution sum(Distribution one, Distribution other) {
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < one.counts().size(); i++) {
            counts.add(one.counts().get(i) + other.counts().get(i));
        }
        return new Distribution(
                one.attributes(), one.startMillis(), one.bounds(), counts, one.sum() + other.sum());
    }

    private void threadsAndClasses() {
        double threads = sample.value(SampleField.THREADS);
        double daemons = sample.value(SampleField.THREADS_DAEMON);
        List<Point> points = new ArrayList<>();
        number(points, Map.of("jvm.thread.daemon", true), 0, daemons);
        number(points, Map.of("jvm.thread.daemon", false), 0, threads - daemons);
        add("jvm.thread.count", THREADS, Instrument.UP_DOWN_COUNTER, true, points);
        double loaded = sample.value(SampleField.CLASSES_LOADED);
        double unloaded = sample.value(SampleField.CLASSES_UNLOADED);
        counter("jvm.class.loaded", CLASSES, true, loaded);
        counter("jvm.class.unloaded", CLASSES, true, unloaded);
        upDown("jvm.class.count", CLASSES, loaded - unloaded);
    }

    private void process() {
        counter("jvm.cpu.time", SECONDS, false, sample.value(SampleField.CPU_SECONDS));
        upDown("process.memory.usage", BYTES, sample.value(SampleField.RESIDENT_BYTES));
        upDown("process.thread.count", THREADS, sample.value(SampleField.PROCESS_THREADS));
        upDown(
                "process.unix.file_descriptor.count",
                "{file_descriptor}",
                sample.value(SampleField.OPEN_FDS));
        single("process.uptime", SECONDS, Instrument.GAUGE, false, 0, uptimeSeconds);
    }

    private void container() {
        double workingSet = sample.value(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES);
        upDown("container.memory.working_set", BYTES, workingSet);
        upDown(
                "container.memory.rss",
                BYTES,
                sample.value(SampleField.CONTAINER_MEMORY_ANON_BYTES));
        upDown(
                "container.memory.available",
                BYTES,
                EffectiveMemoryLimit.of(sample::value).bytes() - workingSet);
    }

    private void counter(String name, String unit, boolean whole, double value) {
        single(name, unit, Instrument.COUNTER, whole, startMillis, value);
    }

    private void upDown(String name, String unit, double value) {
        single(name, unit, Instrument.UP_DOWN_COUNTER, true, 0, value);
    }

    private void single(
            String name,
            String unit,
            Instrument instrument,
            boolean whole,
            long since,
            double value) {
        List<Point> points = new ArrayList<>();
        number(points, Map.of(), since, value);
        add(name, unit, instrument, whole, points);
    }

    private static void number(
            List<Point> points, Map<String, Object> attributes, long since, double value) {
        if (!Double.isNaN(value)) {
            points.add(new Scalar(attributes, since, value));
        }
    }

    private void add(
            String name, String unit, Instrument instrument, boolean whole, List<Point> points) {
        if (!points.isEmpty()) {
            metrics.add(new OtlpMetric(name, unit, instrument, whole, points));
        }
    }
}
