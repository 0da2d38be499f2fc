/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.advice.MadeTarget.MEBIBYTE;

import io.heapsight.jstat.SampleField;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;

/**
 * The samples of a heap with a known live set. Young collections leave the live set and needlessly
 * promoted objects; old collections leave only the live set.
 */
final class MadeHeap {
    private static final int LEAST_SECONDS = 120;
    private static final int MORE_SECONDS = 3000;

    private final double maxBytes;

    /** Per second. */
    private final double[] live;

    /** As sampled. */
    private final double[] used;

    /** Bytes after collections of the old generation; NaN at other seconds. */
    private final double[] after;

    private MadeHeap(double maxBytes, double[] live, double[] used, double[] after) {
        this.maxBytes = maxBytes;
        this.live = live;
        this.used = used;
        this.after = after;
    }

    static MadeHeap of(Random random) {
        int seconds = LEAST_SECONDS + random.nextInt(MORE_SECONDS);
        double max = (128 + random.nextInt(896)) * MEBIBYTE;
        double[] live = live(random, seconds, max);
        double[] used = new double[seconds];
        double[] after = new double[seconds];
        Arrays.fill(after, Double.NaN);
        double eden = max * (0.05 + 0.25 * random.nextDouble());
        double perSecond = eden / (2 + random.nextInt(30));
        double inVain = 0.02 * random.nextDouble();
        double full = max * (0.3 + 0.5 * random.nextDouble());
        int period = random.nextBoolean() ? Integer.MAX_VALUE : 60 + random.nextInt(600);
        double young = 0;
        double promoted = 0;
        for (int i = 0; i < seconds; i++) {
            young += perSecond;
            boolean old = live[i] + promoted > full || i % period == period - 1;
            if (old) {
                after[i] = live[i];
                promoted = 0;
                young = 0;
            } else if (young > eden) {
                promoted += inVain * young;
                young = 0;
            }
            used[i] = Math.min(max, live[i] + promoted + young);
        }
        return new MadeHeap(max, live, used, after);
    }

    private static double[] live(Random random, int seconds, double max) {
        double base = max * (0.02 + 0.3 * random.nextDouble());
        double most = max * (0.5 + 0.4 * random.nextDouble());
        int shape = random.nextInt(3);
        int from = random.nextInt(seconds);
        int period = 100 + random.nextInt(1000);
        double[] live = new double[seconds];
        for (int i = 0; i < seconds; i++) {
            live[i] =
                    switch (shape) {
                        case 0 -> base;
                        case 1 -> base + Math.max(0, i - from) * (most - base) / seconds;
                        default ->
                                base
                                        + (most - base)
                                                * Math.pow(Math.sin(Math.PI * i / period), 2)
                                                / 2;
                    };
        }
        return live;
    }

    double maxBytes() {
        return maxBytes;
    }

    MadeTarget target() {
        return new MadeTarget(
                        live.length,
                        Map.of(
                                SampleField.GC_PAUSE_SECONDS,
                                i -> i / 1000.0,
                                SampleField.HEAP_MAX_BYTES,
                                _ -> maxBytes,
                                SampleField.HEAP_USED_BYTES,
                                i -> used[i],
                                SampleField.OLD_AFTER_GC_BYTES,
                                i -> after[i],
                                SampleField.HEAP_COMMITTED_BYTES,
                                _ -> maxBytes,
                                SampleField.CONTAINER_MEMORY_ANON_BYTES,
                                _ -> maxBytes + 20 * MEBIBYTE,
                                SampleField.RESIDENT_BYTES,
                                _ -> maxBytes + 30 * MEBIBYTE))
                .resident(maxBytes);
    }

    double mostLiveSinceReading() {
        int from = live.length - 1;
        while (from > 0 && Double.isNaN(after[from])) {
            from--;
        }
        return Arrays.stream(live, from, live.length).max().orElseThrow();
    }
}
