/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.stats.Estimate;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One metric in base and candidate.
 *
 * @param base the median over its runs; empty where none has it
 * @param candidate the median over its runs; empty where none has it
 * @param change what lies between them; empty where there is nothing to subtract
 * @param verdict what to make of it
 * @param method how it was found
 * @param reason of the verdict, a sentence
 */
public record Row(
        Metric metric,
        OptionalDouble base,
        OptionalDouble candidate,
        Optional<Change> change,
        Verdict verdict,
        String method,
        String reason) {
    /**
     * Candidate against base.
     *
     * @param difference in the metric's unit
     * @param percent of the base; empty where that is nothing
     * @param hasInterval whether the ends of the estimates mean anything
     */
    public record Change(Estimate difference, Optional<Estimate> percent, boolean hasInterval) {
        /** Two numbers, and nothing that tells how far off they may be. */
        static Change plain(double base, double candidate) {
            double difference = candidate - base;
            Optional<Estimate> percent =
                    base == 0 ? Optional.empty() : Optional.of(exact(100 * difference / base));
            return new Change(exact(difference), percent, false);
        }

        private static Estimate exact(double value) {
            return new Estimate(value, value, value, 0);
        }
    }

    Row with(Verdict found, String why) {
        return new Row(metric, base, candidate, change, found, method, why);
    }
}
