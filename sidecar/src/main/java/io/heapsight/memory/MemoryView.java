/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.CodeHeap;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.unit.Reading;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The memory of a target and its container at one moment.
 *
 * @param flags reported by the JVM; none if it can't be queried
 * @param metaspaceCommittedBytes empty if the target can't be queried
 * @param table Missing with the reason if the target's mappings can't be read
 * @param notes about uncertainties, with remedies
 * @param codeHeaps segments of the code cache; empty on JDK 8, and if the JVM accepts no command
 * @param nativeGrowth since the sidecar's first reading; empty without native memory tracking, and
 *     at the first reading
 */
public record MemoryView(
        TargetJvm jvm,
        Instant takenAt,
        HeapFlags flags,
        OptionalLong metaspaceCommittedBytes,
        Reading<MemoryTable> table,
        List<String> notes,
        List<CodeHeap> codeHeaps,
        Optional<NativeGrowth> nativeGrowth,
        Container container,
        Forecast forecast) {
    /**
     * The container's figures; empty if the kernel doesn't report them.
     *
     * @param limitBytes hard limit, at which the kernel kills
     * @param highBytes {@code memory.high}, at which the kernel throttles
     * @param usageBytes all charged memory: the sum of anonymous memory, files, kernel, sockets,
     *     swap cache and {@link #otherBytes}
     * @param shmemBytes the part of fileBytes that the kernel can't reclaim: shared memory, tmpfs
     * @param swapCachedBytes pages being moved to or from swap
     * @param swapBytes swapped out, which is not part of the usage
     * @param zswappedBytes the part of swapBytes that zswap holds in memory
     * @param zswapBytes its size in memory, compressed: part of kernelBytes
     */
    public record Container(
            OptionalLong limitBytes,
            OptionalLong highBytes,
            OptionalLong softLimitBytes,
            OptionalLong minBytes,
            OptionalLong swapLimitBytes,
            OptionalLong usageBytes,
            OptionalLong workingSetBytes,
            OptionalLong anonBytes,
            OptionalLong fileBytes,
            OptionalLong shmemBytes,
            OptionalLong kernelBytes,
            OptionalLong socketBytes,
            OptionalLong swapCachedBytes,
            OptionalLong swapBytes,
            OptionalLong zswappedBytes,
            OptionalLong zswapBytes) {
        /** Returns whether the kernel throttles before it kills. */
        public boolean isThrottledFirst() {
            return highBytes.isPresent()
                    && highBytes.getAsLong() < limitBytes.orElse(Long.MAX_VALUE);
        }

        /**
         * Returns the swap cache outside other parts: pages that are mapped again count as
         * anonymous.
         */
        public OptionalLong swapCacheBytes() {
            OptionalLong rest = restBytes();
            return rest.isEmpty() || swapCachedBytes.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(Math.min(rest.getAsLong(), swapCachedBytes.getAsLong()));
        }

        /** Returns the part of the usage that the kernel does not break down. */
        public OptionalLong otherBytes() {
            OptionalLong rest = restBytes();
            return rest.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(rest.getAsLong() - swapCacheBytes().orElse(0));
        }

        private OptionalLong restBytes() {
            if (usageBytes.isEmpty() || anonBytes.isEmpty() || fileBytes.isEmpty()) {
                return OptionalLong.empty();
            }
            long parts =
                    anonBytes.getAsLong()
                            + fileBytes.getAsLong()
                            + kernelBytes.orElse(0)
                            + socketBytes.orElse(0);
            return OptionalLong.of(Math.max(0, usageBytes.getAsLong() - parts));
        }

        /** Returns the tighter of hard limit and {@code memory.high}. */
        public OptionalLong effectiveLimitBytes() {
            return isThrottledFirst() ? highBytes : limitBytes;
        }
    }

    public MemoryView {
        notes = List.copyOf(notes);
        codeHeaps = List.copyOf(codeHeaps);
    }

    /** Returns the resident memory of the heap; empty if its pages are unknown. */
    public OptionalLong heapResidentBytes() {
        return table.toOptional().stream()
                .flatMap(known -> known.rows().stream())
                .filter(row -> row.part() == MemoryPart.HEAP)
                .mapToLong(MemoryTable.Row::residentBytes)
                .findFirst();
    }
}
