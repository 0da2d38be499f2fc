/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.util.List;

/**
 * The samples of a profile, by stack.
 *
 * @param event the sampled event
 * @param engine the source of samples of CPU time: "perf_events", "ctimer" or "itimer" of the
 *     kernel, "jdk.CPUTimeSample" or "jdk.ExecutionSample" of Flight Recorder; empty if unknown
 * @param seconds from the first sample to the last; 0 if unknown
 * @param blocks number of blocks of equal time; 1 if times are unknown
 * @param stacks unordered
 * @param lost samples that the target could not store
 */
public record SampledProfile(
        ProfileEvent event,
        String engine,
        double seconds,
        int blocks,
        List<SampledStack> stacks,
        long lost) {
    /** A profile without lost samples. */
    SampledProfile(
            ProfileEvent event,
            String engine,
            double seconds,
            int blocks,
            List<SampledStack> stacks) {
        this(event, engine, seconds, blocks, stacks, 0);
    }

    /** Weight of all stacks, in the event's unit. */
    public long weight() {
        return stacks.stream().mapToLong(SampledStack::weight).sum();
    }

    public long samples() {
        return stacks.stream().mapToLong(SampledStack::samples).sum();
    }
}
