/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A job that is measured from its start to its end.
 *
 * @param records processed by it
 * @param jobs concurrent jobs that its start step starts, if configured
 * @param timeout after which it is aborted
 * @param warmUp jobs before the recorded job
 */
public record MeasuredJob(
        Step start,
        End end,
        Optional<Records> records,
        OptionalInt jobs,
        Duration timeout,
        WarmUp warmUp)
        implements ExperimentPlan.Load {
    /** The ways to detect the end. */
    sealed interface End {
        /** The request of the start is answered, or its command has ended. */
        record Started() implements End {}

        /** A condition holds. */
        record Seen(PollCondition condition) implements End {}

        /** The target, which is the job, has ended. */
        record Exit() implements End {}

        /**
         * The job has ended when its records have not increased for this time; the end is the last
         * increase.
         */
        record Still(Duration length) implements End {}
    }

    /** The number of records of a job. */
    sealed interface Records {
        /** A number given in the plan. */
        record Known(int number) implements Records {}

        /** A number reported by the target during the job. */
        record Asked(ReportedNumber number) implements Records {}
    }

    /** Unrecorded jobs before the recorded one. */
    sealed interface WarmUp {
        /** A number of jobs given in the plan. */
        record Jobs(int number) implements WarmUp {}

        /** Jobs until they take equally long. */
        record Steady() implements WarmUp {}
    }

    /** Returns whether the target ends with the job. */
    boolean isTarget() {
        return end instanceof End.Exit;
    }

    /** Returns all steps that change the target. */
    @Override
    public List<Step> steps() {
        List<Step> steps = new ArrayList<>(List.of(start));
        if (end instanceof End.Seen(PollCondition condition)) {
            steps.add(condition.step());
        }
        if (records.orElse(null) instanceof Records.Asked(ReportedNumber asked)) {
            steps.add(asked.step());
        }
        return steps;
    }

    /** Returns a minute per job, since the length is unknown in advance. */
    @Override
    public Duration length() {
        return Duration.ofMinutes(1);
    }
}
