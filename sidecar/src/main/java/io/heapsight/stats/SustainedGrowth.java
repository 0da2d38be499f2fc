/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Detects sustained growth: the floors of ten stretches of a window rise evenly, above all earlier
 * values, by a notable part of the remaining distance. Checks several windows, each half as long as
 * the previous one, and prefers the longest.
 *
 * <p>The floor of a stretch, its minimum, ignores sawtooth peaks. A level that is reached in one
 * step, filled once, or reached again after a fall is not such growth.
 *
 * @param fromTime start of the window
 * @param floor of its last stretch
 * @param trend through the means of its stretches
 * @param peaks distance above the trend that a tenth of the values exceed
 * @see <a href="../../../../../../docs/decisions/0016-forecast.md">Decision 16</a>
 */
public record SustainedGrowth(double fromTime, double floor, LinearTrend trend, double peaks) {
    /**
     * How to classify growth that clearly slows down, and would end below the ceiling if it
     * continued to slow down at that rate.
     */
    public enum Slowing {
        /** As growth: no limit may be lowered yet. */
        GROWTH,
        /** As filling up, which is not a leak. */
        FILLING
    }

    private static final double LEVEL = 0.95;

    /** Confidence level of the floors' slope, strict because samples are checked repeatedly. */
    private static final double STRICT_LEVEL = 0.999;

    private static final int STRETCHES = 10;

    /**
     * Minimum number of stretches, for series with few values, such as collections of the old
     * generation.
     */
    public static final int LEAST_STRETCHES = 5;

    private static final int LOOKS = 5;

    /** Maximum share of a step in the whole rise; with few stretches, twice the average step. */
    private static final double MOST_IN_A_STEP = 0.4;

    /** Maximum fall of the floors in between, as a share of the whole rise. */
    private static final double MOST_FALLEN = 0.35;

    /**
     * Share of the later half in the whole rise: the minimum, and the maximum in a window of steady
     * growth.
     */
    private static final double LEAST_LATER = 0.38;

    private static final double MOST_LATER = 0.7;

    /** Minimum slope of the last three stretches, as a share of the average. */
    private static final double LEAST_LAST_SLOPE = 0.4;

    private static final int LAST = 3;

    /** Minimum share of the rise above all values before the window. */
    private static final double LEAST_NEW = 0.6;

    /** Minimum rise, as a share of the distance from the start of the window to the ceiling. */
    private static final double LEAST_WAY = 0.06;

    /** The quantile of the values that peaks exceed. */
    private static final double PEAKS_FROM = 0.9;

    /** Confidence level of both slopes of growth that slows down. */
    private static final double SLOWING_LEVEL = 0.9;

    /** Maximum ratio of the later slope to the earlier one of growth that slows down. */
    private static final double MOST_OF_SLOPE = 0.9;

    /** Maximum of slowing growth without a ceiling, as a multiple of its last value. */
    private static final double MOST_GROWTH = 2;

    /** Minimum rise without a ceiling, as a share of the value. */
    private static final double LEAST_RISE = 0.05;

    /**
     * Finds sustained growth; empty if there is none.
     *
     * @param times ascending, in seconds
     * @param values without NaN
     * @param ceiling NaN for none
     * @param leastSeconds length of the shortest window
     */
    public static Optional<SustainedGrowth> find(
            double[] times, double[] values, double ceiling, double leastSeconds, Slowing slowing) {
        Optional<SustainedGrowth> accelerating = Optional.empty();
        double span = times.length == 0 ? 0 : times[times.length - 1] - times[0];
        for (int look = 0; look < LOOKS && span >= leastSeconds; look++, span /= 2) {
            Optional<Window> window = Window.last(times, values, span);
            if (window.isEmpty()
                    || !window.get().isSustained(ceiling)
                    || (slowing == Slowing.FILLING && window.get().slows(times, values, ceiling))) {
                continue;
            }
            if (!window.get().accelerates()) {
                return window.get().growth(times, values);
            }
            accelerating = accelerating.or(() -> window.get().growth(times, values));
        }
        return accelerating;
    }

    /** Returns the time at which the peaks reach a value; empty if the slope may be 0. */
    public Optional<Estimate> reaches(double value) {
        return trend.reaches(value - peaks);
    }

    /** Returns the slope with its interval. */
    public Estimate slope() {
        return trend.slope();
    }

    /** Equal parts of some values: their mean times, minima and means. */
    @SuppressWarnings("ArrayRecordComponent") // not shared
    private record Stretches(double[] times, double[] floors, double[] means) {
        /**
         * Divides values.
         *
         * @param first index of the first one
         * @param end index after the last one
         */
        static Stretches of(double[] times, double[] values, int first, int end) {
            int count = end - first;
            int stretches = Math.min(count, STRETCHES);
            double[] at = new double[stretches];
            double[] floors = new double[stretches];
            double[] means = new double[stretches];
            for (int i = 0; i < stretches; i++) {
                int from = first + (int) ((long) count * i / stretches);
                int to = first + (int) ((long) count * (i + 1) / stretches);
                floors[i] = Double.POSITIVE_INFINITY;
                for (int k = from; k < to; k++) {
                    floors[i] = Math.min(floors[i], values[k]);
                    at[i] += times[k] / (to - from);
                    means[i] += values[k] / (to - from);
                }
            }
            return new Stretches(at, floors, means);
        }
    }

    /** The floors and means of the last stretches. */
    @SuppressWarnings("ArrayRecordComponent") // not shared
    private record Window(
            double from, double[] times, double[] floors, double[] means, double highestBefore) {
        /** Returns the last window; empty for too few values. */
        static Optional<Window> last(double[] times, double[] values, double span) {
            int first = firstFrom(times, times[times.length - 1] - span);
            if (times.length - first < LEAST_STRETCHES) {
                return Optional.empty();
            }
            Stretches parts = Stretches.of(times, values, first, times.length);
            double before = highestFloor(times, values, first, 2 * span / parts.times.length);
            return Optional.of(
                    new Window(times[first], parts.times, parts.floors, parts.means, before));
        }

        /** Returns the index of the first time at or after a moment. */
        private static int firstFrom(double[] times, double from) {
            int first = times.length;
            while (first > 0 && times[first - 1] >= from) {
                first--;
            }
            return first;
        }

        /**
         * Returns the highest floor of stretches twice as long as those of the window, since a
         * single peak is not a level.
         */
        private static double highestFloor(
                double[] times, double[] values, int end, double stretch) {
            double highest = Double.NEGATIVE_INFINITY;
            double floor = Double.POSITIVE_INFINITY;
            double from = end == 0 ? 0 : times[0];
            for (int i = 0; i < end; i++) {
                if (times[i] - from > stretch) {
                    highest = Math.max(highest, floor);
                    floor = Double.POSITIVE_INFINITY;
                    from = times[i];
                }
                floor = Math.min(floor, values[i]);
            }
            return highest;
        }

        boolean isSustained(double ceiling) {
            return isSteep() && isEven() && goesOn() && isNew() && isMuch(ceiling);
        }

        private double last() {
            return floors[floors.length - 1];
        }

        private double rise() {
            return last() - floors[0];
        }

        private boolean isSteep() {
            return LinearFit.through(times, floors)
                    .filter(fit -> fit.slope() - fit.slopeReach(STRICT_LEVEL) > 0)
                    .isPresent();
        }

        private boolean isEven() {
            double highestStep = 0;
            double fallen = 0;
            for (int i = 1; i < floors.length; i++) {
                double step = floors[i] - floors[i - 1];
                highestStep = Math.max(highestStep, step);
                fallen -= Math.min(0, step);
            }
            double most = Math.max(MOST_IN_A_STEP, 2.0 / (floors.length - 1));
            return highestStep <= most * rise() && fallen <= MOST_FALLEN * rise();
        }

        private double laterShare() {
            int half = floors.length / 2;
            double middle =
                    floors.length % 2 == 1 ? floors[half] : (floors[half - 1] + floors[half]) / 2;
            return (last() - middle) / rise();
        }

        private boolean goesOn() {
            double average = rise() * LAST / (floors.length - 1);
            return laterShare() >= LEAST_LATER
                    && last() - floors[floors.length - 1 - LAST] >= LEAST_LAST_SLOPE * average;
        }

        /**
         * Returns whether growth clearly slows down, so that it ends below the ceiling. Compares
         * the two halves of the window, and the window with an equally long time before.
         */
        boolean slows(double[] allTimes, double[] values, double ceiling) {
            double end = allTimes[allTimes.length - 1];
            double most = Double.isNaN(ceiling) ? MOST_GROWTH * last() : ceiling;
            double before = from - (end - from);
            return endsBelow(allTimes, values, new double[] {from, (from + end) / 2, end}, most)
                    || (before >= allTimes[0]
                            && endsBelow(allTimes, values, new double[] {before, from, end}, most));
        }

        /**
         * Returns whether growth ends below a value, if the slope falls from each part to the next
         * by the same ratio as between these two.
         *
         * @param bounds of the two parts
         */
        private boolean endsBelow(
                double[] allTimes, double[] values, double[] bounds, double most) {
            Optional<LinearFit> early = floors(allTimes, values, bounds[0], bounds[1]);
            Optional<LinearFit> late = floors(allTimes, values, bounds[1], bounds[2]);
            if (early.isEmpty() || late.isEmpty()) {
                return false;
            }
            double fast = early.get().slope() - early.get().slopeReach(SLOWING_LEVEL);
            double slow = late.get().slope() + late.get().slopeReach(SLOWING_LEVEL);
            double ratio = slow / fast;
            if (!(fast > 0 && ratio <= MOST_OF_SLOPE)) {
                return false;
            }
            return last() + slow * (bounds[2] - bounds[1]) * ratio / (1 - ratio) < most;
        }

        /** Fits a line through the floors of ten stretches of a time; empty for too few values. */
        private static Optional<LinearFit> floors(
                double[] allTimes, double[] values, double from, double to) {
            int end = firstFrom(allTimes, Math.nextUp(to));
            Stretches parts = Stretches.of(allTimes, values, firstFrom(allTimes, from), end);
            return LinearFit.through(parts.times, parts.floors);
        }

        boolean accelerates() {
            return laterShare() > MOST_LATER;
        }

        private boolean isNew() {
            return last() - Math.max(floors[0], highestBefore) >= LEAST_NEW * rise();
        }

        private boolean isMuch(double ceiling) {
            return rise()
                    >= (Double.isNaN(ceiling)
                            ? LEAST_RISE * Math.abs(last())
                            : LEAST_WAY * Math.max(0, ceiling - floors[0]));
        }

        Optional<SustainedGrowth> growth(double[] allTimes, double[] values) {
            return LinearFit.through(times, means)
                    .map(
                            fit ->
                                    new SustainedGrowth(
                                            from,
                                            last(),
                                            new LinearTrend(fit, LEVEL),
                                            peaks(fit, allTimes, values)));
        }

        private double peaks(LinearFit fit, double[] allTimes, double[] values) {
            double[] above =
                    IntStream.range(0, values.length)
                            .filter(i -> allTimes[i] >= from)
                            .mapToDouble(
                                    i -> values[i] - fit.intercept() - fit.slope() * allTimes[i])
                            .sorted()
                            .toArray();
            return Math.max(0, above[(int) (PEAKS_FROM * (above.length - 1))]);
        }
    }
}
