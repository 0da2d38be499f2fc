/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.run.GarbageCountMethod;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExperimentRunnerTest {
    private final List<String> runs = new ArrayList<>();
    private final CancelSignal cancel = new CancelSignal();
    private SwitchableTarget target;

    /** Records the target's state; recording of the run with that name fails. */
    private ExperimentRunRecorder refusing(String refused) {
        return new NotedRuns(
                runs,
                () -> " in " + target.states.getLast(),
                name -> {
                    if (name.text().equals(refused)) {
                        throw new ProblemException(
                                new Problem(
                                        Problem.Kind.CONFLICT, "No", "No " + name + ".", "Wait."));
                    }
                });
    }

    @BeforeEach
    void open() throws IOException {
        target = new SwitchableTarget();
    }

    @AfterEach
    void close() {
        target.close();
    }

    private ExperimentPlan plan(Step first, Step second, Step restore, Duration duration) {
        return new ExperimentPlan(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Duration.ofMillis(10),
                new ExperimentPlan.Period(duration),
                2,
                Optional.empty(),
                GarbageCountMethod.NONE,
                Optional.empty(),
                List.of(new ExperimentPlan.Arm("A", first), new ExperimentPlan.Arm("B", second)),
                List.of(),
                restore);
    }

    private ExperimentPlan usual(Duration duration) {
        return plan(target.to("a"), target.to("b"), target.to("before"), duration);
    }

    private void run(ExperimentPlan plan, String refused) throws ProblemException {
        new ExperimentRunner(plan, refusing(refused), (_, _, _) -> {}, cancel).run();
    }

    @Test
    void armsAlternateAndTheFirstStateIsRestored() throws ProblemException {
        List<Long> done = new ArrayList<>();
        ExperimentPlan plan = usual(Duration.ofMillis(60));
        new ExperimentRunner(
                        plan,
                        refusing(""),
                        (_, at, total) -> {
                            assertThat(total).isEqualTo(280);
                            done.add(at);
                        },
                        cancel)
                .run();

        assertThat(target.states).containsExactly("a", "b", "b", "a", "before");
        assertThat(runs)
                .containsExactly(
                        "start A#1 in a",
                        "stop A#1 in a",
                        "start B#1 in b",
                        "stop B#1 in b",
                        "start B#2 in b",
                        "stop B#2 in b",
                        "start A#2 in a",
                        "stop A#2 in a");
        assertThat(done).isSorted();
        assertThat(done.getLast()).isBetween(210L, 280L);
    }

    @Test
    void failedStepRestoresTheFirstState() {
        ExperimentPlan plan =
                plan(
                        target.to("a"),
                        target.to("broken"),
                        target.to("before"),
                        Duration.ofMillis(10));

        ProblemException failed = catchThrowableOfType(ProblemException.class, () -> run(plan, ""));

        assertThat(failed.problem().detail()).contains("/state: it answered 500");
        assertThat(target.states).containsExactly("a", "broken", "before");
        assertThat(runs).containsExactly("start A#1 in a", "stop A#1 in a");
    }

    @Test
    void failedRunRestoresTheFirstState() {
        assertThatThrownBy(() -> run(usual(Duration.ofMillis(10)), "B#1"))
                .isInstanceOf(ProblemException.class);

        assertThat(target.states).containsExactly("a", "b", "before");
    }

    @Test
    void cancelStopsTheRunAndRestoresTheFirstState() {
        ExperimentRunRecorder recorder = new NotedRuns(runs, () -> "", _ -> cancel.cancel());

        assertThatThrownBy(
                        () ->
                                new ExperimentRunner(
                                                usual(Duration.ofHours(1)),
                                                recorder,
                                                (_, _, _) -> {},
                                                cancel)
                                        .run())
                .isInstanceOf(CancellationException.class);
        assertThat(runs).containsExactly("start A#1", "stop A#1");
        assertThat(target.states).containsExactly("a", "before");
    }

    @Test
    void failedRestoreIsReportedWithTheFailure() {
        ExperimentPlan plan =
                plan(
                        target.to("a"),
                        target.request("/moved", "b"),
                        target.to("broken"),
                        Duration.ofMillis(10));

        Problem problem =
                catchThrowableOfType(ProblemException.class, () -> run(plan, "")).problem();

        assertThat(problem.title()).isEqualTo("The first state could not be restored");
        assertThat(problem.detail())
                .contains("/moved: it answered 307")
                .contains("/state: it answered 500");
        assertThat(problem.remedy()).contains("manually: POST http://127.0.0.1");
    }

    @Test
    void jobIsRecordedFromStartToEndAfterWarmUp() throws Exception {
        try (JobServer server = new JobServer()) {
            ExperimentPlan plan =
                    work(
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(
                                    new ReportedNumber(
                                            server.step("GET", "/metrics"),
                                            Optional.of("orders_total"))),
                            new MeasuredJob(
                                    server.step("POST", "/start"),
                                    new MeasuredJob.End.Seen(
                                            new PollCondition(
                                                    server.step("GET", "/last"),
                                                    OptionalInt.of(200),
                                                    Optional.of("DONE"))),
                                    Optional.of(new MeasuredJob.Records.Known(300)),
                                    OptionalInt.of(2),
                                    Duration.ofMinutes(1),
                                    new MeasuredJob.WarmUp.Jobs(1)));

            run(plan, "");

            assertThat(server.starts).as("one to warm up, one that is recorded").hasValue(4);
            assertThat(runs)
                    .containsExactly(
                            "start A#1 in a",
                            "mark A#1 jobs=2",
                            "mark A#1 records=300",
                            "mark A#1 lines=300",
                            "stop A#1 in a",
                            "start B#1 in b",
                            "mark B#1 jobs=2",
                            "mark B#1 records=300",
                            "mark B#1 lines=300",
                            "stop B#1 in b");
        }
    }

    @Test
    void runWithUnreadableLinesIsRecordedWithoutThem() throws ProblemException {
        Step broken = SampleSteps.command(List.of("false"));
        ExperimentPlan usual = usual(Duration.ofMillis(10));
        ExperimentPlan plan =
                new ExperimentPlan(
                        usual.target(),
                        usual.restart(),
                        usual.ready(),
                        usual.warmUp(),
                        usual.load(),
                        1,
                        Optional.of(new ReportedNumber(broken, Optional.empty())),
                        usual.garbage(),
                        usual.profile(),
                        usual.arms(),
                        usual.primary(),
                        usual.restore());
        List<String> said = new ArrayList<>();

        new ExperimentRunner(plan, refusing(""), (words, _, _) -> said.add(words), cancel).run();

        assertThat(runs)
                .containsExactly(
                        "start A#1 in a", "stop A#1 in a", "start B#1 in b", "stop B#1 in b");
        assertThat(said).contains("A#1: without lines: false: it ended with 1.");
        assertThat(target.states).containsExactly("a", "b", "before");
    }

    @Test
    void targetIsRestartedBeforeEachRunAndWaitedFor() throws ProblemException {
        PollCondition ready =
                new PollCondition(
                        SampleSteps.command(List.of("true")),
                        OptionalInt.empty(),
                        Optional.empty());
        MeasuredJob work =
                new MeasuredJob(
                        SampleSteps.command(List.of("true")),
                        new MeasuredJob.End.Started(),
                        Optional.empty(),
                        OptionalInt.empty(),
                        Duration.ofMinutes(1),
                        new MeasuredJob.WarmUp.Steady());
        ExperimentPlan plan =
                work(Optional.of(target.to("new")), Optional.of(ready), Optional.empty(), work);
        AtomicInteger starts = new AtomicInteger();
        NotedRuns.Gate blind =
                name -> {
                    if (starts.incrementAndGet() % 3 != 0) {
                        throw new ProblemException(
                                new Problem(Problem.Kind.NOT_FOUND, "No", "None.", "Wait."));
                    }
                };

        new ExperimentRunner(plan, new NotedRuns(runs, () -> "", blind), (_, _, _) -> {}, cancel)
                .run();

        assertThat(target.states).containsExactly("new", "a", "new", "b", "before");
        assertThat(starts).as("missing twice for each run").hasValue(6);
        assertThat(runs).hasSize(4);
        assertThat(runs.getFirst()).matches("start A#1 \\{steady=(true|false)}");
    }

    @Test
    void jobThatIsTheTargetStartsBeforeItsRecording() throws ProblemException {
        MeasuredJob work =
                new MeasuredJob(
                        target.to("started"),
                        new MeasuredJob.End.Exit(),
                        Optional.of(new MeasuredJob.Records.Known(300)),
                        OptionalInt.empty(),
                        Duration.ofMinutes(1),
                        new MeasuredJob.WarmUp.Jobs(0));
        NotedRuns.Gate notYet =
                name -> {
                    if (!target.states.getLast().equals("started")) {
                        throw new ProblemException(
                                new Problem(Problem.Kind.NOT_FOUND, "No", "None.", "Wait."));
                    }
                };
        ExperimentPlan plan = work(Optional.empty(), Optional.empty(), Optional.empty(), work);

        new ExperimentRunner(plan, new NotedRuns(runs, () -> "", notYet), (_, _, _) -> {}, cancel)
                .run();

        assertThat(target.states).containsExactly("a", "started", "b", "started", "before");
        assertThat(runs)
                .startsWith(
                        "start A#1 until exit",
                        "asked for A#1",
                        "asked for A#1",
                        "mark A#1 records=300",
                        "stop A#1");
    }

    @Test
    void failedJobStartIsNotLookedUpInTheSidecar() {
        MeasuredJob work =
                new MeasuredJob(
                        target.to("broken"),
                        new MeasuredJob.End.Exit(),
                        Optional.empty(),
                        OptionalInt.empty(),
                        Duration.ofMinutes(1),
                        new MeasuredJob.WarmUp.Jobs(0));
        NotedRuns.Gate never =
                _ -> {
                    throw new ProblemException(
                            new Problem(Problem.Kind.NOT_FOUND, "No", "None.", "Wait."));
                };
        ExperimentPlan plan = work(Optional.empty(), Optional.empty(), Optional.empty(), work);

        Problem problem =
                catchThrowableOfType(
                                ProblemException.class,
                                () ->
                                        new ExperimentRunner(
                                                        plan,
                                                        new NotedRuns(runs, () -> "", never),
                                                        (_, _, _) -> {},
                                                        cancel)
                                                .run())
                        .problem();

        assertThat(problem.detail()).contains("/state: it answered 500");
        assertThat(target.states.getLast()).isEqualTo("before");
    }

    private ExperimentPlan work(
            Optional<Step> restart,
            Optional<PollCondition> ready,
            Optional<ReportedNumber> lines,
            MeasuredJob work) {
        return new ExperimentPlan(
                Optional.empty(),
                restart,
                ready,
                Duration.ZERO,
                work,
                1,
                lines,
                GarbageCountMethod.NONE,
                Optional.empty(),
                List.of(
                        new ExperimentPlan.Arm("A", target.to("a")),
                        new ExperimentPlan.Arm("B", target.to("b"))),
                List.of("duration", "work.*"),
                target.to("before"));
    }

    @Test
    void commandIsSuccessfulByItsExitCode() throws ProblemException {
        StepRunner.take(SampleSteps.command(List.of("true")));

        assertThatThrownBy(() -> StepRunner.take(SampleSteps.command(List.of("false"))))
                .isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> StepRunner.take(SampleSteps.command(List.of("/no/such/program"))))
                .isInstanceOf(ProblemException.class);
    }
}
