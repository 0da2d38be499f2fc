/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import java.util.OptionalLong;

/**
 * The memory figures of a cgroup at one moment. Values that the kernel doesn't report are empty.
 *
 * @param usageBytes all memory charged to it, page cache included
 * @param workingSetBytes the usage minus inactive file pages, as the kubelet computes it
 * @param limits of the group
 * @param parts of the usage
 * @param events counts of reached limits
 */
public record MemoryReading(
        long usageBytes, long workingSetBytes, Limits limits, Parts parts, Events events) {
    /**
     * The limits of a group.
     *
     * @param hardBytes the tightest of the group and the groups above it: beyond it, the kernel
     *     kills a process
     * @param highBytes {@code memory.high}, the tightest of the group and the groups above it:
     *     beyond it the kernel throttles the group and reclaims memory. Version 2 only
     * @param softBytes above it the kernel reclaims first. Version 1: {@code
     *     memory.soft_limit_in_bytes}. Version 2: {@code memory.low}, to which a reservation is
     *     mapped, or else {@code memory.high}
     * @param minBytes {@code memory.min}, which the kernel never reclaims. Version 2 only
     * @param swapBytes swap limit, the tightest of the group and the groups above it
     */
    public record Limits(
            OptionalLong hardBytes,
            OptionalLong highBytes,
            OptionalLong softBytes,
            OptionalLong minBytes,
            OptionalLong swapBytes) {}

    /**
     * Number of times that limits were reached since the creation of the group.
     *
     * @param high allocations that the kernel throttled at {@code memory.high}. Version 2 only
     * @param max allocations that reached the hard limit and made the kernel reclaim memory
     * @param oomKills processes that the kernel killed because the group exceeded its limit;
     *     version 2 includes the groups below
     */
    public record Events(OptionalLong high, OptionalLong max, OptionalLong oomKills) {}

    /**
     * The parts of the usage.
     *
     * @param anonBytes heap, stacks, metaspace: not reclaimable
     * @param fileBytes page cache, and files in memory such as those of a tmpfs
     * @param shmemBytes the part of fileBytes that is not reclaimable: shared memory, such as the
     *     heap of ZGC, and files of a tmpfs
     * @param kernelBytes kernel memory: page tables, slabs; on v2 without socket buffers
     * @param socketBytes buffers of sockets. Version 2 only; version 1 counts them as kernel memory
     * @param swapCachedBytes pages that are being moved to or from swap, part of the usage and of
     *     swap; pages that are mapped again also count as anonymous
     * @param swapBytes swapped out; not part of the usage
     * @param zswappedBytes the part of swapBytes that zswap holds in memory. Version 2 only
     * @param zswapBytes its size in memory, compressed: part of kernelBytes
     */
    public record Parts(
            OptionalLong anonBytes,
            OptionalLong fileBytes,
            OptionalLong shmemBytes,
            OptionalLong kernelBytes,
            OptionalLong socketBytes,
            OptionalLong swapCachedBytes,
            OptionalLong swapBytes,
            OptionalLong zswappedBytes,
            OptionalLong zswapBytes) {}

    /** The lower of hard limit and {@code memory.high}; empty if there is none. */
    public OptionalLong limitBytes() {
        return EcsTaskLimits.tighter(limits.hardBytes(), limits.highBytes());
    }
}
