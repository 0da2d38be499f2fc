/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.util.List;

/**
 * The samples of a profile, by stack.
 *
 * @param event what was sampled
 * @param engine how the kernel told of it: "perf_events", "ctimer" or "itimer" for CPU time; empty
 *     where that isn't known
 * @param seconds from the first sample to the last; 0 where that isn't known
 * @param blocks how many blocks of equal time there are; 1 where times are not known
 * @param stacks in no order
 */
public record SampledProfile(
        ProfileEvent event, String engine, double seconds, int blocks, List<SampledStack> stacks) {
    /** All stacks together, in the event's unit. */
    public long weight() {
        return stacks.stream().mapToLong(SampledStack::weight).sum();
    }

    public long samples() {
        return stacks.stream().mapToLong(SampledStack::samples).sum();
    }
}
