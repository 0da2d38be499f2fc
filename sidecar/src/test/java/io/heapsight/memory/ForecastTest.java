/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.memory.Forecast.Verdict;
import io.heapsight.stats.Estimate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Scanner;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Recorded leaks of known slopes, and simulated ones. */
class ForecastTest {
    private static final long SEED = 20261122;
    private static final long SECOND = 1000;
    private static final double MEBIBYTE = 1 << 20;
    private static final List<String> LEAKS =
            List.of("g1-17-8", "g1-21-40", "parallel-11-15", "serial-25-20", "zgc-25-30");

    /** Recorded milliseconds and bytes. */
    @SuppressWarnings("ArrayRecordComponent") // read only
    private record Series(long[] millis, double[] bytes) {
        static Series read(String name) {
            try (InputStream in =
                            Objects.requireNonNull(
                                    ForecastTest.class.getResourceAsStream(
                                            "/forecast/" + name + ".txt"));
                    Scanner words = new Scanner(in, StandardCharsets.UTF_8)) {
                List<String> all = words.tokens().toList();
                return new Series(
                        IntStream.range(0, all.size() / 2)
                                .mapToLong(i -> Long.parseLong(all.get(2 * i)))
                                .toArray(),
                        IntStream.range(0, all.size() / 2)
                                .mapToDouble(i -> 1024 * Double.parseDouble(all.get(2 * i + 1)))
                                .toArray());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        Forecast forecast(int from, int to, double limit) {
            return Forecast.of(
                    Arrays.copyOfRange(millis, from, to),
                    Arrays.copyOfRange(bytes, from, to),
                    OptionalDouble.of(limit),
                    0);
        }
    }

    /** Sizes of a fleet are lowered only where nothing grows any more. */
    @Test
    void growthOfDaysThatFlattensStillGrows() {
        long[] millis = IntStream.range(0, 14 * 144).mapToLong(i -> 600 * SECOND * i).toArray();
        double[] bytes =
                Arrays.stream(millis)
                        .mapToDouble(at -> MEBIBYTE * (400 - 300 * Math.exp(-at / 1.2e9)))
                        .toArray();

        Forecast forecast = Forecast.ofDays(millis, bytes, OptionalDouble.empty(), 0);

        assertThat(forecast.verdict()).isEqualTo(Verdict.GROWING);
    }

    /** The limit is the recording's level at a later moment: that moment is the truth. */
    @Test
    void intervalCoversTheTimeWhenRecordedLeaksReachTheLimit() {
        SplittableRandom random = new SplittableRandom(SEED);
        int held = 0;
        StringBuilder missed = new StringBuilder();
        for (int run = 0; run < 100; run++) {
            String name = LEAKS.get(run % LEAKS.size());
            Series series = Series.read(name);
            int size = series.millis().length;
            int window = random.nextInt(150, 300);
            int from = random.nextInt(60, size - window - 60);
            int reached = random.nextInt(from + window + 10, size);
            double limit = series.bytes()[reached];
            Forecast forecast = series.forecast(from, from + window, limit);
            double truth = (series.millis()[reached] - series.millis()[from + window - 1]) / 1e3;
            boolean holds =
                    forecast.secondsToLimit()
                            .filter(time -> time.low() <= truth && truth <= time.high())
                            .isPresent();
            held += holds ? 1 : 0;
            if (!holds) {
                missed.append("%s at %d: %s, not %.1f s%n".formatted(name, from, forecast, truth));
            }
        }
        assertThat(held).as("%s", missed).isGreaterThanOrEqualTo(90);
    }

    @Test
    void memoryWithoutLeakHasNoTrend() {
        Series series = Series.read("steady-17");
        SplittableRandom random = new SplittableRandom(SEED);
        int trends = 0;
        for (int run = 0; run < 100; run++) {
            int from = random.nextInt(120, 400);
            Forecast forecast = series.forecast(from, from + 250, 1e9);
            trends += forecast.verdict() == Verdict.GROWING ? 1 : 0;
        }
        assertThat(trends).isZero();
    }

    /** Autocorrelated noise (ten samples) on a slope: the coverage of the intervals. */
    @Test
    void slopeIntervalHas95PercentCoverage() {
        SplittableRandom random = new SplittableRandom(SEED);
        int held = 0;
        for (int run = 0; run < 1000; run++) {
            long[] millis = new long[600];
            double[] bytes = new double[600];
            double noise = 0;
            for (int i = 0; i < bytes.length; i++) {
                millis[i] = i * SECOND;
                noise = 0.9 * noise + random.nextGaussian() * MEBIBYTE;
                bytes[i] = 100 * MEBIBYTE + i * 0.1 * MEBIBYTE + noise;
            }
            Forecast forecast = Forecast.of(millis, bytes, OptionalDouble.empty(), 0);
            Estimate slope = forecast.bytesPerSecond().orElseThrow();
            double truth = 0.1 * MEBIBYTE;
            held += slope.low() <= truth && truth <= slope.high() ? 1 : 0;
        }
        assertThat(held / 1000.0).isBetween(0.90, 0.97);
    }

    @Test
    void insufficientDataSaysHowLongToWait() {
        long[] millis = IntStream.range(0, 100).mapToLong(i -> i * SECOND).toArray();
        Forecast forecast = Forecast.of(millis, new double[100], OptionalDouble.empty(), 0);
        assertThat(forecast.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(forecast.because()).contains("wait 82 s more");
    }

    @Test
    void constantFiguresHaveNoTrend() {
        long[] millis = IntStream.range(0, 600).mapToLong(i -> i * SECOND).toArray();
        double[] bytes = new double[600];
        Arrays.fill(bytes, MEBIBYTE);
        Forecast forecast = Forecast.of(millis, bytes, OptionalDouble.of(2 * MEBIBYTE), 0);
        assertThat(forecast.verdict()).isEqualTo(Verdict.NO_TREND);
    }
}
