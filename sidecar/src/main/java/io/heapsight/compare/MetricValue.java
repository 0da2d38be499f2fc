/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * The value of one metric in one run, with its samples if they allow an error estimate. Arrays are
 * read only; instances are never compared.
 */
@SuppressWarnings("ArrayRecordComponent")
sealed interface MetricValue {
    /** Maximum number of stored points; an hour with one sample per second has 3,600. */
    int MOST_STEPS = 4000;

    /** Returns the value; NaN if it is missing. */
    double value();

    /** Returns the value times a factor. */
    MetricValue scaled(double factor);

    /** Returns the value as one number, without its parts. */
    default MetricValue settled() {
        return this instanceof Missing ? this : Once.of(value());
    }

    /** A missing value, with a reason that ends a sentence. */
    record Missing(String reason) implements MetricValue {
        static final Missing NOT_RECORDED = new Missing("not recorded");

        @Override
        public MetricValue scaled(double factor) {
            return this;
        }

        @Override
        public double value() {
            return Double.NaN;
        }
    }

    /** One number per run, without an error estimate. */
    record Once(double value) implements MetricValue {
        /** Creates a value; a missing one if the number is NaN. */
        static MetricValue of(double value) {
            return Double.isNaN(value) ? Missing.NOT_RECORDED : new Once(value);
        }

        @Override
        public MetricValue scaled(double factor) {
            return new Once(value * factor);
        }
    }

    /** A figure that is computable for any steps of the run. */
    sealed interface Sampled extends MetricValue {
        /** Computes the figure of some steps, which may repeat. */
        double of(int[] steps);

        /** Returns the influence of each step on the figure, up to a factor and a constant. */
        double[] influence();
    }

    /** A ratio of two sums: seconds of CPU by seconds of time. NaN if the denominator is 0. */
    record Rate(double[] parts, double[] wholes) implements Sampled {
        static MetricValue of(double[] parts, double[] wholes) {
            int[] known = known(parts, wholes);
            if (known.length == 0) {
                return Missing.NOT_RECORDED;
            }
            Rate rate = new Rate(merged(pick(parts, known)), merged(pick(wholes, known)));
            return Double.isNaN(rate.value()) ? new Missing("its denominator was zero") : rate;
        }

        @Override
        public MetricValue scaled(double factor) {
            return new Rate(times(parts, factor), wholes);
        }

        @Override
        public double value() {
            return sum(parts) / sum(wholes);
        }

        @Override
        public double of(int[] steps) {
            double part = 0;
            double whole = 0;
            for (int step : steps) {
                part += parts[step];
                whole += wholes[step];
            }
            return part / whole;
        }

        @Override
        public double[] influence() {
            double rate = value();
            double[] influence = new double[parts.length];
            Arrays.setAll(influence, i -> parts[i] - rate * wholes[i]);
            return influence;
        }
    }

    /** The sum of all steps. */
    record Sum(double[] parts) implements Sampled {
        static MetricValue of(double[] parts) {
            int[] known = known(parts, parts);
            return known.length == 0 ? Missing.NOT_RECORDED : new Sum(merged(pick(parts, known)));
        }

        @Override
        public MetricValue scaled(double factor) {
            return new Sum(times(parts, factor));
        }

        @Override
        public double value() {
            return sum(parts);
        }

        @Override
        public double of(int[] steps) {
            double sum = 0;
            for (int step : steps) {
                sum += parts[step];
            }
            return sum;
        }

        @Override
        public double[] influence() {
            return parts;
        }
    }

    /** A quantile of the samples. */
    record Percentile(double[] levels, double share) implements Sampled {
        private static final int LEAST = 10;

        static MetricValue of(double[] levels, double share) {
            return of(levels, share, LEAST);
        }

        /**
         * Returns the quantile.
         *
         * @param least number of samples
         */
        static MetricValue of(double[] levels, double share, int least) {
            int[] known = known(levels, levels);
            return known.length < least
                    ? tooFew(known.length, least)
                    : new Percentile(pick(levels, thinned(known)), share);
        }

        @Override
        public MetricValue scaled(double factor) {
            return new Percentile(times(levels, factor), share);
        }

        @Override
        public double value() {
            return Quantile.withDefaults().withCopy(true).evaluate(levels, share);
        }

        @Override
        public double of(int[] steps) {
            return Quantile.withDefaults().withCopy(false).evaluate(pick(levels, steps), share);
        }

        @Override
        public double[] influence() {
            return levels;
        }
    }

    /**
     * Returns the highest sample: one number per run, because the maximum of a run does not follow
     * from its parts.
     */
    static MetricValue peak(double[] levels) {
        double peak = Double.NaN;
        for (double level : levels) {
            peak = Double.isNaN(peak) || level > peak ? level : peak;
        }
        return Once.of(peak);
    }

    /** Returns the last known value. */
    static MetricValue last(double[] levels) {
        double last = Double.NaN;
        for (double level : levels) {
            last = Double.isNaN(level) ? last : level;
        }
        return Once.of(last);
    }

    /** Returns the steps with both values. */
    private static int[] known(double[] first, double[] second) {
        int[] known = new int[first.length];
        int size = 0;
        for (int i = 0; i < first.length; i++) {
            if (!Double.isNaN(first[i]) && !Double.isNaN(second[i])) {
                known[size] = i;
                size++;
            }
        }
        return Arrays.copyOf(known, size);
    }

    /** Sums neighbouring parts, so that a run of a day has as many steps as a run of an hour. */
    private static double[] merged(double[] parts) {
        int each = neighbours(parts.length);
        double[] merged = new double[(parts.length + each - 1) / each];
        for (int i = 0; i < parts.length; i++) {
            merged[i / each] += parts[i];
        }
        return merged;
    }

    /** Returns every n-th step. */
    private static int[] thinned(int[] known) {
        int each = neighbours(known.length);
        int[] thinned = new int[(known.length + each - 1) / each];
        Arrays.setAll(thinned, i -> known[i * each]);
        return thinned;
    }

    private static int neighbours(int steps) {
        return Math.max(1, (steps + MOST_STEPS - 1) / MOST_STEPS);
    }

    private static double[] pick(double[] from, int[] steps) {
        double[] picked = new double[steps.length];
        for (int i = 0; i < steps.length; i++) {
            picked[i] = from[steps[i]];
        }
        return picked;
    }

    private static double[] times(double[] values, double factor) {
        double[] scaled = new double[values.length];
        Arrays.setAll(scaled, i -> values[i] * factor);
        return scaled;
    }

    private static double sum(double[] parts) {
        double sum = 0;
        for (double part : parts) {
            sum += part;
        }
        return sum;
    }

    private static Missing tooFew(int known, int least) {
        return known == 0
                ? Missing.NOT_RECORDED
                : new Missing("too few samples: %d, not %d".formatted(known, least));
    }
}
