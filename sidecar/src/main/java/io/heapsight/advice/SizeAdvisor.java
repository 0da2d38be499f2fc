/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

/** Makes a recommendation on a size that has to suit the other sizes of the answer. */
interface SizeAdvisor extends Advisor {
    /** What follows from the sizes that were decided together. */
    Advice advise(Sizing sizes);

    @Override
    default Advice advise(Observation seen) {
        return advise(Sizing.of(seen));
    }
}
