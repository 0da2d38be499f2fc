/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.run.GarbageCount;
import io.heapsight.run.RunName;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExperimentTest {
    private final List<String> runs = new ArrayList<>();
    private final CancelSignal cancel = new CancelSignal();
    private SwitchableTarget target;

    /** Notes the state that the target is in; the run of that name can't be begun. */
    private Recorder refusing(String refused) {
        return new Recorder() {
            @Override
            public void start(RunName name) throws ProblemException {
                if (name.text().equals(refused)) {
                    throw new ProblemException(
                            new Problem(Problem.Kind.CONFLICT, "No", "No " + name + ".", "Wait."));
                }
                runs.add("start " + name + " in " + target.states.getLast());
            }

            @Override
            public void stop(RunName name) {
                runs.add("stop " + name + " in " + target.states.getLast());
            }
        };
    }

    @BeforeEach
    void open() throws IOException {
        target = new SwitchableTarget();
    }

    @AfterEach
    void close() {
        target.close();
    }

    private Plan plan(Step first, Step second, Step restore, Duration duration) {
        return new Plan(
                Optional.empty(),
                Duration.ofMillis(10),
                duration,
                2,
                GarbageCount.NONE,
                List.of(new Plan.Arm("A", first), new Plan.Arm("B", second)),
                restore);
    }

    private Plan usual(Duration duration) {
        return plan(target.to("a"), target.to("b"), target.to("before"), duration);
    }

    private void run(Plan plan, String refused) throws ProblemException {
        new Experiment(plan, refusing(refused), (_, _, _) -> {}, cancel).run();
    }

    @Test
    void armsTakeTurnsToAndFroAndTheFirstStateComesBack() throws ProblemException {
        List<Long> done = new ArrayList<>();
        Plan plan = usual(Duration.ofMillis(60));
        new Experiment(
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
    void stepThatFailsEndsItWithTheFirstStateRestored() {
        Plan plan =
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
    void runThatCannotBeRecordedEndsItWithTheFirstStateRestored() {
        assertThatThrownBy(() -> run(usual(Duration.ofMillis(10)), "B#1"))
                .isInstanceOf(ProblemException.class);

        assertThat(target.states).containsExactly("a", "b", "before");
    }

    @Test
    void cancelStopsTheRunAndRestores() {
        Recorder recorder =
                new Recorder() {
                    @Override
                    public void start(RunName name) {
                        runs.add("start " + name);
                        cancel.cancel();
                    }

                    @Override
                    public void stop(RunName name) {
                        runs.add("stop " + name);
                    }
                };

        assertThatThrownBy(
                        () ->
                                new Experiment(
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
    void firstStateThatCannotBeRestoredIsSaidAlongWithTheFailure() {
        Plan plan =
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
        assertThat(problem.remedy()).contains("by hand: POST http://127.0.0.1");
    }

    @Test
    void commandIsSuccessfulByItsExitCode() throws ProblemException {
        Steps.take(new Step.Command(List.of("true")));

        assertThatThrownBy(() -> Steps.take(new Step.Command(List.of("false"))))
                .isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> Steps.take(new Step.Command(List.of("/no/such/program"))))
                .isInstanceOf(ProblemException.class);
    }
}
