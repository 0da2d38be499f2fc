/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.run.GarbageCountMethod;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepRestrictionsTest {
    private static ExperimentPlan calling(Step step) {
        Step harmless = request("http://localhost/");
        return new ExperimentPlan(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Duration.ZERO,
                new ExperimentPlan.Period(Duration.ofSeconds(1)),
                1,
                Optional.empty(),
                GarbageCountMethod.NONE,
                Optional.empty(),
                List.of(new ExperimentPlan.Arm("A", harmless), new ExperimentPlan.Arm("B", step)),
                List.of(),
                harmless);
    }

    private static Step request(String url) {
        return SampleSteps.request("POST", URI.create(url), "text/plain", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:8080/x",
                "http://127.0.0.1/",
                "http://127.1.2.3:81/",
                "http://[::1]:8080/",
                "http://app.test:8080/",
                "http://OTHER.test/"
            })
    void loopbackAndWhatIsConfiguredMayBeCalled(String url) throws ProblemException {
        StepRestrictions.ofApi(List.of("app.test:8080", "other.test")).check(calling(request(url)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/latest/meta-data",
                "http://0.0.0.0:8080/",
                "http://app.test:8081/",
                "http://localhost.evil.test/",
                "http://127.0.0.1.nip.io/",
                "http://2852039166/",
                "http://[::ffff:10.0.0.1]/",
                "https://kubernetes.default.svc/"
            })
    void nothingElseMay(String url) {
        ProblemException refused =
                catchThrowableOfType(
                        ProblemException.class,
                        () ->
                                StepRestrictions.ofApi(List.of("app.test:8080"))
                                        .check(calling(request(url))));

        assertThat(refused.problem().kind()).isEqualTo(Problem.Kind.FORBIDDEN);
        assertThat(refused.problem().detail()).contains(url);
    }

    @Test
    void commandsAreForbiddenThroughTheApi() throws ProblemException {
        ExperimentPlan plan = calling(SampleSteps.command(List.of("reboot")));
        StepRestrictions.OWN_USER.check(plan);

        ProblemException refused =
                catchThrowableOfType(
                        ProblemException.class,
                        () -> StepRestrictions.ofApi(List.of()).check(plan));
        assertThat(refused.problem().kind()).isEqualTo(Problem.Kind.FORBIDDEN);
    }

    @Test
    void restoringStepIsCheckedToo() {
        ExperimentPlan plan = calling(request("http://localhost/"));
        ExperimentPlan restoring =
                new ExperimentPlan(
                        plan.target(),
                        plan.restart(),
                        plan.ready(),
                        plan.warmUp(),
                        plan.load(),
                        1,
                        Optional.empty(),
                        GarbageCountMethod.NONE,
                        Optional.empty(),
                        plan.arms(),
                        plan.primary(),
                        request("http://192.0.2.1/"));

        assertThat(
                        catchThrowableOfType(
                                ProblemException.class,
                                () -> StepRestrictions.ofApi(List.of()).check(restoring)))
                .isNotNull();
    }
}
