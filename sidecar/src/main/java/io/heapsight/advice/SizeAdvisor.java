/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

/** Makes a recommendation on a size that must fit the other recommended sizes. */
interface SizeAdvisor extends Advisor {
    /** Returns the recommendation from the sizes chosen together. */
    Advice advise(RecommendedSizes sizes);

    @Override
    default Advice advise(TargetObservation seen) {
        return advise(RecommendedSizes.of(seen));
    }
}
