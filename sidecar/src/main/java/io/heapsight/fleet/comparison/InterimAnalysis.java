/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.compare.Comparison;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * One of several planned interim analyses (looks) of a rollout. The looks are at each quarter of
 * the planned window after the start of the candidate. Between two looks, and after the last look,
 * the data and therefore the verdicts stay the same, however often a pipeline runs. No state is
 * necessary.
 *
 * <p>The chance of a false verdict is spent over the looks as O'Brien and Fleming's bounds do, most
 * of it at the last one. The shares add up, so all looks together have at most 5 %, however they
 * depend on each other.
 *
 * @param number from 1 on
 * @param start of the candidate
 * @param end of the data
 * @param alpha chance of a false verdict that it may spend
 * @see <a href="https://doi.org/10.1093/biomet/70.3.659">Lan, DeMets: Discrete sequential
 *     boundaries for clinical trials</a>
 */
record InterimAnalysis(int number, Instant start, Instant end, double alpha) {
    static final int LOOKS = 4;
    private static final double EARLY_RESTARTS = 0.004;
    private static final double ALPHA = Comparison.Terms.USUAL.alpha();

    /**
     * Returns the latest look at a time.
     *
     * @param planned time from the start of the candidate to the last look
     * @throws ProblemException before the first one
     */
    static InterimAnalysis at(Instant now, Instant start, Duration planned)
            throws ProblemException {
        Duration each = planned.dividedBy(LOOKS);
        long passed = Duration.between(start, now).dividedBy(each);
        if (passed < 1) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "Too early for the first look",
                    "The candidate started at %s; the first of %d looks is at %s."
                            .formatted(start, LOOKS, start.plus(each)),
                    "Compare again then, or plan a shorter --window.");
        }
        int number = (int) Math.min(LOOKS, passed);
        return new InterimAnalysis(
                number, start, start.plus(each.multipliedBy(number)), share(number));
    }

    /** Returns the part of the 5 % that a look may spend. */
    static double share(int number) {
        return spent(number) - spent(number - 1);
    }

    private static double spent(int looks) {
        if (looks == 0) {
            return 0;
        }
        double bound = NormalQuantile.above(ALPHA / 2);
        return 2 * NormalQuantile.shareAbove(bound / Math.sqrt((double) looks / LOOKS));
    }

    /**
     * Returns the chance of a false finding that restarts may spend at this look. Restarts spend
     * their chance earlier than rows, because a failing canary should end soon.
     */
    double ofRestarts() {
        return number < LOOKS
                ? EARLY_RESTARTS
                : UnintendedDifferences.SHARE * ALPHA - (LOOKS - 1) * EARLY_RESTARTS;
    }

    /** Describes the look in a sentence. */
    String words() {
        return String.format(
                Locale.ROOT,
                "Look %d of %d, on the data from %s to %s: it spends %.2g %% of the 5 %% chance of"
                        + " a false verdict.",
                number,
                LOOKS,
                start,
                end,
                100 * alpha);
    }
}
