/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import java.util.OptionalLong;

/**
 * The memory figures of a cgroup at one moment. What the kernel doesn't report is empty.
 *
 * @param usageBytes all that is charged to it, page cache included
 * @param workingSetBytes the usage minus inactive file pages, as the kubelet computes it
 * @param limits what it may use
 * @param parts what the usage is made of
 * @param oomKills processes that the kernel has killed since the group exceeded its limit; version
 *     2 counts those of the groups below, too
 */
public record MemoryReading(
        long usageBytes, long workingSetBytes, Limits limits, Parts parts, OptionalLong oomKills) {
    /**
     * What a group may use.
     *
     * @param hardBytes the tightest of the group and those above it: beyond it the kernel kills
     * @param softBytes where the kernel begins to take memory back. Version 1: {@code
     *     memory.soft_limit_in_bytes}. Version 2: {@code memory.low}, which is what a reservation
     *     becomes there, or else {@code memory.high}
     */
    public record Limits(OptionalLong hardBytes, OptionalLong softBytes) {}

    /**
     * What the usage is made of.
     *
     * @param anonBytes heap, stacks, metaspace: what can't be dropped
     * @param fileBytes page cache, and files in memory such as those of a tmpfs
     * @param shmemBytes of these, what can't be dropped: shared memory, such as the heap of ZGC,
     *     and files of a tmpfs
     * @param kernelBytes what the kernel holds for it: page tables, socket buffers
     * @param swapBytes swapped out; not part of the usage
     */
    public record Parts(
            OptionalLong anonBytes,
            OptionalLong fileBytes,
            OptionalLong shmemBytes,
            OptionalLong kernelBytes,
            OptionalLong swapBytes) {}

    /** The tightest hard limit; empty when there is none. */
    public OptionalLong limitBytes() {
        return limits.hardBytes();
    }
}
