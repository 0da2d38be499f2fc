/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.SampleRing;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.perfdata.GcutilSpace;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Makes a run from earlier samples. The run begins with the first sample of a time span and ends
 * with the last one. It contains the fields of samples. It lacks collectors, pools, host CPU and
 * logged lines, because the ring buffer of samples does not contain them.
 */
final class PastRunBuilder {
    private static final List<RunColumn> COLUMNS =
            Arrays.stream(SampleField.values()).map(RunColumn::of).toList();
    private static final int LEAST_SAMPLES = 2;

    private PastRunBuilder() {}

    /**
     * Reads the samples of a time span.
     *
     * @param sampled the target's samples; empty before the first tick
     * @param clockChanges since the previous run, in sentences
     * @throws ProblemException if the time span has fewer than two samples, or more than fit into
     *     memory
     */
    static Run of(
            PastRunRequest request,
            TargetJvm target,
            Optional<TargetMonitor> sampled,
            List<String> clockChanges)
            throws ProblemException {
        TargetMonitor monitor =
                sampled.orElseThrow(
                        () ->
                                new ProblemException(
                                        Problem.Kind.UNAVAILABLE,
                                        "The target has no samples",
                                        target.label() + " is not sampled.",
                                        "Try again in a second."));
        double fresh = monitor.latest().map(PastRunBuilder::freshness).orElse(Double.NaN);
        return of(request, monitor.jvm(), monitor.samples(), fresh, clockChanges);
    }

    /**
     * Reads the samples of a time span.
     *
     * @param fresh 1 if the heap's figures are current, 0 if not, NaN if unknown
     * @param clockChanges changes of the machine's clock since the previous run, in sentences;
     *     earlier changes don't matter, because all sample times use the current setting
     * @throws ProblemException if the time span has fewer than two samples, or more than fit into
     *     memory
     */
    static Run of(
            PastRunRequest request,
            TargetJvm jvm,
            SampleRing ring,
            double fresh,
            List<String> clockChanges)
            throws ProblemException {
        RunSamples samples = samples(request, ring, fresh);
        if (samples.size() < LEAST_SAMPLES) {
            throw new ProblemException(none(jvm, ring.epochMillis()));
        }
        return new Run(
                request.name(),
                RunTarget.of(jvm),
                jvm.flags().all().stream().map(flag -> flag.shown()).toList(),
                RunLimits.of(jvm, field -> samples.value(field, 0)),
                request.labels(),
                samples.at(0),
                Optional.of(samples.at(samples.size() - 1)),
                samples,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                clockChanges);
    }

    private static RunSamples samples(PastRunRequest request, SampleRing ring, double fresh)
            throws ProblemException {
        RunSamples.Builder samples = new RunSamples.Builder(RunDraft.usualBytes());
        try {
            ring.between(
                    request.from().toEpochMilli(),
                    request.to().toEpochMilli(),
                    (row, at) -> {
                        samples.begin(at);
                        for (int i = 0; i < row.length; i++) {
                            samples.put(COLUMNS.get(i), row[i]);
                        }
                        samples.put(RunColumn.HEAP_FRESH, fresh);
                    });
        } catch (IllegalArgumentException e) {
            throw new ProblemException(
                    Problem.Kind.NO_ROOM,
                    "The run is too long",
                    String.valueOf(e.getMessage()),
                    "Choose a shorter time.",
                    e);
        }
        return samples.build();
    }

    /** Returns the freshness of all samples of a process: that of the newest one. */
    private static double freshness(Sample latest) {
        return latest.isFresh(GcutilSpace.E) && latest.isFresh(GcutilSpace.O) ? 1 : 0;
    }

    private static Problem none(TargetJvm jvm, long[] times) {
        String known =
                times.length == 0
                        ? "There are no samples of %s yet.".formatted(jvm.name())
                        : "Samples of %s are from %s to %s."
                                .formatted(
                                        jvm.name(),
                                        second(times[0]),
                                        second(times[times.length - 1]));
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "No samples in this time",
                known,
                "Choose a time with at least two samples.");
    }

    private static Instant second(long epochMillis) {
        return Instant.ofEpochMilli(epochMillis).truncatedTo(ChronoUnit.SECONDS);
    }
}
