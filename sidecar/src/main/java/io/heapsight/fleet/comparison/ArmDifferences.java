/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.DurationText;
import io.heapsight.fleet.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.commons.numbers.combinatorics.LogBinomialCoefficient;

/** Differences of two arms of pods other than the intended one. */
record ArmDifferences(FleetArm base, FleetArm candidate, Instant end) {
    /** Chance of a different share of restarts in equal arms. */
    private static final double RARE = 0.01;

    private static final Duration YOUNG = Duration.ofHours(2);
    private static final double YOUNGER = 2;
    private static final String RESTARTED = "they restarted";

    /** Returns differences that prevent a comparison, without a full stop. */
    List<String> obstacles() {
        List<String> obstacles = new ArrayList<>();
        int before = base.exclusions().count(RESTARTED);
        int after = candidate.exclusions().count(RESTARTED);
        if (isRare(before, base.table().pods().size(), after, candidate.table().pods().size())) {
            obstacles.add(
                    "the pods of %s restarted more often: %d of %d, and %d of %d of %s"
                            .formatted(
                                    candidate.name(),
                                    after,
                                    candidate.table().pods().size(),
                                    before,
                                    base.table().pods().size(),
                                    base.name()));
        }
        Set<String> here = base.nodeTypes();
        Set<String> there = candidate.nodeTypes();
        if (!here.isEmpty() && !there.isEmpty() && here.stream().noneMatch(there::contains)) {
            obstacles.add(
                    "the node types differ: %s / %s"
                            .formatted(String.join(", ", here), String.join(", ", there)));
        }
        return obstacles;
    }

    /** Returns whether the candidate has more of all restarts than chance alone explains. */
    static boolean isRare(int before, int base, int after, int candidate) {
        int all = before + after;
        double chance = 0;
        for (int restarts = after; restarts <= Math.min(all, candidate); restarts++) {
            chance +=
                    Math.exp(
                            ways(candidate, restarts)
                                    + ways(base, all - restarts)
                                    - ways(base + candidate, all));
        }
        return all > 0 && chance < RARE;
    }

    /** Returns the logarithm of the number of ways to choose. */
    private static double ways(int of, int chosen) {
        return chosen > of ? Double.NEGATIVE_INFINITY : LogBinomialCoefficient.value(of, chosen);
    }

    /** Returns a note if one arm is younger: memory and compiled code may still grow. */
    Optional<String> age() {
        OptionalDouble one = medianStart(base);
        OptionalDouble other = medianStart(candidate);
        if (one.isEmpty() || other.isEmpty()) {
            return Optional.empty();
        }
        double seconds = end.toEpochMilli() / 1e3;
        double baseAge = seconds - one.getAsDouble();
        double candidateAge = seconds - other.getAsDouble();
        double younger = Math.min(baseAge, candidateAge);
        if (younger > YOUNG.toSeconds() || Math.max(baseAge, candidateAge) < YOUNGER * younger) {
            return Optional.empty();
        }
        return Optional.of(
                "The pods of %s are %s old, those of %s %s: memory that still grows and code that is still compiled are part of a difference."
                        .formatted(
                                candidate.name(),
                                words(candidateAge),
                                base.name(),
                                words(baseAge)));
    }

    private static String words(double seconds) {
        return DurationText.of(Duration.ofMinutes(Math.max(1, Math.round(seconds / 60))));
    }

    private static OptionalDouble medianStart(FleetArm arm) {
        double[] starts =
                arm.kept().stream()
                        .map((Pod pod) -> arm.life(pod).started())
                        .filter(OptionalDouble::isPresent)
                        .mapToDouble(OptionalDouble::getAsDouble)
                        .toArray();
        Arrays.sort(starts);
        return starts.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(starts[starts.length / 2]);
    }
}
