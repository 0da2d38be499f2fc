/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Sums the samples of a profile by method and block of time.
 *
 * <p>Linear in the frames of all different stacks; holds two arrays for each method, with a number
 * per block.
 */
final class FrameTimeSeries {
    /** The sums of one method. */
    static final class Sums {
        private final double[] total;
        private final double[] self;
        private final int depth;

        private Sums(int blocks, int depth) {
            total = new double[blocks];
            self = new double[blocks];
            this.depth = depth;
        }

        /** Weight of samples with the method anywhere in the stack, by block. */
        double[] total() {
            return total;
        }

        /** Weight of samples in the method itself, by block. */
        double[] self() {
            return self;
        }

        double weight() {
            return sum(total);
        }

        /** Number of frames outside the method in the first stack that contained it. */
        int depth() {
            return depth;
        }
    }

    private final Map<String, Sums> frames = new HashMap<>();
    private final double[] whole;
    private double squares;

    FrameTimeSeries(SampledProfile profile) {
        whole = new double[profile.blocks()];
        for (SampledStack stack : profile.stacks()) {
            add(stack);
        }
    }

    private void add(SampledStack stack) {
        Set<String> seen = new HashSet<>();
        for (String frame : stack.frames()) {
            if (seen.add(frame)) {
                int depth = seen.size() - 1;
                addTo(
                        frames.computeIfAbsent(frame, _ -> new Sums(whole.length, depth)).total,
                        stack);
            }
        }
        addTo(whole, stack);
        squares += stack.squares();
        Sums innermost = frames.get(stack.frames().isEmpty() ? "" : stack.frames().getLast());
        if (innermost != null) {
            addTo(innermost.self, stack);
        }
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double each : values) {
            sum += each;
        }
        return sum;
    }

    private static void addTo(double[] sums, SampledStack stack) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += stack.weights()[i];
        }
    }

    Map<String, Sums> frames() {
        return frames;
    }

    double[] whole() {
        return whole;
    }

    /** Equivalent number of samples of equal weight. */
    double independent() {
        double sum = sum(whole);
        return squares > 0 ? sum * sum / squares : 0;
    }

    /** Sorts by self weight, then by total, largest first. */
    List<FrameWeight> top(int most) {
        return frames.entrySet().stream()
                .map(
                        each ->
                                new FrameWeight(
                                        each.getKey(),
                                        Math.round(sum(each.getValue().self)),
                                        Math.round(each.getValue().weight())))
                .sorted(
                        Comparator.comparingLong(FrameWeight::self)
                                .thenComparingLong(FrameWeight::total)
                                .reversed()
                                .thenComparing(FrameWeight::frame))
                .limit(most)
                .toList();
    }
}
