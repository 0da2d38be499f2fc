/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.stats.Estimate;
import io.heapsight.stats.LinearTrend;
import io.heapsight.stats.SustainedGrowth;
import io.heapsight.stats.SustainedGrowth.Slowing;
import io.heapsight.unit.Labelled;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A forecast of when memory reaches its limit, or where its growth ends.
 *
 * @param verdict whether memory grows
 * @param window length of the analysed window
 * @param bytesPerSecond slope, with a 95 % interval; empty for too few samples
 * @param secondsToLimit from the last sample on, with a 95 % interval; empty without growth, or if
 *     it ends below the limit
 * @param end the end of the growth, if it is bounded; empty without growth
 * @param because the evidence, or the missing data
 */
public record Forecast(
        Verdict verdict,
        Duration window,
        Optional<Estimate> bytesPerSecond,
        Optional<Estimate> secondsToLimit,
        Optional<End> end,
        String because) {
    private static final double LEVEL = 0.95;
    private static final double MILLIS_PER_SECOND = 1000;
    private static final Duration LEAST = Duration.ofMinutes(2);
    private static final Duration MOST = Duration.ofMinutes(30);

    /** Start of a process, during which every JVM grows. */
    private static final Duration START = Duration.ofMinutes(1);

    private static final Duration LEAST_OF_DAYS = Duration.ofHours(1);

    /** Start of a process in a series of hours or days. */
    private static final Duration START_OF_DAYS = Duration.ofMinutes(15);

    /** Minimum growth as a share of the use: less in a window is the JVM's own slow fill-up. */
    private static final double LEAST_RISE = 0.005;

    /**
     * The end of growth.
     *
     * @param name "memory limit", "-Xmx", "-XX:MaxMetaspaceSize"
     * @param bytes charged memory of the container at that moment
     * @param seconds from the last sample on; empty if the time is unknown
     */
    public record End(String name, double bytes, Optional<Estimate> seconds) {}

    /** The verdict of a forecast. */
    public enum Verdict implements Labelled {
        /** Grows, and memory runs out at the end. */
        GROWING,

        /** Grows up to a ceiling below the limit. */
        BOUNDED,
        NO_TREND,
        UNKNOWN
    }

    /**
     * Forecasts one series by its trend in the last half hour, without the process's first minute.
     * {@link MemoryForecast} distinguishes growth from a reached level.
     *
     * @param epochMillis of each sample, ascending
     * @param bytes in use at each; NaN if unknown
     * @param limitBytes upper bound of the series
     * @param startMillis start of the process
     */
    public static Forecast of(
            long[] epochMillis, double[] bytes, OptionalDouble limitBytes, long startMillis) {
        int size = epochMillis.length;
        long last = size == 0 ? 0 : epochMillis[size - 1];
        long from = Math.max(startMillis + START.toMillis(), last - MOST.toMillis());
        TimedValues known = TimedValues.of(epochMillis, bytes, from);
        Duration missing = LEAST.minus(known.span());
        double[] values = known.values();
        Optional<LinearTrend> trend = LinearTrend.of(known.times(), values, LEVEL);
        if (missing.isPositive() || trend.isEmpty()) {
            return tooShort(known.span(), missing, values.length);
        }
        return of(trend.get(), known.span(), limitBytes, known.last());
    }

    /**
     * Forecasts one series of hours or days by sustained growth, which ignores the ups and downs of
     * a day. Without sustained growth, the slope is that of a straight line.
     *
     * @param epochMillis of each sample, ascending
     * @param bytes in use at each; NaN if unknown
     * @param limitBytes upper bound of the series
     * @param startMillis start of the process
     */
    public static Forecast ofDays(
            long[] epochMillis, double[] bytes, OptionalDouble limitBytes, long startMillis) {
        TimedValues known =
                TimedValues.of(epochMillis, bytes, startMillis + START_OF_DAYS.toMillis());
        return sustained(known, limitBytes, LEAST_OF_DAYS, Slowing.GROWTH);
    }

    /**
     * Forecasts one series by sustained growth. Growth that slows down, and so ends below the
     * limit, does not count.
     *
     * @param epochMillis of each sample, ascending
     * @param bytes in use at each; NaN if unknown
     * @param limitBytes upper bound of the series
     * @param startMillis start of the process
     * @param days whether the samples are of hours or days
     */
    public static Forecast sustained(
            long[] epochMillis,
            double[] bytes,
            OptionalDouble limitBytes,
            long startMillis,
            boolean days) {
        Duration start = days ? START_OF_DAYS : START;
        TimedValues known = TimedValues.of(epochMillis, bytes, startMillis + start.toMillis());
        return sustained(known, limitBytes, days ? LEAST_OF_DAYS : LEAST, Slowing.FILLING);
    }

    private static Forecast sustained(
            TimedValues known, OptionalDouble limitBytes, Duration least, Slowing slowing) {
        Duration missing = least.minus(known.span());
        Optional<LinearTrend> line = LinearTrend.of(known.times(), known.values(), LEVEL);
        if (missing.isPositive() || line.isEmpty()) {
            return tooShort(known.span(), missing, known.values().length);
        }
        Optional<SustainedGrowth> growth =
                SustainedGrowth.find(
                        known.times(),
                        known.values(),
                        limitBytes.orElse(Double.NaN),
                        least.toSeconds(),
                        slowing);
        return growth.map(each -> of(each, limitBytes))
                .orElseGet(
                        () ->
                                new Forecast(
                                        Verdict.NO_TREND,
                                        known.span(),
                                        Optional.of(line.get().slope()),
                                        Optional.empty(),
                                        Optional.empty(),
                                        "it does not keep growing"));
    }

    private static Forecast of(SustainedGrowth growth, OptionalDouble limit) {
        Optional<Estimate> seconds =
                limit.isPresent()
                        ? growth.reaches(limit.getAsDouble())
                                .map(at -> at.map(each -> Math.max(0, each)))
                        : Optional.empty();
        return new Forecast(
                Verdict.GROWING,
                Duration.ofMillis((long) (-MILLIS_PER_SECOND * growth.fromTime())),
                Optional.of(growth.slope()),
                seconds,
                limit.isPresent()
                        ? Optional.of(new End("limit", limit.getAsDouble(), seconds))
                        : Optional.empty(),
                "its lowest values keep growing");
    }

    static Forecast tooShort(Duration window, Duration missing, int known) {
        String wait =
                missing.isPositive()
                        ? "wait %d s more".formatted(missing.toSeconds() + 1)
                        : "%d samples of at least %d".formatted(known, LinearTrend.leastValues());
        return new Forecast(
                Verdict.UNKNOWN,
                window,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "too few samples, not counting the first minute of the process: " + wait);
    }

    private static Forecast of(
            LinearTrend trend, Duration window, OptionalDouble limit, double lastBytes) {
        Estimate slope = trend.slope();
        boolean much = slope.value() * window.toSeconds() >= LEAST_RISE * lastBytes;
        if (!trend.isRising() || !much) {
            return new Forecast(
                    Verdict.NO_TREND,
                    window,
                    Optional.of(slope),
                    Optional.empty(),
                    Optional.empty(),
                    trend.isRising()
                            ? "it rises by less than half a percent in the window"
                            : "the confidence interval of the slope contains 0, or it falls");
        }
        Optional<Estimate> seconds =
                limit.isPresent()
                        ? trend.reaches(limit.getAsDouble())
                                .map(at -> at.map(each -> Math.max(0, each)))
                        : Optional.empty();
        return new Forecast(
                Verdict.GROWING,
                window,
                Optional.of(slope),
                seconds,
                limit.isPresent()
                        ? Optional.of(new End("limit", limit.getAsDouble(), seconds))
                        : Optional.empty(),
                limit.isPresent()
                        ? "a straight line through ten segments of the window"
                        : "the container has no limit");
    }
}
