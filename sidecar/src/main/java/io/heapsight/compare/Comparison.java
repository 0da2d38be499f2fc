/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Two arms, metric by metric.
 *
 * @param comparable false where something other than what is compared differs
 * @param warnings what a reader should know, in sentences
 * @param rows in the order of {@link Metric.Group}
 * @param notRecorded metrics that no run has
 * @param classes those that differ at the stop, where objects were counted
 */
public record Comparison(
        Arm base,
        Arm candidate,
        boolean comparable,
        List<String> warnings,
        List<Row> rows,
        List<Metric> notRecorded,
        List<ClassChange> classes) {
    public Comparison {
        warnings = List.copyOf(warnings);
        rows = List.copyOf(rows);
        notRecorded = List.copyOf(notRecorded);
        classes = List.copyOf(classes);
    }

    /**
     * Compares.
     *
     * @param subjects what differs on purpose
     */
    public static Comparison between(Arm base, Arm candidate, Set<Subject> subjects) {
        Circumstances circumstances = new Circumstances(base, candidate, subjects);
        List<Obstacle> obstacles = circumstances.obstacles();
        List<String> warnings = new ArrayList<>();
        obstacles.forEach(obstacle -> warnings.add("Not comparable: " + obstacle.reason() + "."));
        boolean repeated = base.isRepeated() || candidate.isRepeated();
        if (repeated) {
            RepeatedRuns.tooFew(base.runs().size(), candidate.runs().size())
                    .ifPresent(reason -> warnings.add("Too few runs: " + reason + "."));
        } else {
            warnings.add(
                    "One run each: a verdict tells that samples differ, not that another pair of"
                            + " runs would; four runs of each would tell.");
        }
        warnings.addAll(circumstances.warnings());
        List<Measured> measured = measure(base, candidate);
        return new Comparison(
                base,
                candidate,
                obstacles.isEmpty(),
                warnings,
                rows(measured.stream().filter(Measured::isRecorded).toList(), obstacles, repeated),
                measured.stream().filter(each -> !each.isRecorded()).map(Measured::metric).toList(),
                ClassChanges.between(base, candidate));
    }

    private static List<Measured> measure(Arm base, Arm candidate) {
        return IntStream.range(0, Metrics.ALL.size())
                .mapToObj(metric -> Measured.of(metric, base, candidate))
                .toList();
    }

    private static List<Row> rows(
            List<Measured> recorded, List<Obstacle> obstacles, boolean repeated) {
        List<Measured> family = recorded.stream().filter(each -> each.missing().isEmpty()).toList();
        if (family.isEmpty()) {
            return recorded.stream().map(each -> each.untested(each.missing().orElse(""))).toList();
        }
        Judgement judgement = repeated ? new RepeatedRuns(family) : new SingleRuns(family);
        List<Row> rows = new ArrayList<>();
        int next = 0;
        for (Measured each : recorded) {
            Optional<String> missing = each.missing();
            if (missing.isPresent()) {
                rows.add(each.untested(missing.get()));
                continue;
            }
            Row row = judgement.judge(each, next);
            next++;
            rows.add(
                    obstacles.stream()
                            .filter(obstacle -> obstacle.hinders(each.metric()))
                            .findFirst()
                            .map(obstacle -> row.with(Verdict.NOT_COMPARABLE, obstacle.reason()))
                            .orElse(row));
        }
        return rows;
    }
}
