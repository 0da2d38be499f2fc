/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.stats.Estimate;
import io.heapsight.unit.Labelled;

/**
 * How the share of a method changed from one profile to another.
 *
 * @param frame "com.acme.Order.total"
 * @param base share of the base's samples with the method in their stack, 0 to 1
 * @param candidate share of the candidate's
 * @param change candidate minus base; its interval holds for this method alone
 * @param p the chance of such a change in any method by chance alone, over all methods (Holm)
 * @param verdict the conclusion
 */
public record FrameChange(
        String frame, double base, double candidate, Estimate change, double p, Verdict verdict) {
    /** The conclusion about a change. */
    public enum Verdict implements Labelled {
        GREW,
        SHRANK,
        /** Chance may have made it. */
        NO_EVIDENCE,
        /** The files contain no times, so chance can't be estimated. */
        NOT_JUDGED
    }

    /** Whether it is real, by the tests. */
    public boolean isReal() {
        return verdict == Verdict.GREW || verdict == Verdict.SHRANK;
    }
}
