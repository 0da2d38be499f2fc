/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import io.heapsight.compare.Verdict;

/** Verdicts as people read them. */
final class VerdictText {
    /** What intervals are, for a legend. */
    static final String INTERVAL =
            "interval: of the true change, adjusted for the rows of the family; a verdict of a"
                    + " difference is given exactly where it excludes 0";

    private VerdictText() {}

    /** A word or two. */
    static String of(Verdict verdict) {
        return switch (verdict) {
            case BETTER -> "better";
            case WORSE -> "worse";
            case EQUIVALENT -> "equivalent";
            case NO_EVIDENCE -> "no evidence";
            case TOO_FEW_RUNS -> "too few runs";
            case DIFFERS -> "differs";
            case NOT_COMPARABLE -> "-";
        };
    }

    /** What it means, for a legend. */
    static String meaning(Verdict verdict) {
        return switch (verdict) {
            case BETTER, WORSE ->
                    "the difference is there; the chance of any false one in the whole table is 5 %";
            case EQUIVALENT -> "a difference, if any, is smaller than what was said to matter";
            case NO_EVIDENCE -> "could be chance; the interval holds what the change may still be";
            case TOO_FEW_RUNS -> "the change is shown, and can't be judged";
            case DIFFERS ->
                    "these runs differ; whether others would, or why, can't be told from them";
            case NOT_COMPARABLE -> "not comparable, for the reason below";
        };
    }
}
