/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

/** Makes a recommendation on a size that must fit the other sizes of the answer. */
interface SizeAdvisor extends Advisor {
    /** The recommendation from the sizes that were chosen together. */
    Advice advise(Sizing sizes);

    @Override
    default Advice advise(Observation seen) {
        return advise(Sizing.of(seen));
    }
}
