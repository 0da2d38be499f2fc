/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.advice.MadeTarget.MEBIBYTE;

import io.heapsight.jstat.SampleField;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

/**
 * A random target and the truth about it.
 *
 * @param limit infinite without one
 * @param percent of the limit that the heap may use; NaN if -Xmx is set
 * @param metaspaceMax infinite without one
 * @param direct maximum of direct memory, part of the memory outside the heap
 */
record MadePast(
        TargetObservation observation,
        double limit,
        double heapMax,
        double percent,
        double initialHeap,
        double metaspaceMax,
        double mostLive,
        double mostOutside,
        double mostMetaspace,
        double direct,
        boolean heapGrows,
        boolean outsideGrows,
        boolean metaspaceGrows) {
    private static final String[] COLLECTORS = {"Serial", "Parallel", "G1", "ZGC", "Shenandoah"};
    private static final int[] JDKS = {8, 11, 17, 21, 25};
    private static final double DEFAULT_BYTES = 126 * MEBIBYTE;

    /** The part of a limit that a JVM uses for its heap. */
    static double share(double percent, double limit) {
        double half = limit / 2;
        return half < DEFAULT_BYTES ? half : Math.max(DEFAULT_BYTES, limit * percent / 100);
    }

    static MadePast of(Random random) {
        int seconds = 60 + random.nextInt(600);
        boolean isShare = random.nextInt(3) == 0;
        boolean hasLimit = isShare || random.nextInt(8) > 0;
        double limit = (hasLimit ? 150 + random.nextInt(2000) : 1e6) * MEBIBYTE;
        double percent = isShare ? 20 + random.nextInt(70) : Double.NaN;
        double heapMax = isShare ? share(percent, limit) : (64 + random.nextInt(1200)) * MEBIBYTE;
        boolean initial = !isShare && random.nextInt(3) == 0;
        double live = heapMax * (0.02 + 0.6 * random.nextDouble() * random.nextDouble());
        double liveRise = rise(random, heapMax - live);
        double outside = (20 + random.nextInt(300)) * MEBIBYTE;
        double outsideRise = rise(random, outside);
        double metaspace = outside * (0.1 + 0.3 * random.nextDouble());
        double metaspaceRise = rise(random, metaspace);
        boolean hasMetaspaceMax = random.nextBoolean();
        double metaspaceMax =
                hasMetaspaceMax
                        ? Math.ceil((metaspace + metaspaceRise) * 3 / MEBIBYTE) * MEBIBYTE
                        : Double.POSITIVE_INFINITY;
        double garbage = (heapMax - live - liveRise) * random.nextDouble();
        int period = 5 + random.nextInt(40);
        double overhead = random.nextInt(4) == 0 ? 0.3 * random.nextDouble() : 0.01;
        IntToDoubleFunction lives = i -> live + liveRise * i / seconds;
        IntToDoubleFunction metaspaceAt = i -> metaspace + metaspaceRise * i / seconds;
        IntToDoubleFunction outsideAt = i -> outside + (outsideRise + metaspaceRise) * i / seconds;
        IntToDoubleFunction used =
                i -> lives.applyAsDouble(i) + garbage * (i % period + 1) / period;
        double committed = live + liveRise + garbage;
        Map<SampleField, IntToDoubleFunction> figures = new EnumMap<>(SampleField.class);
        figures.put(SampleField.HEAP_USED_BYTES, used);
        figures.put(SampleField.HEAP_COMMITTED_BYTES, _ -> committed);
        figures.put(SampleField.HEAP_MAX_BYTES, _ -> heapMax);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> overhead * i);
        figures.put(
                SampleField.OLD_AFTER_GC_BYTES,
                i -> i % period == 0 ? lives.applyAsDouble(i) : Double.NaN);
        figures.put(SampleField.NONHEAP_COMMITTED_BYTES, metaspaceAt);
        figures.put(
                SampleField.CONTAINER_MEMORY_ANON_BYTES,
                i -> committed + outsideAt.applyAsDouble(i));
        figures.put(
                SampleField.RESIDENT_BYTES, i -> committed + outsideAt.applyAsDouble(i) + MEBIBYTE);
        figures.put(
                SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
                i -> committed + outsideAt.applyAsDouble(i));
        if (limit < 1e6 * MEBIBYTE) {
            figures.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, _ -> limit);
        }
        for (SampleField field : List.copyOf(figures.keySet())) {
            if (random.nextInt(40) == 0 && field != SampleField.CONTAINER_MEMORY_LIMIT_BYTES) {
                figures.remove(field);
            }
        }
        List<String> options = new ArrayList<>();
        options.add(
                isShare
                        ? "-XX:MaxRAMPercentage=" + percent
                        : "-Xmx" + (long) (heapMax / MEBIBYTE) + "m");
        double initialHeap = initial ? heapMax / 2 : 0;
        if (initial) {
            options.add("-Xms" + (long) initialHeap);
        }
        if (hasMetaspaceMax) {
            options.add("-XX:MaxMetaspaceSize=" + (long) metaspaceMax);
        }
        MadeTarget target =
                new MadeTarget(seconds, COLLECTORS[random.nextInt(5)], figures)
                        .java(JDKS[random.nextInt(5)])
                        .commandLine(options.toArray(String[]::new))
                        .metaspace(OptionalLong.of((long) (metaspace + metaspaceRise)));
        if (random.nextInt(10) > 0) {
            target.resident(committed);
        }
        double last = 1.0 * (seconds - 1) / seconds;
        return new MadePast(
                target.observation(),
                limit < 1e6 * MEBIBYTE ? limit : Double.POSITIVE_INFINITY,
                heapMax,
                percent,
                initialHeap,
                metaspaceMax,
                live + liveRise * last,
                outside + (outsideRise + metaspaceRise) * last,
                metaspace + metaspaceRise * last,
                0.5 * outside,
                liveRise > 0.1 * live,
                outsideRise + metaspaceRise > 0.05 * outside,
                metaspaceRise > 0.05 * metaspace);
    }

    boolean isLiveSeen() {
        return !new NonNanValues(observation.samples().values(SampleField.OLD_AFTER_GC_BYTES))
                .isEmpty();
    }

    /** A random growth up to this much, or none. */
    private static double rise(Random random, double most) {
        return random.nextInt(3) == 0 ? most * random.nextDouble() : 0;
    }

    @Override
    public String toString() {
        return "%d s, limit %.0f, heap %.0f (%s), live %.0f%s, outside %.0f%s, metaspace %.0f%s"
                .formatted(
                        observation.samples().size(),
                        limit / MEBIBYTE,
                        heapMax / MEBIBYTE,
                        observation.jvm().flags().all(),
                        mostLive / MEBIBYTE,
                        heapGrows ? " growing" : "",
                        mostOutside / MEBIBYTE,
                        outsideGrows ? " growing" : "",
                        mostMetaspace / MEBIBYTE,
                        metaspaceGrows ? " growing" : "");
    }
}
