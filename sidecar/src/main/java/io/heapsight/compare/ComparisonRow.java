/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.stats.Estimate;
import io.heapsight.unit.Labelled;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A row of a comparison: a metric in base and candidate, and the verdict.
 *
 * @param values of the runs
 * @param base median over its runs; empty without values
 * @param candidate median over its runs; empty without values
 * @param change the difference; empty if a median is missing
 * @param verdict on the change
 * @param evidence of the verdict
 * @param method of the test
 * @param reason of the verdict, a sentence
 */
public record ComparisonRow(
        Metric metric,
        Values values,
        OptionalDouble base,
        OptionalDouble candidate,
        Optional<Change> change,
        Verdict verdict,
        Evidence evidence,
        String method,
        String reason) {
    /**
     * One number per run; NaN if it is missing. Arrays are read only; instances are never compared.
     *
     * @param base in the order of the arm's runs
     * @param candidate in the order of the arm's runs
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Values(double[] base, double[] candidate) {
        static final Values NONE = new Values(new double[0], new double[0]);
    }

    /** The family of rows in which a row is tested. */
    public enum Family implements Labelled {
        /** The primary rows, tested first. */
        PRIMARY,
        /** All other rows. */
        SECONDARY
    }

    /**
     * The result of a test.
     *
     * @param family of the row
     * @param p probability of such a difference by chance in any row of the family; empty without a
     *     test
     * @param leastPercent smallest detectable change; empty if there is none, or if it has no
     *     percentage
     */
    public record Evidence(Family family, OptionalDouble p, OptionalDouble leastPercent) {
        static final Evidence NONE = of(Family.SECONDARY);

        static Evidence of(Family family) {
            return new Evidence(family, OptionalDouble.empty(), OptionalDouble.empty());
        }
    }

    /**
     * Candidate against base.
     *
     * @param difference in the metric's unit
     * @param percent of the base; empty if that is 0
     * @param hasInterval whether the ends of the estimates are meaningful
     */
    public record Change(Estimate difference, Optional<Estimate> percent, boolean hasInterval) {
        /** Creates the change of two values without an error estimate. */
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

    ComparisonRow with(Verdict found, String why) {
        return new ComparisonRow(
                metric, values, base, candidate, change, found, evidence, method, why);
    }

    ComparisonRow with(Evidence known) {
        return new ComparisonRow(
                metric, values, base, candidate, change, verdict, known, method, reason);
    }

    ComparisonRow of(Family family) {
        return with(new Evidence(family, evidence.p(), evidence.leastPercent()));
    }
}
