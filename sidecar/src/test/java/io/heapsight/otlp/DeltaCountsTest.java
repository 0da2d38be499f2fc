/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.otlp.OtlpMetric.Distribution;
import io.heapsight.otlp.OtlpMetric.Instrument;
import io.heapsight.otlp.OtlpMetric.Point;
import io.heapsight.otlp.OtlpMetric.Scalar;
import io.heapsight.otlp.OtlpSettings.Temporality;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeltaCountsTest {
    private static final long START = 1_000;

    @Test
    void eachPushCountsSinceTheLastAcceptedOne() {
        DeltaCounts deltas = new DeltaCounts(Temporality.DELTA, START);
        assertThat(deltas.of(at(10, 5))).isEqualTo(at(10, 5));
        deltas.accept();
        deltas.of(at(20, 7)); // is lost
        assertThat(deltas.of(at(30, 9)))
                .isEqualTo(
                        List.of(
                                batch(
                                        30,
                                        counter(number(10, 4)),
                                        histogram(distribution(10, 4, 0.4)),
                                        upDown(number(0, 9)))));
    }

    @Test
    void counterThatBeganAnewIsWhole() {
        DeltaCounts deltas = new DeltaCounts(Temporality.DELTA, START);
        deltas.of(List.of(batch(10, counter(number(START, 5)))));
        deltas.accept();
        List<OtlpBatch> anew = List.of(batch(20, counter(number(START, 2))));
        assertThat(deltas.of(anew)).isEqualTo(anew);
    }

    @Test
    void histogramThatBeganAnewIsWhole() {
        DeltaCounts deltas = new DeltaCounts(Temporality.DELTA, START);
        deltas.of(List.of(batch(10, histogram(distribution(START, 5, 0.5)))));
        deltas.accept();
        List<OtlpBatch> anew = List.of(batch(20, histogram(distribution(START, 2, 0.2))));
        assertThat(deltas.of(anew)).isEqualTo(anew);
    }

    @Test
    void restartedSidecarDoesNotCountAgain() {
        DeltaCounts deltas = new DeltaCounts(Temporality.DELTA, START + 1);
        assertThat(deltas.of(List.of(batch(2_000, counter(number(START, 500))))))
                .isEqualTo(List.of(batch(2_000, counter(number(2_000, 0))))); // is lost
        assertThat(deltas.of(List.of(batch(3_000, counter(number(START, 507))))))
                .isEqualTo(List.of(batch(3_000, counter(number(2_000, 7)))));
    }

    @Test
    void seriesThatWasMissingForAMomentIsNotCountedAgain() {
        DeltaCounts deltas = new DeltaCounts(Temporality.DELTA, START);
        deltas.of(List.of(batch(10, counter(number(START, 5)))));
        deltas.accept();
        deltas.of(List.of(batch(20)));
        deltas.accept();
        assertThat(deltas.of(List.of(batch(30, counter(number(START, 7))))))
                .isEqualTo(List.of(batch(30, counter(number(10, 2)))));
    }

    @Test
    void lowMemoryIsDeltaForHistogramsOnly() {
        DeltaCounts deltas = new DeltaCounts(Temporality.LOWMEMORY, START);
        deltas.of(at(10, 5));
        deltas.accept();
        assertThat(deltas.of(at(20, 9)))
                .isEqualTo(
                        List.of(
                                batch(
                                        20,
                                        counter(number(START, 9)),
                                        histogram(distribution(10, 4, 0.4)),
                                        upDown(number(0, 9)))));
    }

    @Test
    void cumulativeFiguresAreUnchanged() {
        DeltaCounts deltas = new DeltaCounts(Temporality.CUMULATIVE, START);
        deltas.of(at(10, 5));
        deltas.accept();
        assertThat(deltas.of(at(20, 9))).isEqualTo(at(20, 9));
    }

    private static List<OtlpBatch> at(long time, long count) {
        return List.of(
                batch(
                        time,
                        counter(number(START, count)),
                        histogram(distribution(START, count, count / 10.0)),
                        upDown(number(0, count))));
    }

    private static OtlpBatch batch(long time, OtlpMetric... metrics) {
        return new OtlpBatch(Map.of("process.pid", 7L), time, List.of(metrics));
    }

    private static OtlpMetric counter(Point point) {
        return new OtlpMetric("c", "s", Instrument.COUNTER, false, List.of(point));
    }

    private static OtlpMetric upDown(Point point) {
        return new OtlpMetric("u", "By", Instrument.UP_DOWN_COUNTER, true, List.of(point));
    }

    private static OtlpMetric histogram(Point point) {
        return new OtlpMetric("h", "s", Instrument.HISTOGRAM, false, List.of(point));
    }

    private static Point number(long start, double value) {
        return new Scalar(Map.of(), start, value);
    }

    private static Point distribution(long start, long count, double sum) {
        return new Distribution(Map.of(), start, List.of(1.0), List.of(count, 0L), sum);
    }
}
