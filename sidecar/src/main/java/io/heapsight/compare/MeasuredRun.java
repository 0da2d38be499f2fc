/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.jstat.Signal;
import io.heapsight.run.Mark;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunSamples;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a comparison needs of a run. Its samples are let go: those of eight runs of an hour are more
 * than a sidecar has room for.
 */
public final class MeasuredRun {
    /** The kernel counts anonymous memory of a group before it is in a process's figures. */
    private static final double SHARED_FACTOR = 1.2;

    private static final double SHARED_BYTES = 32 << 20;

    private final Run facts;
    private final int samples;
    private final double seconds;
    private final List<Figure> figures;
    private final List<Trend.Curve> curves;
    private final Optional<String> defect;
    private final long fingerprint;
    private final boolean groupShared;

    private MeasuredRun(Run run, boolean repeated) {
        facts = withoutSamples(run);
        samples = run.samples().size();
        seconds = run.duration().toMillis() / 1e3;
        Steps steps = new Steps(run);
        figures =
                Metrics.ALL.stream()
                        .map(definition -> definition.figure().apply(steps))
                        .map(figure -> repeated ? figure.settled() : figure)
                        .toList();
        curves = Trend.curves(steps);
        defect = RunDefect.of(run);
        fingerprint = fingerprint(run);
        groupShared = isGroupShared(run.samples());
    }

    /** Of what was sampled and when: two runs that have the same are one. */
    private static long fingerprint(Run run) {
        RunSamples samples = run.samples();
        long hash = run.started().hashCode();
        for (int i = 0; i < samples.size(); i++) {
            hash = 31 * hash + samples.epochMillis(i);
        }
        long columns = 0;
        for (RunColumn column : samples.columns()) {
            columns += 31L * column.path().hashCode() + Arrays.hashCode(samples.values(column));
        }
        return 31 * hash + columns;
    }

    /**
     * Whether the control group holds much more than the process: other programs are in it, or it
     * isn't the target's own.
     */
    private static boolean isGroupShared(RunSamples samples) {
        int more = 0;
        int known = 0;
        double[] anon = samples.values(Signal.CONTAINER_MEMORY_ANON_BYTES);
        double[] resident = samples.values(Signal.RESIDENT_BYTES);
        for (int i = 0; i < anon.length; i++) {
            if (!Double.isNaN(anon[i] + resident[i])) {
                known++;
                more += anon[i] > SHARED_FACTOR * resident[i] + SHARED_BYTES ? 1 : 0;
            }
        }
        return more * 2 > known;
    }

    boolean isGroupShared() {
        return groupShared;
    }

    /** Why it is no measurement of what it says; empty when it is one. */
    Optional<String> defect() {
        return defect;
    }

    /** Whether it is a copy of another one, whatever it is called. */
    boolean isSameAs(MeasuredRun other) {
        return fingerprint == other.fingerprint
                && samples == other.samples
                && facts.started().equals(other.facts.started());
    }

    /** The only run of its arm: how its samples vary is all there is to tell noise by. */
    public static MeasuredRun alone(Run run) {
        return new MeasuredRun(run, false);
    }

    /** One of several of its arm, or one that stands against several: each figure is one number. */
    public static MeasuredRun repeated(Run run) {
        return new MeasuredRun(run, true);
    }

    private static Run withoutSamples(Run run) {
        return new Run(
                run.name(),
                run.target(),
                run.flags(),
                run.limits(),
                run.labels(),
                run.started(),
                run.stopped(),
                RunSamples.NONE,
                run.marks(),
                run.heapAtStart(),
                run.heapAtStop(),
                run.warnings());
    }

    /** All but the samples. */
    public Run facts() {
        return facts;
    }

    /** How many samples there were. */
    public int samples() {
        return samples;
    }

    double seconds() {
        return seconds;
    }

    /** In the order of {@link Metrics#ALL}. */
    Figure figure(int metric) {
        return figures.get(metric);
    }

    /** NaN where there is none. */
    double value(String metric) {
        return figures.get(Metrics.index(metric)).value();
    }

    List<Trend.Curve> curves() {
        return curves;
    }

    /** Units of work by the marks; NaN where there are none. */
    double records() {
        return facts.marks().stream()
                .filter(mark -> mark.kind() == Mark.Kind.RECORDS)
                .mapToDouble(Mark::value)
                .max()
                .orElse(Double.NaN);
    }
}
