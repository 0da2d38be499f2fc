/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adds up the samples of a profile by method, over blocks of time.
 *
 * <p>Linear in the frames of all different stacks; holds two arrays of a number a block for each
 * method.
 */
final class FrameSeries {
    /** Of one method. */
    static final class Sums {
        private final double[] total;
        private long self;

        private Sums(int blocks) {
            total = new double[blocks];
        }

        /** With the method anywhere in the stack, by block. */
        double[] total() {
            return total;
        }

        long self() {
            return self;
        }

        double weight() {
            double sum = 0;
            for (double each : total) {
                sum += each;
            }
            return sum;
        }
    }

    private final Map<String, Sums> frames = new HashMap<>();
    private final double[] whole;
    private double squares;

    FrameSeries(SampledProfile profile) {
        whole = new double[profile.blocks()];
        for (SampledStack stack : profile.stacks()) {
            add(stack);
        }
    }

    private void add(SampledStack stack) {
        Set<String> seen = new HashSet<>();
        for (String frame : stack.frames()) {
            if (seen.add(frame)) {
                addTo(frames.computeIfAbsent(frame, _ -> new Sums(whole.length)).total, stack);
            }
        }
        addTo(whole, stack);
        squares += stack.squares();
        Sums innermost = frames.get(stack.frames().isEmpty() ? "" : stack.frames().getLast());
        if (innermost != null) {
            innermost.self += stack.weight();
        }
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

    /** How many samples of equal weight would tell as much. */
    double independent() {
        double sum = 0;
        for (double each : whole) {
            sum += each;
        }
        return squares > 0 ? sum * sum / squares : 0;
    }

    /** Those with most weight of their own, then those with most in all. */
    List<FrameWeight> top(int most) {
        return frames.entrySet().stream()
                .map(
                        each ->
                                new FrameWeight(
                                        each.getKey(),
                                        each.getValue().self(),
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
