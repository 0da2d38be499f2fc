/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.operation.Operation;
import io.heapsight.operation.OperationGate;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationRequest;
import io.heapsight.operation.PauseRefused;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.TestTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PauseEstimatorTest {
    private static final Capture DUMP = Capture.dump(false, false);
    private static final Capture HISTOGRAM = Capture.histogram(false);
    private static final double MEBIBYTE = 1 << 20;

    private final TestTime time = new TestTime();
    private final PauseEstimator pauses = new PauseEstimator(Optional.empty());
    private ReplayedTarget target;
    private TargetJvm jvm;

    @BeforeEach
    void open() throws Exception {
        target = new ReplayedTarget(7, "Shop");
        jvm = target.jvm();
    }

    @AfterEach
    void close() {
        target.close();
    }

    private static HeapContent heap(double mebibytes) {
        return HeapContent.of(mebibytes * MEBIBYTE, OptionalDouble.of(40));
    }

    private double expected(double mebibytes, Capture... captures) {
        return pauses.estimate(jvm, heap(mebibytes), List.of(captures)).expected().toMillis() / 1e3;
    }

    @Test
    void firstEstimateUsesHeapAndObjects() {
        PauseEstimate small = pauses.estimate(jvm, heap(100), List.of(DUMP));
        PauseEstimate large = pauses.estimate(jvm, heap(10_000), List.of(DUMP));

        assertThat(small.basis()).isEqualTo(PauseEstimate.Basis.NONE);
        assertThat(small.atMost()).isEqualTo(small.expected().multipliedBy(2));
        assertThat(large.expected().toMillis() / (double) small.expected().toMillis())
                .isBetween(90.0, 101.0);
        assertThat(expected(100, Capture.dump(false, true))).isGreaterThan(expected(100, DUMP));
        assertThat(expected(100, Capture.dump(true, false))).isGreaterThan(expected(100, DUMP));
        assertThat(expected(100, HISTOGRAM)).isLessThan(expected(100, DUMP) / 2);
    }

    @Test
    void estimateUsesTheSpeedOfTheLastCapture() {
        pauses.learn(jvm, DUMP, heap(100), Duration.ofSeconds(3));

        PauseEstimate next = pauses.estimate(jvm, heap(200), List.of(DUMP));

        assertThat(next.basis()).isEqualTo(PauseEstimate.Basis.SAME);
        assertThat(next.expected().toMillis() / 1e3).isCloseTo(6, within(0.1));
        assertThat(next.atMost()).isEqualTo(next.expected());
    }

    @Test
    void slowCaptureCountsHalf() {
        pauses.learn(jvm, DUMP, heap(100), Duration.ofSeconds(1));
        pauses.learn(jvm, DUMP, heap(100), Duration.ofSeconds(4));

        assertThat(expected(100, DUMP)).isCloseTo(2, within(0.01));
    }

    @Test
    void histogramSpeedEstimatesTheFirstDump() {
        double before = expected(100, DUMP);
        double histogram = expected(100, HISTOGRAM);
        pauses.learn(jvm, HISTOGRAM, heap(100), Duration.ofMillis((long) (3000 * histogram)));

        PauseEstimate dump = pauses.estimate(jvm, heap(100), List.of(DUMP));

        assertThat(dump.basis()).isEqualTo(PauseEstimate.Basis.OTHER_CAPTURE);
        assertThat(dump.expected().toMillis() / 1e3).isCloseTo(1.73 * before, within(0.1 * before));
        assertThat(dump.atMost()).isGreaterThan(dump.expected());
    }

    @Test
    void compressedDumpIsEstimatedByPlainDumpBeforeHistogram() {
        Capture compressed = Capture.dump(false, true);
        double before = expected(100, compressed);
        pauses.learn(jvm, DUMP, heap(100), Duration.ofMillis((long) (2000 * expected(100, DUMP))));
        pauses.learn(jvm, HISTOGRAM, heap(100), Duration.ofSeconds(9));

        assertThat(expected(100, compressed)).isCloseTo(2 * before, within(0.1 * before));
    }

    @Test
    void nextTargetStartsWithTheSpeedOfTheLastOne() {
        pauses.learn(jvm, DUMP, heap(100), Duration.ofSeconds(3));
        pauses.forget(jvm.pid());

        PauseEstimate next = pauses.estimate(jvm, heap(100), List.of(DUMP));

        assertThat(next.basis()).isEqualTo(PauseEstimate.Basis.OTHER_TARGET);
        assertThat(next.expected().toMillis() / 1e3).isCloseTo(3, within(0.1));
    }

    @Test
    void tooShortCaptureIsNoMeasureOfSpeed() {
        pauses.learn(jvm, DUMP, heap(100), Duration.ofMillis(1));

        assertThat(pauses.estimate(jvm, heap(100), List.of(DUMP)).basis())
                .isEqualTo(PauseEstimate.Basis.NONE);
    }

    @Test
    void objectCountComesFromTheHistogram() {
        assertThat(pauses.content(target).counted()).isFalse();

        pauses.counted(jvm.pid(), 1_000_000, 25_000_000);

        assertThat(pauses.content(target).counted()).isTrue();
        assertThat(pauses.isCounted(jvm.pid())).isTrue();
        assertThat(pauses.isCounted(8)).isFalse();
    }

    @Test
    void rulesMayNotPauseFor21SecondsAndRequestsMay() throws Exception {
        pauses.learn(jvm, DUMP, heap(100), Duration.ofMillis(10_500));
        PauseEstimate estimate = pauses.estimate(jvm, heap(200), List.of(DUMP));

        pauses.ofRequest(Optional.empty()).require(estimate, jvm, "heap dump", "Take another.");
        Problem rule = refused(pauses.automatic(), estimate);

        assertThat(rule.kind()).isEqualTo(Problem.Kind.CONFLICT);
        assertThat(rule.detail())
                .startsWith("A heap dump is expected to stop 7 (Shop) for about 21 s")
                .contains("HEAPSIGHT_MAX_PAUSE", "allows 20 s");
        assertThat(rule.remedy())
                .startsWith("Take another. ")
                .contains(
                        "(failureThreshold - 1) x periodSeconds of the liveness probe",
                        "?maxPause=21s");
    }

    @Test
    void boundOfARequestOverridesTheConfiguredOne() throws Exception {
        PauseEstimator bounded = new PauseEstimator(Optional.of(Duration.ofMillis(10)));
        PauseEstimate estimate = bounded.estimate(jvm, heap(200), List.of(DUMP));

        assertThat(refused(bounded.automatic(), estimate).detail()).contains("10 ms");
        assertThat(refused(bounded.ofRequest(Optional.empty()), estimate).detail())
                .contains("HEAPSIGHT_MAX_PAUSE");
        bounded.ofRequest(Optional.of(Duration.ofHours(1)))
                .require(estimate, jvm, "heap dump", "Take another.");
        assertThat(
                        refused(bounded.ofRequest(Optional.of(Duration.ofMillis(20))), estimate)
                                .detail())
                .contains("?maxPause allows 20 ms");
    }

    private Problem refused(PauseLimit limit, PauseEstimate estimate) {
        return catchThrowableOfType(
                        PauseRefused.class,
                        () -> limit.require(estimate, jvm, "heap dump", "Take another."))
                .problem();
    }

    @Test
    void commandPauseIsMeasuredAndRefusalIsNoFailure() throws Exception {
        OperationGate operations = new OperationGate(Map.of(), time.clock, time.events);
        Duration measured =
                operations.run(
                        request(),
                        operation -> {
                            operation.expectPause(Duration.ofMillis(520));
                            pauses.measure(target, DUMP, _ -> heap(100), operation, () -> "done");
                            return operation.pause().measured().orElseThrow();
                        });
        assertThat(measured).isBetween(Duration.ZERO, Duration.ofSeconds(5));
        assertThat(operations.audit().getLast().pause().expected())
                .contains(Duration.ofMillis(520));
        assertThat(time.log.getLast()).contains("expected_pause=0.52", "pause=");

        assertThatThrownBy(() -> operations.run(request(), this::refuse))
                .isInstanceOf(PauseRefused.class);
        assertThat(time.log.getLast()).contains("outcome=refused", "too long for its probe");
    }

    private String refuse(Operation operation) throws ProblemException {
        throw new PauseRefused(
                new Problem(
                        Problem.Kind.CONFLICT,
                        "The capture would stop the target for too long",
                        operation.request().target() + " stands still too long for its probe.",
                        "Take another."));
    }

    private static OperationRequest request() {
        return new OperationRequest(OperationKind.HEAPDUMP, 7, "Shop", "test", new CancelSignal());
    }
}
