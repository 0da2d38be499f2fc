/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.experiment.MeasuredJob.End;
import io.heapsight.experiment.MeasuredJob.Records;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeasuredJobRunTest {
    private static final Optional<Records> KNOWN = Optional.of(new Records.Known(300));

    private final List<Double> marks = new ArrayList<>();
    private final CancelSignal cancel = new CancelSignal();
    private JobServer server;

    @BeforeEach
    void open() throws IOException {
        server = new JobServer();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private record Noted(List<Double> marks) implements MeasuredJobRun.Run {
        @Override
        public void records(double done) {
            marks.add(done);
        }

        @Override
        public boolean isOver() {
            return false;
        }
    }

    private static MeasuredJob work(
            Step start, End end, Optional<Records> records, Duration timeout) {
        return new MeasuredJob(
                start, end, records, OptionalInt.empty(), timeout, new MeasuredJob.WarmUp.Jobs(0));
    }

    private MeasuredJob started(End end, Optional<Records> records) {
        return work(server.step("POST", "/start"), end, records, Duration.ofMinutes(1));
    }

    private Duration run(MeasuredJob work) throws ProblemException {
        try (MeasuredJobRun job = new MeasuredJobRun(work, cancel, new Noted(marks))) {
            job.begin();
            return job.await();
        }
    }

    private End seen(String path, String contains) {
        return new End.Seen(
                new PollCondition(
                        server.step("GET", path), OptionalInt.empty(), Optional.of(contains)));
    }

    private Optional<Records> asked(String metric) {
        return Optional.of(
                new Records.Asked(
                        new ReportedNumber(server.step("GET", "/metrics"), Optional.of(metric))));
    }

    @Test
    void jobWithSynchronousStartEndsWithItsAnswer() throws ProblemException {
        assertThat(run(started(new End.Started(), KNOWN))).isZero();

        assertThat(marks).containsExactly(300.0);
        assertThat(server.starts).hasValue(1);
    }

    @Test
    void jobEndsWhenAnAnswerSaysSo() throws ProblemException {
        assertThat(run(started(seen("/last", "DONE"), Optional.empty()))).isZero();

        assertThat(marks).isEmpty();
    }

    @Test
    void jobEndsWhenItsRecordsStall() throws ProblemException {
        Duration still = Duration.ofSeconds(2);

        Duration ago = run(started(new End.Still(still), asked("orders_total")));

        assertThat(ago).isGreaterThanOrEqualTo(still);
        assertThat(marks).as("since its start").containsExactly(100.0, 200.0, 300.0);
    }

    @Test
    void seriesIsSelectedByLabelsOrSummed() throws ProblemException {
        run(started(seen("/last", "DONE"), Optional.empty()));
        Step page = server.step("GET", "/metrics");

        assertThat(count(page, "orders_total{of=\"b\"}")).isEqualTo(7);
        assertThat(count(page, "orders_total{of=\"{a\\\" }\"}")).isEqualTo(300);
        assertThat(count(page, "orders_total")).isEqualTo(307);
        assertThatThrownBy(() -> count(page, "orders"))
                .hasMessageContaining("no number for orders in its answer");
    }

    private static double count(Step page, String metric) throws ProblemException {
        return new ReportedNumber(page, Optional.of(metric)).now();
    }

    @Test
    void outputOfACommandIsANumber() throws ProblemException {
        Step command = SampleSteps.command(List.of("printf", "12"));

        assertThat(new ReportedNumber(command, Optional.empty()).now()).isEqualTo(12);
    }

    @Test
    void endlessJobTimesOutWithTheLastAnswer() {
        MeasuredJob work =
                work(
                        server.step("POST", "/start"),
                        seen("/last", "FINISHED"),
                        Optional.empty(),
                        Duration.ofSeconds(1));

        Problem problem = catchThrowableOfType(ProblemException.class, () -> run(work)).problem();

        assertThat(problem.kind()).isEqualTo(Problem.Kind.TIMED_OUT);
        assertThat(problem.detail())
                .contains("no end detected in 1 s")
                .contains("does not contain FINISHED");
    }

    @Test
    void failedJobStartIsAFailure() {
        MeasuredJob work =
                work(
                        server.step("POST", "/start/broken"),
                        seen("/last", "DONE"),
                        KNOWN,
                        Duration.ofMinutes(1));

        assertThatThrownBy(() -> run(work)).hasMessageContaining("it answered 500");
        assertThat(marks).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "go"})
    void startThatIsNotAnsweredIsNotSentAgain(String body) {
        Step cut =
                switch (server.step("POST", "/cut")) {
                    case Step.Request(var method, var url, var type, var _, var timeout) ->
                            new Step.Request(method, url, type, body, timeout);
                    case Step.Command command -> command;
                };

        assertThatThrownBy(() -> run(work(cut, new End.Started(), KNOWN, Duration.ofMinutes(1))))
                .isInstanceOf(ProblemException.class);
        assertThat(server.starts).hasValue(1);
    }

    @Test
    void cancelDoesNotWaitForAnAnswer() throws Exception {
        MeasuredJob work =
                work(server.step("POST", "/held"), new End.Started(), KNOWN, Duration.ofHours(1));
        FutureTask<Duration> running = new FutureTask<>(() -> run(work));
        Thread.ofVirtual().start(running);

        server.holding.await();
        cancel.cancel();

        assertThatThrownBy(running::get).hasCauseInstanceOf(CancellationException.class);
        assertThat(server.starts).hasValue(0);
    }

    @Test
    void cancelKillsTheCommandOfTheJob() {
        String length = "86399.7531"; // identifies the process
        Step sleep = SampleSteps.command(List.of("sleep", length));
        cancel.cancel();

        assertThatThrownBy(() -> run(work(sleep, new End.Started(), KNOWN, Duration.ofHours(1))))
                .isInstanceOf(CancellationException.class);
        while (isRunning(length)) {
            Thread.onSpinWait();
        }
    }

    private static boolean isRunning(String argument) {
        return ProcessHandle.current()
                .children()
                .filter(ProcessHandle::isAlive)
                .flatMap(child -> child.info().arguments().stream().flatMap(Stream::of))
                .anyMatch(argument::equals);
    }

    @ParameterizedTest
    @CsvSource({
        "100 101, false",
        "100 104 102, true",
        "300 200 100 104 102, true",
        "100 101 107, false",
        "100 101 102 150, false"
    })
    void jobsAreSteadyWhenTheLastThreeTakeEquallyLong(String millis, boolean steady) {
        List<Duration> lengths =
                Stream.of(millis.split(" ")).map(Long::parseLong).map(Duration::ofMillis).toList();

        assertThat(WarmUpJobs.isSteady(lengths)).isEqualTo(steady);
    }
}
