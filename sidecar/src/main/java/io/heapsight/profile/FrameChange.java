/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.stats.Estimate;
import io.heapsight.unit.Labelled;

/**
 * The change of a method's share from one profile to another.
 *
 * @param frame "com.acme.Order.total"
 * @param base share of the base's samples with the method in their stack, 0 to 1
 * @param candidate share of the candidate's samples, likewise
 * @param change candidate minus base; its interval is valid for this method alone
 * @param p probability of such a change in any method by chance alone, adjusted for all methods
 *     (Holm)
 * @param verdict the conclusion
 */
public record FrameChange(
        String frame, double base, double candidate, Estimate change, double p, Verdict verdict) {
    /** The conclusion about a change. */
    public enum Verdict implements Labelled {
        GREW,
        SHRANK,
        /** The change may be chance. */
        NO_EVIDENCE,
        /** The files contain no times, so chance can't be estimated. */
        NOT_JUDGED
    }

    /** Returns whether the change exceeds chance. */
    public boolean isReal() {
        return verdict == Verdict.GREW || verdict == Verdict.SHRANK;
    }
}
