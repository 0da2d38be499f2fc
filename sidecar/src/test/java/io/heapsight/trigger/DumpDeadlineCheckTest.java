/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.memory.Forecast;
import io.heapsight.operation.AuditEntry;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationOutcome;
import io.heapsight.operation.Pause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A container that grows by 10 MB a second, sampled once a second for five minutes. */
class DumpDeadlineCheckTest {
    private static final double MEGABYTE = 1e6;
    private static final int SECONDS = 300;
    private static final double LAST = 10 * MEGABYTE * (SECONDS - 1);

    private static Optional<String> whyNot(double leftBytes, double heapBytes) {
        Forecast forecast =
                Forecast.of(
                        IntStream.range(0, SECONDS).mapToLong(i -> 1000L * i).toArray(),
                        IntStream.range(0, SECONDS).mapToDouble(i -> 10 * MEGABYTE * i).toArray(),
                        OptionalDouble.of(LAST + leftBytes),
                        -1_000_000);
        return DumpDeadlineCheck.whyNot(
                forecast, heapBytes, DumpDeadlineCheck.bytesPerSecond(List.of()));
    }

    @Test
    void dumpThatEndsBeforeTheLimitIsReachedIsCaptured() {
        assertThat(whyNot(1000 * MEGABYTE, 1000 * MEGABYTE)).as("24 s of 100 s").isEmpty();
    }

    @Test
    void dumpThatWouldEndTooLateIsSkipped() {
        assertThat(whyNot(100 * MEGABYTE, 1000 * MEGABYTE).orElseThrow())
                .matches(
                        "the container may reach its memory limit in \\d+ s, but a dump of a heap"
                                + " of 953\\.7 MiB may take 23 s");
    }

    @Test
    void dumpIsCapturedWithoutForecastOrHeapSize() {
        assertThat(whyNot(100 * MEGABYTE, Double.NaN)).isEmpty();
        Forecast unknown = Forecast.of(new long[0], new double[0], OptionalDouble.of(LAST), 0);
        assertThat(DumpDeadlineCheck.whyNot(unknown, 1000 * MEGABYTE, MEGABYTE)).isEmpty();
    }

    @Test
    void speedIsThatOfTheLastDumpOfARule() {
        List<AuditEntry> audit =
                List.of(
                        dump("trigger heap>95%", OperationOutcome.DONE, 100),
                        dump("rule before-it-dies", OperationOutcome.DONE, 10),
                        dump("rule before-it-dies", OperationOutcome.FAILED, 1),
                        dump("http 127.0.0.1", OperationOutcome.DONE, 1));

        assertThat(DumpDeadlineCheck.bytesPerSecond(audit)).isEqualTo(5 * MEGABYTE);
        assertThat(DumpDeadlineCheck.bytesPerSecond(List.of())).isEqualTo(50L << 20);
    }

    private static AuditEntry dump(String caller, OperationOutcome outcome, int megabytes) {
        return new AuditEntry(
                Instant.EPOCH,
                OperationKind.HEAPDUMP,
                outcome,
                caller,
                7,
                "Shop",
                Duration.ofSeconds(2),
                (long) (megabytes * MEGABYTE),
                Pause.NONE,
                Optional.empty());
    }
}
