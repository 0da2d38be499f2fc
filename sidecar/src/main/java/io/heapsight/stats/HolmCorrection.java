/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.stream.IntStream;

/** Adjusts p-values for their number by Holm's step-down procedure, whatever their dependence. */
public final class HolmCorrection {
    private HolmCorrection() {}

    /** In the same order. */
    public static double[] adjusted(double[] p) {
        int[] order =
                IntStream.range(0, p.length)
                        .boxed()
                        .sorted((a, b) -> Double.compare(p[a], p[b]))
                        .mapToInt(Integer::intValue)
                        .toArray();
        double[] adjusted = new double[p.length];
        double least = 0;
        for (int i = 0; i < order.length; i++) {
            least = Math.max(least, Math.min(1, p[order[i]] * (p.length - i)));
            adjusted[order[i]] = least;
        }
        return adjusted;
    }
}
