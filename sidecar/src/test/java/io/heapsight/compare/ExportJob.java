/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.histogram.ClassGarbage;
import io.heapsight.histogram.InstanceCount;
import io.heapsight.jstat.SampleField;
import io.heapsight.run.GarbageBounds;
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
 * A synthetic run of a job that exports 100,000 records, sampled once a second, with noise in each
 * sample and from run to run.
 *
 * @param seconds duration
 * @param cores CPU use
 * @param bytesPerSecond of output
 * @param allocation bytes per second
 * @param heapMax limit of the heap
 * @param marked whether it reports its work
 * @param labels of its runs
 */
public record ExportJob(
        int seconds,
        double cores,
        double bytesPerSecond,
        double allocation,
        long heapMax,
        boolean marked,
        Map<String, String> labels) {
    private static final double MEBI = 1 << 20;
    static final Instant START = Instant.parse("2026-11-22T08:00:00Z");
    private static final String YOUNG = "G1 Young Generation";

    /** It logs every record. */
    public static final ExportJob INFO =
            new ExportJob(160, 1.4, 20 * MEBI, 60 * MEBI, (long) (388 * MEBI), true, Map.of());

    /** It hardly logs: 70 % less CPU per second, 0.3 % of the output. */
    public static final ExportJob WARN =
            new ExportJob(140, 0.42, 0.06 * MEBI, 40 * MEBI, (long) (388 * MEBI), true, Map.of());

    ExportJob lasting(int otherSeconds) {
        return new ExportJob(
                otherSeconds, cores, bytesPerSecond, allocation, heapMax, marked, labels);
    }

    ExportJob allocating(double bytes) {
        return new ExportJob(seconds, cores, bytesPerSecond, bytes, heapMax, marked, labels);
    }

    ExportJob withHeap(long bytes) {
        return new ExportJob(seconds, cores, bytesPerSecond, allocation, bytes, marked, labels);
    }

    /** It uses and writes more per second. */
    ExportJob faster(double factor) {
        return new ExportJob(
                seconds,
                cores * factor,
                bytesPerSecond * factor,
                allocation * factor,
                heapMax,
                marked,
                labels);
    }

    ExportJob unmarked() {
        return new ExportJob(seconds, cores, bytesPerSecond, allocation, heapMax, false, labels);
    }

    /** The same job with labels. */
    public ExportJob labelled(Map<String, String> others) {
        return new ExportJob(seconds, cores, bytesPerSecond, allocation, heapMax, marked, others);
    }

    /**
     * The start time of the run with that name: INFO (or BASE) and any other arm alternate in ABBA
     * order.
     */
    private static Instant start(RunName name) {
        boolean first = name.arm().equals("INFO") || name.arm().equals("BASE");
        int repetition = Math.max(1, name.repetition());
        boolean earlier = first == (repetition % 2 == 1);
        return START.plusSeconds(600L * (2 * repetition + (earlier ? 0 : 1)));
    }

    /** One run of it; the same for the same seed. */
    public Run run(String name, long seed) {
        Instant start = start(new RunName(name));
        SplittableRandom random = new SplittableRandom(seed);
        double pace = 1 + 0.01 * random.nextGaussian();
        double use = 1 + 0.02 * random.nextGaussian();
        double footprint = 1 + 0.01 * random.nextGaussian();
        int length = (int) Math.round(seconds * pace);
        RunSamples.Builder samples = new RunSamples.Builder(1L << 24);
        double cpu = 100;
        double output = 5e6;
        double allocated = 1e9;
        double collections = 7;
        double paused = 0.2;
        for (int i = 0; i <= length; i++) {
            samples.begin(start.toEpochMilli() + 1000L * i);
            put(samples, SampleField.CPU_SECONDS, cpu);
            put(samples, SampleField.IO_WRITE_BYTES, output);
            put(samples, SampleField.IO_WRITE_SYSCALLS, Math.floor(output / 8192));
            put(samples, SampleField.ALLOCATED_BYTES, allocated);
            put(samples, SampleField.GC_PAUSE_SECONDS, paused);
            put(samples, SampleField.GC_CPU_SECONDS, 4 * paused);
            put(samples, SampleField.RESIDENT_BYTES, level(300 * MEBI * footprint, random));
            put(
                    samples,
                    SampleField.CONTAINER_MEMORY_USAGE_BYTES,
                    level(340 * MEBI * footprint, random));
            put(samples, SampleField.HEAP_USED_BYTES, level(200 * MEBI, random));
            put(samples, SampleField.THREADS, 24);
            put(samples, SampleField.METASPACE_CAPACITY_BYTES, 70 * MEBI);
            samples.put(RunColumn.collectorCount(YOUNG), collections);
            samples.put(RunColumn.collectorSeconds(YOUNG), paused);
            samples.put(RunColumn.poolUsedBytes("G1 Eden Space"), level(50 * MEBI, random));
            samples.put(RunColumn.poolUsedBytes("G1 Old Gen"), level(90 * MEBI, random));
            samples.put(RunColumn.poolUsedBytes("Metaspace"), 68 * MEBI + i);
            cpu += cores * use * noise(random);
            output += bytesPerSecond * noise(random);
            allocated += allocation * noise(random);
            int collected = random.nextInt(3);
            collections += collected;
            paused += 0.02 * collected * noise(random);
        }
        Instant stopped = start.plusSeconds(length);
        return new Run(
                new RunName(name),
                new RunTarget(
                        7,
                        "com.acme.Export",
                        Optional.of("com.acme.Export"),
                        Optional.of("25.0.3"),
                        Optional.of("G1")),
                List.of("-Xmx" + heapMax / (1 << 20) + "m", "-Dlevel=" + name),
                limits(),
                labels,
                start,
                Optional.of(stopped),
                samples.build(),
                marked
                        ? List.of(new ProgressMark(stopped, ProgressMark.Kind.RECORDS, 100_000))
                        : List.of(),
                Optional.of(histogram(100)),
                Optional.of(histogram((long) (cores * 1000))),
                Optional.empty(),
                List.of());
    }

    /** A run without end. */
    static Run cutShort(String name, long seed) {
        Run run = INFO.run(name, seed);
        return new Run(
                run.name(),
                run.target(),
                run.flags(),
                run.limits(),
                run.labels(),
                run.started(),
                Optional.empty(),
                run.samples(),
                List.of(),
                run.heapAtStart(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /** The same run without output figures, as from a sidecar that could not read them. */
    static Run withoutOutput(Run run) {
        RunSamples all = run.samples();
        RunSamples.Builder samples = new RunSamples.Builder(1L << 24);
        for (int i = 0; i < all.size(); i++) {
            samples.begin(all.epochMillis(i));
            for (RunColumn column : all.columns()) {
                if (!column.equals(RunColumn.of(SampleField.IO_WRITE_BYTES))) {
                    samples.put(column, all.value(column, i));
                }
            }
        }
        return run.with(samples.build(), run.profile());
    }

    /** The same run with other marks. */
    static Run marked(Run run, double records) {
        return new Run(
                run.name(),
                run.target(),
                run.flags(),
                run.limits(),
                run.labels(),
                run.started(),
                run.stopped(),
                run.samples(),
                List.of(new ProgressMark(run.end(), ProgressMark.Kind.RECORDS, records)),
                run.heapAtStart(),
                run.heapAtStop(),
                run.profile(),
                run.warnings());
    }

    /** The same run of another JVM. */
    public static Run onJvm(Run run, String jdk, String collector, String... flags) {
        RunTarget target = run.target();
        return new Run(
                run.name(),
                new RunTarget(
                        target.pid(),
                        target.name(),
                        target.mainClass(),
                        Optional.of(jdk),
                        Optional.of(collector)),
                List.of(flags),
                run.limits(),
                run.labels(),
                run.started(),
                run.stopped(),
                run.samples(),
                run.marks(),
                run.heapAtStart(),
                run.heapAtStop(),
                run.profile(),
                run.warnings());
    }

    private RunLimits limits() {
        return new RunLimits(
                OptionalLong.of(512 << 20),
                OptionalLong.of(360 << 20),
                OptionalDouble.of(2),
                OptionalDouble.empty(),
                OptionalLong.of(heapMax),
                OptionalLong.empty());
    }

    private static RunHistogram histogram(long lines) {
        InstanceCount all = new InstanceCount(lines, lines * 64);
        InstanceCount unreachable = new InstanceCount(lines / 2, lines * 32);
        return new RunHistogram(
                START,
                all,
                unreachable,
                InstanceCount.NONE,
                Optional.of(new GarbageBounds(unreachable, unreachable, "")),
                List.of(new ClassGarbage("com.acme.LogLine", "", all, unreachable)),
                0);
    }

    private static void put(RunSamples.Builder samples, SampleField signal, double value) {
        samples.put(RunColumn.of(signal), value);
    }

    private static double level(double mean, SplittableRandom random) {
        return mean * (1 + 0.02 * random.nextGaussian());
    }

    private static double noise(SplittableRandom random) {
        return Math.max(0, 1 + 0.1 * random.nextGaussian());
    }
}
