/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import io.heapsight.unit.TestTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationGateTest {
    private final TestTime time = new TestTime();
    private final List<String> log = time.log;
    private final OperationGate operations =
            new OperationGate(
                    Map.of(OperationKind.HISTOGRAM, Duration.ofSeconds(5)),
                    time.clock,
                    time.events);

    @Test
    void secondOperationOnATargetIsRefusedWithTheRunningOne() throws ProblemException {
        OperationRefused refused =
                operations.run(
                        request(OperationKind.GARBAGE, 7),
                        _ -> {
                            elapse(Duration.ofSeconds(3));
                            return refusal(OperationKind.HISTOGRAM, 7);
                        });
        assertThat(refused.problem().kind()).isEqualTo(Problem.Kind.CONFLICT);
        assertThat(refused.problem().detail())
                .contains("garbage", "test", "Shop", "2026-11-21T22:00:00Z", "3 s");
        assertThat(refused.retryAfter()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {-3600, 3600})
    void clockThatIsSetChangesNoIntervalAndNoDuration(int seconds) throws ProblemException {
        OperationRefused refused =
                operations.run(
                        request(OperationKind.HISTOGRAM, 7),
                        _ -> {
                            elapse(Duration.ofSeconds(3));
                            time.set(Duration.ofSeconds(seconds));
                            return refusal(OperationKind.HISTOGRAM, 7);
                        });
        assertThat(refused.problem().detail()).contains("(3 s)");
        elapse(Duration.ofSeconds(2));
        time.set(Duration.ofSeconds(-seconds));
        assertThat(refusal(OperationKind.HISTOGRAM, 7).retryAfter())
                .isEqualTo(Duration.ofSeconds(3));
        assertThat(operations.counts())
                .contains(new OperationCount(OperationKind.HISTOGRAM, OperationOutcome.DONE, 1, 3));
    }

    @Test
    void operationsOnTwoTargetsAreIndependent() throws ProblemException {
        String result =
                operations.run(
                        request(OperationKind.HISTOGRAM, 7),
                        _ -> operations.run(request(OperationKind.HISTOGRAM, 8), _ -> "both"));
        assertThat(result).isEqualTo("both");
    }

    @Test
    void operationWithinTheMinimumIntervalIsRefused() throws ProblemException {
        operations.run(
                request(OperationKind.HISTOGRAM, 7),
                _ -> {
                    elapse(Duration.ofSeconds(60));
                    return "";
                });
        elapse(Duration.ofSeconds(2));
        OperationRefused refused = refusal(OperationKind.HISTOGRAM, 7);
        assertThat(refused.problem().kind()).isEqualTo(Problem.Kind.TOO_MANY_REQUESTS);
        assertThat(refused.problem().remedy()).contains("HEAPSIGHT_MIN_INTERVAL_HISTOGRAM");
        assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(3));
        elapse(refused.retryAfter());
        assertThat(operations.<String>run(request(OperationKind.HISTOGRAM, 7), _ -> "again"))
                .isEqualTo("again");
    }

    @Test
    void intervalOfOneKindDoesNotDelayAnother() throws ProblemException {
        operations.run(request(OperationKind.HISTOGRAM, 7), _ -> "");
        assertThat(operations.<String>run(request(OperationKind.GARBAGE, 7), _ -> "ran"))
                .isEqualTo("ran");
    }

    @Test
    void reusedPidStartsAfresh() throws ProblemException {
        operations.run(request(OperationKind.HISTOGRAM, 7), _ -> "");
        operations.forget(7);
        assertThat(operations.<String>run(request(OperationKind.HISTOGRAM, 7), _ -> "ran"))
                .isEqualTo("ran");
    }

    @Test
    void everyOutcomeIsAuditedAndCounted() throws ProblemException {
        operations.run(
                request(OperationKind.HISTOGRAM, 7),
                operation -> {
                    elapse(Duration.ofMillis(40));
                    operation.addBytes(1234);
                    return "";
                });
        refusal(OperationKind.HISTOGRAM, 7);
        assertThatThrownBy(() -> operations.run(request(OperationKind.GARBAGE, 7), _ -> fail()))
                .isInstanceOf(ProblemException.class);
        assertThatThrownBy(
                        () ->
                                operations.run(
                                        request(OperationKind.GARBAGE, 7),
                                        _ -> {
                                            throw new CancellationException();
                                        }))
                .isInstanceOf(CancellationException.class);
        assertThat(log).hasSize(4);
        assertThat(log.getFirst())
                .endsWith(
                        "INFO operation kind=histogram outcome=done caller=test pid=7 target=Shop"
                                + " seconds=0.04 bytes=1234");
        assertThat(log.get(1)).contains("WARN", "outcome=refused", "reason=");
        assertThat(log.get(2)).contains("outcome=failed", "reason=\"No way\"");
        assertThat(log.get(3)).contains("outcome=cancelled");
        assertThat(operations.audit())
                .extracting(AuditEntry::outcome)
                .containsExactly(
                        OperationOutcome.DONE,
                        OperationOutcome.REFUSED,
                        OperationOutcome.FAILED,
                        OperationOutcome.CANCELLED);
        assertThat(operations.audit().get(2).reason()).contains("No way");
        assertThat(operations.counts().stream().filter(count -> count.count() > 0))
                .containsExactlyInAnyOrder(
                        new OperationCount(OperationKind.HISTOGRAM, OperationOutcome.DONE, 1, 0.04),
                        new OperationCount(OperationKind.HISTOGRAM, OperationOutcome.REFUSED, 1, 0),
                        new OperationCount(OperationKind.GARBAGE, OperationOutcome.FAILED, 1, 0),
                        new OperationCount(
                                OperationKind.GARBAGE, OperationOutcome.CANCELLED, 1, 0));
    }

    @Test
    void auditLogKeepsTheLast200Entries() throws ProblemException {
        for (int i = 0; i < 300; i++) {
            int pid = i;
            operations.run(request(OperationKind.THREADS, pid), _ -> "");
        }
        assertThat(operations.audit())
                .hasSize(200)
                .extracting(AuditEntry::pid)
                .startsWith(100)
                .endsWith(299);
        assertThat(log).hasSize(300);
    }

    @Test
    void waitingOperationStartsWhenTheOtherEnds() throws Exception {
        OperationGate real =
                new OperationGate(Map.of(), SteadyClock.system(time.events), time.events);
        CountDownLatch runs = new CountDownLatch(1);
        CompletableFuture<String> ends = new CompletableFuture<>();
        Thread busy =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        real.run(
                                                request(OperationKind.HISTOGRAM, 7),
                                                _ -> {
                                                    runs.countDown();
                                                    return ends.join();
                                                });
                                    } catch (ProblemException e) {
                                        throw new AssertionError(e);
                                    }
                                });
        runs.await();
        real.awaitIdle(8, Duration.ofDays(1));
        real.awaitIdle(7, Duration.ofMillis(1));
        assertThat(catchThrowableOfType(OperationRefused.class, () -> garbage(real)))
                .as("time is up")
                .isNotNull();
        ends.complete("");
        real.awaitIdle(7, Duration.ofDays(1));

        assertThat(garbage(real)).isEqualTo("done");
        busy.join();
    }

    private static String garbage(OperationGate operations) throws ProblemException {
        return operations.run(request(OperationKind.GARBAGE, 7), _ -> "done");
    }

    @Test
    void failureReleasesTheTarget() {
        assertThatThrownBy(() -> operations.run(request(OperationKind.GARBAGE, 7), _ -> fail()))
                .isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> operations.run(request(OperationKind.GARBAGE, 7), _ -> fail()))
                .hasMessageContaining("No way");
    }

    private OperationRefused refusal(OperationKind kind, int pid) {
        return catchThrowableOfType(
                OperationRefused.class, () -> operations.run(request(kind, pid), _ -> ""));
    }

    private static OperationRequest request(OperationKind kind, int pid) {
        return new OperationRequest(kind, pid, "Shop", "test", new CancelSignal());
    }

    private static String fail() throws ProblemException {
        throw new ProblemException(
                new Problem(Problem.Kind.REFUSED_BY_TARGET, "No way", "it", "that"));
    }

    private void elapse(Duration duration) {
        time.pass(duration);
    }
}
