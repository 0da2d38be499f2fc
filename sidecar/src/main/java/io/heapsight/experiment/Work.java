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
 * @param jobs started by its start step, concurrently, if configured
 * @param timeout after which it is aborted
 * @param warmUp jobs before the recorded job
 */
public record Work(
        Step start,
        End end,
        Optional<Records> records,
        OptionalInt jobs,
        Duration timeout,
        WarmUp warmUp)
        implements Plan.Load {
    /** How the end is seen. */
    sealed interface End {
        /** The start has been answered, or its command has ended. */
        record Started() implements End {}

        /** A question is answered so. */
        record Seen(PollCondition condition) implements End {}

        /** The target, which is the job, has ended. */
        record Exit() implements End {}

        /**
         * The end is when its records stopped increasing, after they have not increased for this
         * time.
         */
        record Still(Duration length) implements End {}
    }

    /** How many records a job works on. */
    sealed interface Records {
        /** A number given in the plan. */
        record Known(int number) implements Records {}

        /** A number reported by the target during the job. */
        record Asked(ReportedNumber number) implements Records {}
    }

    /** Jobs that are thrown away. */
    sealed interface WarmUp {
        /** A number of jobs, which the plan gives. */
        record Jobs(int number) implements WarmUp {}

        /** Until they take equally long. */
        record Steady() implements WarmUp {}
    }

    /** Whether the target lives as long as the job does. */
    boolean isTarget() {
        return end instanceof End.Exit;
    }

    /** Everything that is done to the target. */
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

    /** The length is unknown in advance: for progress, a job counts as a minute. */
    @Override
    public Duration length() {
        return Duration.ofMinutes(1);
    }
}
