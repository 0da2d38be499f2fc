/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.DurationFormatter;
import io.heapsight.fleet.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.commons.numbers.combinatorics.LogBinomialCoefficient;

/**
 * Finds the differences between two arms of pods other than the intended one.
 *
 * @param rare chance with which equal arms may differ in their restarts
 */
record UnintendedDifferences(FleetArm base, FleetArm candidate, double rare) {
    /**
     * Share of the chance of a false verdict that restarts may spend. Only more restarts prevent a
     * comparison, and in half of the false verdicts on rows the candidate is worse. In sum, equal
     * arms fail a gate in at most 5 % of the comparisons.
     */
    static final double SHARE = 0.5;

    /**
     * Pods that never ran prevent a comparison from this number and share on, whatever the chance.
     */
    private static final int LEAST_LOOPS = 2;

    private static final double MANY_LOOPS = 0.25;

    private static final Duration YOUNG = Duration.ofHours(2);
    private static final double YOUNGER = 2;

    /**
     * Returns differences that prevent a comparison, without a full stop. Restarts count from the
     * time at which both arms ran, because the older arm had more time to restart.
     */
    List<String> obstacles() {
        List<String> obstacles = new ArrayList<>();
        restarts().ifPresent(obstacles::add);
        Set<String> here = base.nodeTypes();
        Set<String> there = candidate.nodeTypes();
        if (!here.isEmpty() && !there.isEmpty() && here.stream().noneMatch(there::contains)) {
            obstacles.add(
                    "the node types differ: %s / %s"
                            .formatted(String.join(", ", here), String.join(", ", there)));
        }
        return obstacles;
    }

    private Optional<String> restarts() {
        int since = together();
        int baseLoops = base.crashLoops().since(since);
        int loops = candidate.crashLoops().since(since);
        int before = base.restartsSince(since) + baseLoops;
        int after = candidate.restartsSince(since) + loops;
        int basePods = base.podsSince(since) + baseLoops;
        int candidatePods = candidate.podsSince(since) + loops;
        if (baseLoops == 0 && loops >= LEAST_LOOPS && loops >= MANY_LOOPS * candidatePods) {
            return Optional.of(
                    "%d of %d pods of %s restarted before their first scrape"
                            .formatted(loops, candidatePods, candidate.name()));
        }
        if (chance(before, basePods, after, candidatePods) < rare) {
            return Optional.of(
                    "the pods of %s restarted more often: %d of %d, and %d of %d of %s"
                            .formatted(
                                    candidate.name(),
                                    after,
                                    candidatePods,
                                    before,
                                    basePods,
                                    base.name()));
        }
        return Optional.empty();
    }

    /**
     * Returns the index of the time from which both arms ran. Returns 0 if most pods of one arm had
     * ended: then the arms ran one after the other.
     */
    private int together() {
        int start = Math.max(base.start(), candidate.start());
        boolean isBoth =
                2 * base.podsSince(start) >= base.table().pods().size()
                        && 2 * candidate.podsSince(start) >= candidate.table().pods().size();
        return isBoth ? start : 0;
    }

    /**
     * Returns the chance that, with equal arms, the candidate has at least so many of all restarted
     * pods. This is Fisher's exact test in one direction.
     *
     * @param before number of pods of the base that restarted
     * @param base number of its pods
     * @param after number of pods of the candidate that restarted
     * @param candidate number of its pods
     */
    static double chance(int before, int base, int after, int candidate) {
        int all = before + after;
        double chance = 0;
        for (int restarts = after; restarts <= Math.min(all, candidate); restarts++) {
            chance +=
                    Math.exp(
                            ways(candidate, restarts)
                                    + ways(base, all - restarts)
                                    - ways(base + candidate, all));
        }
        return chance;
    }

    /** Returns the logarithm of the binomial coefficient. */
    private static double ways(int of, int chosen) {
        return chosen > of ? Double.NEGATIVE_INFINITY : LogBinomialCoefficient.value(of, chosen);
    }

    /** Returns a note if one arm is younger: memory and compiled code may still grow. */
    Optional<String> age() {
        OptionalDouble one = medianAge(base);
        OptionalDouble other = medianAge(candidate);
        if (one.isEmpty() || other.isEmpty()) {
            return Optional.empty();
        }
        double baseAge = one.getAsDouble();
        double candidateAge = other.getAsDouble();
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
        return DurationFormatter.of(Duration.ofMinutes(Math.max(1, Math.round(seconds / 60))));
    }

    /** Returns the median age of an arm's pods at the end of the window, in seconds. */
    private static OptionalDouble medianAge(FleetArm arm) {
        double[] starts =
                arm.kept().stream()
                        .map((Pod pod) -> arm.life(pod).started())
                        .filter(OptionalDouble::isPresent)
                        .mapToDouble(OptionalDouble::getAsDouble)
                        .toArray();
        Arrays.sort(starts);
        return starts.length == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        arm.table().grid().end().toEpochMilli() / 1e3 - starts[starts.length / 2]);
    }
}
