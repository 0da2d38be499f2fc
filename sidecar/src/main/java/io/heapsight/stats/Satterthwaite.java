/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.stats;

/**
 * Computes the Welch–Satterthwaite degrees of freedom of a difference between samples of unequal
 * variance.
 */
final class Satterthwaite {
    private Satterthwaite() {}

    /**
     * Returns degrees of freedom by Welch and Satterthwaite. Two zero variances count as equal.
     * Very small ones do not underflow, since only their shares are squared. If a variance is NaN
     * or both are infinite, returns the smaller degrees of freedom.
     *
     * @param one variance of one side's value
     * @param oneFreedom degrees of freedom of that variance
     */
    static double freedom(double one, double oneFreedom, double other, double otherFreedom) {
        double share = one + other == 0 ? 0.5 : one / (one + other);
        return Double.isNaN(share)
                ? Math.min(oneFreedom, otherFreedom)
                : 1 / (share * share / oneFreedom + (1 - share) * (1 - share) / otherFreedom);
    }
}
