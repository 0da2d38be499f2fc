/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import io.heapsight.compare.Verdict;

/** Describes verdicts to users. */
final class VerdictText {
    /** The explanation of intervals, for a legend. */
    static final String INTERVAL =
            "confidence interval of the true change, adjusted for the rows of the family; a"
                    + " difference is reported exactly if it excludes 0";

    private VerdictText() {}

    /** Returns the verdict in a word or two. */
    static String of(Verdict verdict) {
        return of(verdict, "run");
    }

    /**
     * Returns the verdict in a word or two.
     *
     * @param unit what is compared: {@code run} or {@code pod}
     */
    static String of(Verdict verdict, String unit) {
        return switch (verdict) {
            case BETTER -> "better";
            case WORSE -> "worse";
            case EQUIVALENT -> "equivalent";
            case NO_EVIDENCE -> "no evidence";
            case TOO_FEW_RUNS -> "too few " + unit + "s";
            case DIFFERS -> "differs";
            case NOT_COMPARABLE -> "-";
        };
    }

    /**
     * Returns the meaning, for a legend.
     *
     * @param unit what is compared: {@code run} or {@code pod}
     */
    static String meaning(Verdict verdict, String unit) {
        return switch (verdict) {
            case BETTER, WORSE ->
                    "a real difference; the probability of any false one in the whole table is 5 %";
            case EQUIVALENT -> "a difference, if any, is below the relevant change";
            case NO_EVIDENCE ->
                    "the difference may be chance; the interval contains the possible true changes";
            case TOO_FEW_RUNS -> "the change is shown, but can't be judged";
            case DIFFERS ->
                    "these %ss differ; whether others would, and the cause, are unknown"
                            .formatted(unit);
            case NOT_COMPARABLE -> "not comparable; see the reason below";
        };
    }
}
