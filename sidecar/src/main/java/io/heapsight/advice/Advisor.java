/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import java.util.List;

/** Makes the recommendation on one setting from what was observed of a target. */
@FunctionalInterface
public interface Advisor {
    /** All there are, in the order in which people read them. */
    List<Advisor> ALL =
            List.of(
                    new MemoryLimitAdvisor(),
                    new HeapSizeAdvisor(),
                    new MetaspaceAdvisor(),
                    new CollectorAdvisor(),
                    new SoftLimitAdvisor(),
                    new CpuLimitAdvisor(),
                    new NativeMemoryAdvisor(),
                    new JobsAdvisor());

    /** What follows from what is known. */
    Advice advise(Observation seen);
}
