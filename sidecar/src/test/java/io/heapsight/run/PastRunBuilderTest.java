/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.SampleRing;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.TestTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs of samples that were taken before. */
class PastRunBuilderTest {
    private static final int SAMPLES = 6;
    private static final int MEBIBYTE = 1 << 20;

    private final TestTime time = new TestTime(SampleRun.STARTED);
    private final SampleRing ring =
            new SampleRing(SampleField.values().length, SAMPLES, time.clock);
    private ReplayedTarget target;

    /** Seven samples, a second apart; the first one is lost again. */
    @BeforeEach
    void sample() throws Exception {
        target = new ReplayedTarget((int) ProcessHandle.current().pid(), "Shop");
        for (int second = 0; second <= SAMPLES; second++) {
            double[] row = new double[SampleField.values().length];
            Arrays.fill(row, Double.NaN);
            put(row, SampleField.HEAP_USED_BYTES, second * 1000);
            put(row, SampleField.CONTAINER_MEMORY_LIMIT_BYTES, second * MEBIBYTE);
            ring.add(time.clock.nanoTime(), row);
            time.pass(Duration.ofSeconds(1));
        }
    }

    @AfterEach
    void stop() {
        target.close();
    }

    @SuppressWarnings("EnumOrdinal") // the order of a row
    private static void put(double[] row, SampleField field, double value) {
        row[field.ordinal()] = value;
    }

    @Test
    void runHasTheSamplesOfItsTime() throws Exception {
        Run run = past(at(2).plusMillis(1), at(4));

        assertThat(run.started()).isEqualTo(at(3));
        assertThat(run.stopped()).contains(at(4));
        assertThat(run.samples().values(SampleField.HEAP_USED_BYTES)).containsExactly(3000, 4000);
        assertThat(run.samples().values(RunColumn.HEAP_FRESH)).containsExactly(1, 1);
        assertThat(run.limits().memoryBytes()).isEqualTo(OptionalLong.of(3 * MEBIBYTE));
        assertThat(run.labels()).isEqualTo(Map.of("level", "INFO"));
        assertThat(run.target().name()).isEqualTo(jvm().name());
        assertThat(run.warnings()).isEmpty();
    }

    @Test
    void longerTimeHasAllSamples() throws Exception {
        Run run = past(at(-100), at(100));

        assertThat(run.started()).isEqualTo(at(1));
        assertThat(run.samples().size()).isEqualTo(SAMPLES);
    }

    @Test
    void changesOfTheClockSinceThePreviousRunAreWarnings() throws Exception {
        String change = "the clock was set back by 3600 s, to 2026-11-22T02:00:07Z";

        Run run = PastRunBuilder.of(request(at(-100), at(100)), jvm(), ring, 1, List.of(change));

        assertThat(run.warnings()).containsExactly(change);
        assertThat(Run.tellsOfClockSetBack(change)).isTrue();
    }

    /** All samples have times by the current setting of the clock, so that runs have an order. */
    @Test
    void clockThatWasSetEarlierIsNone() throws Exception {
        time.set(Duration.ofHours(-1));
        time.clock.follow();

        Run run = past(at(-4000), at(100));

        assertThat(run.warnings()).isEmpty();
        assertThat(run.started()).isEqualTo(at(1 - 3600));
    }

    @Test
    void timeWithoutSamplesIsRefusedWithTheTimeThatHasSome() {
        assertThatThrownBy(() -> past(at(3), at(3)))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e ->
                                assertThat(e.problem().detail())
                                        .contains(
                                                "from 2026-11-22T03:00:01Z to 2026-11-22T03:00:06Z"));
    }

    private static Instant at(int second) {
        return SampleRun.STARTED.plusSeconds(second);
    }

    private TargetJvm jvm() {
        return target.jvm();
    }

    private Run past(Instant from, Instant to) throws ProblemException {
        return PastRunBuilder.of(request(from, to), jvm(), ring, 1, List.of());
    }

    private static PastRunRequest request(Instant from, Instant to) {
        return new PastRunRequest(new RunName("A"), Map.of("level", "INFO"), from, to);
    }
}
