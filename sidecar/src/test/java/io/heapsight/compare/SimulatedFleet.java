/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.jstat.SampleField;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunName;
import io.heapsight.run.RunSamples;
import io.heapsight.run.RunTarget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Pods of one program: each has its own load and memory for the whole window, and samples that
 * depend on the ones before. Hence 240 samples of a pod tell little more than one.
 */
final class SimulatedFleet {
    static final int SAMPLES = 240;
    private static final int STEP_SECONDS = 15;
    private static final Instant START = Instant.parse("2026-11-28T10:00:00Z");
    private static final RunColumn COLLECTIONS = RunColumn.collectorCount("young");

    private final SplittableRandom random;
    private final double spread;

    /**
     * @param spread relative deviation between pods
     */
    SimulatedFleet(long seed, double spread) {
        random = new SplittableRandom(seed);
        this.spread = spread;
    }

    private double varied(double deviation) {
        return Math.exp(deviation * random.nextGaussian());
    }

    /** Returns a pod, by its samples. */
    RunSamples pod(double pauses) {
        double load = varied(spread);
        double bytes = 4e8 * varied(spread / 2);
        double pauseSeconds = 0.012 * pauses * varied(spread / 2);
        RunSamples.Builder samples = new RunSamples.Builder(1 << 20);
        double slow = 0;
        double cpu = 0;
        double collections = 0;
        double gc = 0;
        for (int i = 0; i < SAMPLES; i++) {
            slow = 0.9 * slow + 0.05 * random.nextGaussian();
            double now = load * Math.exp(slow);
            cpu += 0.4 * now * STEP_SECONDS * varied(0.05);
            double more = Math.floor(now * STEP_SECONDS / 3 + random.nextDouble());
            collections += more;
            gc += more * pauseSeconds * varied(0.1);
            samples.begin(START.toEpochMilli() + 1000L * i * STEP_SECONDS);
            samples.put(RunColumn.of(SampleField.CPU_SECONDS), cpu);
            samples.put(COLLECTIONS, collections);
            samples.put(RunColumn.of(SampleField.GC_PAUSE_SECONDS), gc);
            samples.put(RunColumn.of(SampleField.ALLOCATED_BYTES), cpu * 2e8 * load);
            samples.put(RunColumn.of(SampleField.HEAP_USED_BYTES), bytes * varied(0.2));
            samples.put(RunColumn.of(SampleField.OLD_AFTER_GC_BYTES), bytes * varied(0.02) / 2);
            samples.put(
                    RunColumn.of(SampleField.CONTAINER_MEMORY_USAGE_BYTES),
                    2e8 + bytes * varied(0.01));
            samples.put(RunColumn.of(SampleField.RESIDENT_BYTES), 1.9e8 + bytes * varied(0.01));
            samples.put(RunColumn.of(SampleField.THREADS), Math.rint(40 * varied(0.05)));
            samples.put(RunColumn.poolUsedBytes("Metaspace"), 6e7 + 1e3 * i);
            samples.put(RunColumn.of(SampleField.CLASSES_LOADED), 9000);
        }
        return samples.build();
    }

    /** Returns some pods without a change. */
    List<RunSamples> pods(int count, double pauses) {
        List<RunSamples> pods = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pods.add(pod(pauses));
        }
        return pods;
    }

    /**
     * Returns an arm of pods, by their first samples.
     *
     * @param samples number of them
     */
    static Arm arm(String name, List<RunSamples> pods, int samples) {
        List<MeasuredRun> runs = new ArrayList<>();
        for (int i = 0; i < pods.size(); i++) {
            RunSamples all = pods.get(i);
            RunSamples.Builder some = new RunSamples.Builder(1 << 20);
            for (int k = 0; k < samples; k++) {
                some.begin(all.epochMillis(k));
                for (RunColumn column : all.columns()) {
                    some.put(column, all.value(column, k));
                }
            }
            Instant end = all.at(samples - 1);
            Run run =
                    new Run(
                            new RunName(name + "-" + i),
                            new RunTarget(
                                    0,
                                    "shop",
                                    Optional.empty(),
                                    Optional.empty(),
                                    Optional.empty()),
                            List.of(),
                            RunLimits.UNKNOWN,
                            Map.of(),
                            START,
                            Optional.of(end),
                            some.build(),
                            List.of(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            List.of());
            double seconds = (samples - 1) * (double) STEP_SECONDS;
            runs.add(MeasuredRun.ofPod(run, seconds, OptionalInt.empty()));
        }
        return new Arm(name, runs);
    }
}
