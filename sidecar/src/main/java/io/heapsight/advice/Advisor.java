/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import java.util.List;

/** Makes the recommendation on one setting from an observation of a target. */
@FunctionalInterface
public interface Advisor {
    /** All advisors, in reading order. */
    List<Advisor> ALL =
            List.of(
                    new MemoryLimitAdvisor(),
                    new HeapSizeAdvisor(),
                    new MetaspaceAdvisor(),
                    new CollectorAdvisor(),
                    new MemoryRequestAdvisor(),
                    new CpuLimitAdvisor(),
                    new NativeMemoryTrackingAdvisor(),
                    new ConcurrentJobsAdvisor());

    /** Returns the recommendation for an observation. */
    Advice advise(TargetObservation seen);
}
