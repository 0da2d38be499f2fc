/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs the warm-up jobs before the recorded job, to load classes, compile code and fill caches. */
record WarmUpJobs(MeasuredJob work, CancelSignal cancel) {
    private static final int STEADY_JOBS = 3;
    private static final int MOST_JOBS = 20;

    /** Maximum difference of equally long jobs, as a share of the shortest. */
    private static final double STEADY_SPREAD = 0.05;

    /** Receives the number of the current job. */
    interface Progress {
        void at(int job);
    }

    /**
     * Runs the warm-up jobs.
     *
     * @return whether the last jobs took equally long; empty without a warm-up
     */
    Optional<Boolean> run(Progress progress) throws ProblemException {
        return switch (work.warmUp()) {
            case MeasuredJob.WarmUp.Jobs(int number) -> {
                for (int job = 1; job <= number; job++) {
                    progress.at(job);
                    once();
                }
                yield Optional.empty();
            }
            case MeasuredJob.WarmUp.Steady _ -> {
                List<Duration> lengths = new ArrayList<>();
                while (!isSteady(lengths) && lengths.size() < MOST_JOBS) {
                    progress.at(lengths.size() + 1);
                    lengths.add(once());
                }
                yield Optional.of(isSteady(lengths));
            }
        };
    }

    private Duration once() throws ProblemException {
        long began = System.nanoTime();
        try (MeasuredJobRun job = new MeasuredJobRun(work, cancel, new Unrecorded())) {
            job.begin();
            Duration ago = job.await();
            return Duration.ofNanos(System.nanoTime() - began).minus(ago);
        }
    }

    static boolean isSteady(List<Duration> lengths) {
        if (lengths.size() < STEADY_JOBS) {
            return false;
        }
        List<Duration> last =
                lengths.subList(lengths.size() - STEADY_JOBS, lengths.size()).stream()
                        .sorted()
                        .toList();
        double spread = last.getLast().minus(last.getFirst()).toNanos();
        return spread <= STEADY_SPREAD * last.getFirst().toNanos();
    }

    private record Unrecorded() implements MeasuredJobRun.Run {
        @Override
        public void records(double done) {}

        @Override
        public boolean isOver() {
            return false;
        }
    }
}
