/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.histogram.InstanceCount;
import io.heapsight.jstat.SampleField;
import io.heapsight.run.ProgressMark;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunHistogram;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunName;
import io.heapsight.run.RunSamples;
import io.heapsight.run.RunTarget;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * Creates the runs of an experiment in which each figure varies from run to run by one factor per
 * run and figure. There is little noise within a run, so that the factor determines the run's
 * figure.
 */
final class SimulatedRuns {
    /** The independent figures, from which the rows of a comparison are derived. */
    enum Factor {
        SECONDS(0.02),
        CPU(0.03),
        THROTTLED(0.1),
        USAGE(0.01),
        RESIDENT(0.012),
        OLD(0.04),
        HEAP(0.02),
        ALLOCATED(0.01),
        COLLECTIONS(0.05),
        PAUSE(0.08),
        METASPACE(0.004),
        METASPACE_CAPACITY(0.003),
        CLASS_SPACE(0.005),
        CLASSES(0.006),
        THREADS(0.03),
        OUTPUT(0.006),
        WRITES(0.01),
        LINES(0.002),
        OBJECTS(0.05),
        OBJECT_BYTES(0.06),
        GARBAGE(0.15);

        private final double noise;

        Factor(double noise) {
            this.noise = noise;
        }

        /** Standard deviation from run to run, of the logarithm. */
        double noise() {
            return noise;
        }
    }

    private static final double MEBI = 1 << 20;
    private static final Instant START = Instant.parse("2026-11-22T08:00:00Z");
    private static final int SECONDS = 60;
    private static final int SAMPLES = 21;
    private static final int BETWEEN = 30;
    private static final String YOUNG = "G1 Young Generation";

    private SimulatedRuns() {}

    /**
     * Creates one run.
     *
     * @param place in the order of all runs, from 0
     * @param factors logarithms, by {@link Factor}
     */
    static Run run(String name, int place, double[] factors, SplittableRandom random) {
        double seconds = SECONDS * of(factors, Factor.SECONDS);
        Instant started = START.plusSeconds((long) place * (2 * SECONDS + BETWEEN));
        Instant stopped = started.plusMillis(Math.round(1000 * seconds));
        RunSamples.Builder samples = new RunSamples.Builder(1L << 24);
        for (int i = 0; i < SAMPLES; i++) {
            double share = i / (SAMPLES - 1.0);
            samples.begin(started.plusMillis(Math.round(1000 * seconds * share)).toEpochMilli());
            counters(samples, factors, share, random);
            levels(samples, factors, random);
        }
        return new Run(
                new RunName(name),
                new RunTarget(
                        7,
                        "com.acme.Export",
                        Optional.of("com.acme.Export"),
                        Optional.of("25.0.3"),
                        Optional.of("G1")),
                List.of("-Xmx388m"),
                new RunLimits(
                        OptionalLong.of(512 << 20),
                        OptionalLong.of(360 << 20),
                        OptionalDouble.of(2),
                        OptionalDouble.empty(),
                        OptionalLong.of(388 << 20),
                        OptionalLong.empty()),
                Map.of(),
                started,
                Optional.of(stopped),
                samples.build(),
                List.of(new ProgressMark(stopped, ProgressMark.Kind.RECORDS, 100_000)),
                Optional.empty(),
                Optional.of(histogram(factors)),
                Optional.empty(),
                List.of());
    }

    private static void counters(
            RunSamples.Builder samples, double[] factors, double share, SplittableRandom random) {
        double wobble = share > 0 && share < 1 ? 0.01 * random.nextGaussian() : 0;
        double done = share + wobble / SAMPLES;
        put(samples, SampleField.CPU_SECONDS, 100 + 80 * of(factors, Factor.CPU) * done);
        put(samples, SampleField.CONTAINER_CPU_PERIODS, 1000 + 600 * done);
        put(
                samples,
                SampleField.CONTAINER_CPU_THROTTLED_PERIODS,
                100 + Math.rint(60 * of(factors, Factor.THROTTLED) * done));
        put(
                samples,
                SampleField.CONTAINER_CPU_THROTTLED_SECONDS,
                3 + 2 * of(factors, Factor.THROTTLED) * done);
        put(samples, SampleField.ALLOCATED_BYTES, 1e9 + 3e9 * of(factors, Factor.ALLOCATED) * done);
        double collections = Math.rint(60 * of(factors, Factor.COLLECTIONS) * done);
        double paused = 0.01 * collections * of(factors, Factor.PAUSE);
        put(samples, SampleField.GC_PAUSE_SECONDS, 0.2 + paused);
        samples.put(RunColumn.collectorCount(YOUNG), 7 + collections);
        samples.put(RunColumn.collectorSeconds(YOUNG), 0.2 + paused);
        put(samples, SampleField.IO_WRITE_BYTES, 5e6 + 2e9 * of(factors, Factor.OUTPUT) * done);
        put(
                samples,
                SampleField.IO_WRITE_SYSCALLS,
                500 + Math.rint(2e5 * of(factors, Factor.WRITES) * done));
        samples.put(RunColumn.OUTPUT_LINES, Math.rint(2e6 * of(factors, Factor.LINES) * done));
    }

    private static void levels(
            RunSamples.Builder samples, double[] factors, SplittableRandom random) {
        double usage = 300 * MEBI * of(factors, Factor.USAGE);
        put(samples, SampleField.CONTAINER_MEMORY_USAGE_BYTES, level(usage, random));
        put(
                samples,
                SampleField.RESIDENT_BYTES,
                level(280 * MEBI * of(factors, Factor.RESIDENT), random));
        put(
                samples,
                SampleField.HEAP_USED_BYTES,
                level(200 * MEBI * of(factors, Factor.HEAP), random));
        put(samples, SampleField.THREADS, Math.rint(24 * of(factors, Factor.THREADS)));
        put(samples, SampleField.CLASSES_LOADED, Math.rint(9000 * of(factors, Factor.CLASSES)));
        put(
                samples,
                SampleField.METASPACE_CAPACITY_BYTES,
                pages(70 * MEBI * of(factors, Factor.METASPACE_CAPACITY)));
        samples.put(RunColumn.HOST_CPU_BUSY_RATIO, 0.6);
        samples.put(RunColumn.poolUsedBytes("G1 Eden Space"), level(50 * MEBI, random));
        samples.put(
                RunColumn.poolUsedBytes("G1 Old Gen"),
                level(90 * MEBI * of(factors, Factor.OLD), random));
        samples.put(
                RunColumn.poolUsedBytes("Metaspace"), 65 * MEBI * of(factors, Factor.METASPACE));
        samples.put(
                RunColumn.poolUsedBytes("Compressed Class Space"),
                8 * MEBI * of(factors, Factor.CLASS_SPACE));
    }

    private static RunHistogram histogram(double[] factors) {
        InstanceCount all =
                new InstanceCount(
                        Math.round(1e6 * of(factors, Factor.OBJECTS)),
                        Math.round(6e7 * of(factors, Factor.OBJECT_BYTES)));
        InstanceCount garbage =
                new InstanceCount(10_000, Math.round(3e6 * of(factors, Factor.GARBAGE)));
        return new RunHistogram(
                START, all, garbage, InstanceCount.NONE, Optional.empty(), List.of(), 0);
    }

    @SuppressWarnings("EnumOrdinal") // an array by factor
    private static double of(double[] factors, Factor factor) {
        return Math.exp(factors[factor.ordinal()]);
    }

    private static void put(RunSamples.Builder samples, SampleField signal, double value) {
        samples.put(RunColumn.of(signal), value);
    }

    private static double level(double mean, SplittableRandom random) {
        return mean * (1 + 0.0005 * random.nextGaussian());
    }

    private static double pages(double bytes) {
        return Math.rint(bytes / 65536) * 65536;
    }
}
