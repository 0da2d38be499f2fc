/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.heapsight.jstat.MemoryHistory;
import io.heapsight.memory.Forecast.Verdict;
import io.heapsight.memory.ForecastSimulation.Leak;
import io.heapsight.memory.RecordedMemory.Row;
import io.heapsight.stats.Estimate;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Days of recorded programs, and planted leaks. */
class MemoryForecastTest {
    private static final double MEBIBYTE = 1 << 20;
    private static final MemoryBounds CEILINGS =
            new MemoryBounds(
                    300 * MEBIBYTE, "memory limit", 128 * MEBIBYTE, Double.NaN, Double.NaN);

    @ParameterizedTest
    @FieldSource("io.heapsight.memory.ForecastSimulation#HEALTHY")
    void programWithoutLeakRaisesNoAlarmInADay(String program) {
        assertThat(ForecastSimulation.alarms(program, 20261127)).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("io.heapsight.memory.ForecastSimulation#LEAKS")
    void leakIsForecastAfterAnEighthOfTheTime(Leak leak) {
        for (double share : new double[] {0.12, 0.25, 0.5}) {
            Forecast forecast = ForecastSimulation.forecast(leak, share, 20261127);
            double truth = (1 - share) * leak.seconds();
            assertThat(ForecastSimulation.foretold(forecast))
                    .as("%s at %s: %s", leak, share, forecast)
                    .hasValueSatisfying(it -> assertThat(it).isBetween(truth / 2, truth * 2));
        }
    }

    /** The limit is a later level of the recording: its moment is the truth. */
    @ParameterizedTest
    @CsvSource({
        "leak-native-serial-25, 0.6",
        "leak-direct-parallel-8, 0.8",
        "leak-threads-g1-25, 0.6",
        "leak-classes-g1-17, 0.5"
    })
    void aRecordedLeakOutsideTheHeapIsForetold(String name, double share) {
        RecordedMemory leak = RecordedMemory.read(name);
        List<Row> rows = leak.rows();
        int now = (int) (rows.size() * share);
        Row later = rows.get(rows.size() - 2);
        double heap = rows.subList(0, now).stream().mapToDouble(Row::heap).max().orElseThrow();
        MemoryBounds ceilings =
                new MemoryBounds(
                        later.charged() - later.heap() + heap,
                        "memory limit",
                        leak.heapMaxBytes,
                        Double.NaN,
                        Double.NaN);
        MemoryHistory history = new MemoryHistory();
        rows.subList(0, now).forEach(row -> RecordedMemory.add(history, row));
        double truth = later.seconds() - rows.get(now - 1).seconds();

        Forecast forecast = MemoryForecast.of(history.rows(), ceilings, 0).whole();

        assertThat(forecast.secondsToLimit().map(Estimate::value))
                .as("%s", forecast)
                .hasValueSatisfying(it -> assertThat(it).isBetween(truth / 2, truth * 2));
    }

    /** Its recording ends with an OutOfMemoryError. */
    @ParameterizedTest
    @ValueSource(doubles = {0.4, 0.6, 0.8})
    void aRecordedLeakInTheHeapIsForetold(double share) {
        RecordedMemory leak = RecordedMemory.read("leak-heap-g1-21");
        List<Row> rows = leak.rows();
        int now = (int) (rows.size() * share);
        MemoryHistory history = new MemoryHistory();
        rows.subList(0, now).forEach(row -> RecordedMemory.add(history, row));
        double truth = rows.getLast().seconds() - rows.get(now - 1).seconds();

        Forecast forecast = MemoryForecast.of(history.rows(), leak.ceilings(), 0).whole();

        assertThat(ForecastSimulation.foretold(forecast))
                .as("%s", forecast)
                .hasValueSatisfying(it -> assertThat(it).isBetween(truth / 2, truth * 2));
    }

    /** MiB by time in seconds, a row every 10 s for 20 minutes. */
    private static MemoryHistory.Rows history(
            DoubleUnaryOperator heap,
            DoubleUnaryOperator outside,
            DoubleUnaryOperator kept,
            DoubleUnaryOperator metaspace) {
        return history(1200, heap, outside, kept, metaspace);
    }

    private static MemoryHistory.Rows history(
            int seconds,
            DoubleUnaryOperator heap,
            DoubleUnaryOperator outside,
            DoubleUnaryOperator kept,
            DoubleUnaryOperator metaspace) {
        MemoryHistory history = new MemoryHistory();
        SplittableRandom random = new SplittableRandom(1);
        for (long second = 0; second <= seconds; second += 10) {
            double inHeap = heap.applyAsDouble(second) * MEBIBYTE;
            double charged =
                    inHeap + (outside.applyAsDouble(second) + 0.2 * random.nextDouble()) * MEBIBYTE;
            history.add(
                    1000 * second,
                    charged,
                    0.8 * inHeap,
                    kept.applyAsDouble(second) * MEBIBYTE,
                    metaspace.applyAsDouble(second) * MEBIBYTE);
            history.addHeap(1000 * second, charged, inHeap);
        }
        return history.rows();
    }

    @Test
    void heapGrowthIsNotOutsideAndEndsAtItsMaximum() {
        MemoryForecast forecast =
                MemoryForecast.of(
                        history(t -> 30 + t / 20, _ -> 60, _ -> 20, MemoryForecastTest::none),
                        CEILINGS,
                        0);

        assertThat(forecast.outside().verdict()).isEqualTo(Verdict.NO_TREND);
        assertThat(forecast.whole().verdict()).isEqualTo(Verdict.BOUNDED);
        assertThat(forecast.whole().secondsToLimit()).isEmpty();
        assertThat(forecast.whole().end().orElseThrow().name()).isEqualTo("-Xmx");
        assertThat(forecast.whole().end().orElseThrow().bytes() / MEBIBYTE)
                .isCloseTo(188, withinPercentage(1));
    }

    @Test
    void heapLargerThanTheLimitReachesIt() {
        MemoryBounds tight =
                new MemoryBounds(
                        160 * MEBIBYTE, "memory limit", 128 * MEBIBYTE, Double.NaN, Double.NaN);
        Forecast forecast =
                MemoryForecast.of(
                                history(
                                        t -> 30 + t / 20,
                                        _ -> 60,
                                        _ -> 20,
                                        MemoryForecastTest::none),
                                tight,
                                0)
                        .whole();

        assertThat(forecast.verdict()).isEqualTo(Verdict.GROWING);
        assertThat(forecast.secondsToLimit().orElseThrow().value())
                .isCloseTo(200, withinPercentage(15));
    }

    /** With this much of its memory in swap. */
    private static Forecast swapped(
            double mebibytes, DoubleUnaryOperator heap, DoubleUnaryOperator outside) {
        return MemoryForecast.of(
                        history(heap, outside, _ -> 20, MemoryForecastTest::none),
                        CEILINGS.with(mebibytes * MEBIBYTE),
                        0)
                .whole();
    }

    /** At the limit, resident memory is constant, and what was not used lately goes to swap. */
    @Test
    void leakThatGoesToSwapAtTheLimitGrows() {
        Forecast forecast = swapped(600, _ -> 120, t -> 180 + t / 2);

        assertThat(forecast.verdict()).isEqualTo(Verdict.GROWING);
        assertThat(forecast.end().map(Forecast.End::name)).contains("memory limit");
        assertThat(forecast.end().map(Forecast.End::bytes)).contains(300 * MEBIBYTE);
        assertThat(forecast.secondsToLimit()).as("swap may take more").isEmpty();
        assertThat(swapped(100, _ -> 120, t -> 180 + t / 20).secondsToLimit())
                .as("below the limit")
                .isPresent();
    }

    @Test
    void swapInUseWithoutGrowthIsNoLeak() {
        assertThat(swapped(200, _ -> 120, _ -> 300).verdict()).isEqualTo(Verdict.NO_TREND);
    }

    @Test
    void heapThatGrowsWithinItsMaximumBesideSwapIsBounded() {
        Forecast forecast = swapped(200, t -> 30 + t / 20, _ -> 260);

        assertThat(forecast.verdict()).isEqualTo(Verdict.BOUNDED);
        assertThat(forecast.end().map(Forecast.End::name)).contains("-Xmx");
    }

    private static Forecast ofLeakBesideTeeth(MemoryBounds ceilings) {
        return MemoryForecast.of(
                        history(
                                t -> t % 120 < 60 ? 60 : 100,
                                t -> 60 + t / 30,
                                _ -> 20,
                                MemoryForecastTest::none),
                        ceilings,
                        0)
                .whole();
    }

    @Test
    void leakBesideASawtoothHeapReachesTheLimit() {
        Forecast forecast = ofLeakBesideTeeth(CEILINGS);

        assertThat(forecast.verdict()).isEqualTo(Verdict.GROWING);
        assertThat(forecast.end().orElseThrow().name()).isEqualTo("memory limit");
        assertThat(forecast.secondsToLimit().orElseThrow().value())
                .isCloseTo(3000, withinPercentage(5));
    }

    @Test
    void leakEndsAtMemoryHighIfBelowTheLimit() {
        MemoryBounds high =
                new MemoryBounds(
                        250 * MEBIBYTE, "memory.high", 128 * MEBIBYTE, Double.NaN, Double.NaN);
        Forecast forecast = ofLeakBesideTeeth(high);

        assertThat(forecast.verdict()).isEqualTo(Verdict.GROWING);
        assertThat(forecast.end().map(Forecast.End::name)).contains("memory.high");
        assertThat(forecast.secondsToLimit().orElseThrow().value())
                .as("50 MiB sooner than the limit of 300 MiB, at 2 MiB a minute")
                .isCloseTo(1500, withinPercentage(5));
    }

    @Test
    void growingLiveSetFillsTheHeapWithinTheLimit() {
        Forecast forecast =
                MemoryForecast.of(
                                history(
                                        _ -> 120,
                                        _ -> 60,
                                        t -> 20 + t / 20,
                                        MemoryForecastTest::none),
                                CEILINGS,
                                0)
                        .whole();

        assertThat(forecast.verdict()).isEqualTo(Verdict.GROWING);
        assertThat(forecast.secondsToLimit()).isEmpty();
        assertThat(forecast.end().orElseThrow().name()).isEqualTo("-Xmx");
        assertThat(forecast.end().orElseThrow().seconds().map(Estimate::value).orElseThrow())
                .isCloseTo(960, withinPercentage(5));
    }

    @Test
    void metaspaceEndsAtItsMaximum() {
        MemoryBounds bounded =
                new MemoryBounds(
                        300 * MEBIBYTE, "memory limit", 128 * MEBIBYTE, 64 * MEBIBYTE, Double.NaN);
        Forecast forecast =
                MemoryForecast.of(
                                history(_ -> 60, t -> 60 + t / 40, _ -> 20, t -> 10 + t / 40),
                                bounded,
                                0)
                        .whole();

        assertThat(forecast.verdict()).isEqualTo(Verdict.GROWING);
        assertThat(forecast.end().orElseThrow().name()).isEqualTo("-XX:MaxMetaspaceSize");
        assertThat(forecast.end().orElseThrow().seconds().map(Estimate::value).orElseThrow())
                .isCloseTo(960, withinPercentage(5));
    }

    /** The JVM's default. */
    @Test
    void metaspaceWithoutAMaximumEndsAtTheLimit() {
        MemoryBounds bounds =
                new MemoryBounds(
                        300 * MEBIBYTE, "memory limit", 128 * MEBIBYTE, Double.NaN, Double.NaN);
        Forecast forecast =
                MemoryForecast.of(
                                history(_ -> 60, t -> 60 + t / 40, _ -> 20, t -> 10 + t / 40),
                                bounds,
                                0)
                        .whole();

        assertThat(forecast.verdict()).isEqualTo(Verdict.GROWING);
        assertThat(forecast.because())
                .isEqualTo("memory outside the heap grows, most of it metaspace");
        assertThat(forecast.end().orElseThrow().name()).isEqualTo("memory limit");
        assertThat(forecast.secondsToLimit()).isPresent();
    }

    /** No counter shows direct memory, so the message must name its bound. */
    @Test
    void directMemoryMaximumIsNamedIfSet() {
        MemoryBounds direct =
                new MemoryBounds(
                        300 * MEBIBYTE, "memory limit", 128 * MEBIBYTE, Double.NaN, 96 * MEBIBYTE);
        MemoryHistory.Rows grows =
                history(_ -> 60, t -> 60 + t / 40, _ -> 20, MemoryForecastTest::none);

        assertThat(MemoryForecast.of(grows, direct, 0).whole().because())
                .contains("direct buffers are limited by -XX:MaxDirectMemorySize, 96.0 MiB");
        assertThat(MemoryForecast.of(grows, CEILINGS, 0).whole().because())
                .doesNotContain("MaxDirectMemorySize");
    }

    /** Half of a curve that flattens is nearly straight. */
    @ParameterizedTest
    @ValueSource(ints = {200, 300, 420, 540, 600, 900, 1200})
    void flatteningGrowthIsNoLeak(int seconds) {
        assertThat(verdict(seconds, t -> 60 + 60 * (1 - Math.exp(-t / 250))))
                .isEqualTo(Verdict.NO_TREND);
    }

    /** As fragmentation does: 7 MiB for each doubling of the age. */
    @ParameterizedTest
    @ValueSource(ints = {300, 600, 1200, 3600, 14_400, 86_400})
    void logarithmicGrowthIsNoLeak(int seconds) {
        assertThat(verdict(seconds, t -> 60 + 10 * Math.log1p(t / 60))).isEqualTo(Verdict.NO_TREND);
    }

    /** It is no leak, but its end may be above what a lower limit would hold. */
    @Test
    void flatteningGrowthMayGoOn() {
        MemoryHistory.Rows rows =
                history(
                        300,
                        _ -> 60,
                        t -> 60 + 60 * (1 - Math.exp(-t / 250)),
                        _ -> 20,
                        MemoryForecastTest::none);

        assertThat(MemoryForecast.of(rows, CEILINGS, 0).grows()).isFalse();
        assertThat(MemoryForecast.mayGrow(rows, CEILINGS, 0)).isTrue();
    }

    private static Verdict verdict(int seconds, DoubleUnaryOperator outside) {
        MemoryHistory.Rows rows =
                history(seconds, _ -> 60, outside, _ -> 20, MemoryForecastTest::none);
        return MemoryForecast.of(rows, CEILINGS, 0).whole().verdict();
    }

    @Test
    void warmUpOfTwoMinutesIsAwaited() {
        Forecast forecast = MemoryForecast.of(new MemoryHistory().rows(), CEILINGS, 0).whole();

        assertThat(forecast.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(forecast.because()).contains("wait 121 s more");
    }

    /** An unknown figure. */
    private static double none(double seconds) {
        return Double.NaN;
    }
}
