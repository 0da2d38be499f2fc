/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.run.RunName;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.yaml.YamlException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunReplacementPolicyTest {
    private static final String PLAN =
            """
            duration: 1s
            repetitions: 1
            arms:
            - {name: A, switch: {command: [a]}}
            - {name: B, switch: {command: [b]}}
            """;

    private static RunReplacementPolicy.Kept run(String name, String experiment, boolean over) {
        return new RunReplacementPolicy.Kept(
                new RunName(name), Optional.of(experiment).filter(text -> !text.isEmpty()), over);
    }

    private static List<RunName> replaced(boolean all, RunReplacementPolicy.Kept... kept)
            throws ProblemException, YamlException {
        return RunReplacementPolicy.replaced(PlanReader.read(PLAN), List.of(kept), all);
    }

    private static Problem refused(RunReplacementPolicy.Kept... kept) {
        return catchThrowableOfType(ProblemException.class, () -> replaced(false, kept)).problem();
    }

    @Test
    void interruptedExperimentCanBeRepeatedAtOnce() throws Exception {
        assertThat(replaced(false, run("A#1", "cli-1", true), run("C#1", "", true)))
                .containsExactly(new RunName("A#1"));
        assertThat(replaced(false)).isEmpty();
    }

    @Test
    void manualRunIsNeverReplaced() {
        Problem problem = refused(run("B#1", "", true));

        assertThat(problem.kind()).isEqualTo(Problem.Kind.CONFLICT);
        assertThat(problem.remedy()).contains("heapsight run delete B#1");
    }

    @Test
    void runInProgressIsNotReplaced() {
        assertThat(refused(run("B#1", "cli-1", false)).remedy()).contains("--replace");
    }

    @Test
    void allRunsOfAnExperimentAreReplacedOnlyOnRequest() throws Exception {
        RunReplacementPolicy.Kept[] all = {run("A#1", "cli-1", true), run("B#1", "cli-1", true)};

        assertThat(refused(all).remedy()).contains("--replace");
        assertThat(replaced(true, all)).hasSize(2);
    }

    @Test
    void runOfAKilledCommandIsReplacedOnRequestButNoneOfTheSidecar() throws Exception {
        assertThat(replaced(true, run("B#1", "cli-1", false))).hasSize(1);
        assertThat(
                        catchThrowableOfType(
                                        ProblemException.class,
                                        () ->
                                                replaced(
                                                        true,
                                                        run("B#1", "20261122T030000000Z-7", false)))
                                .problem()
                                .detail())
                .isEqualTo("B#1 is being recorded.");
    }
}
