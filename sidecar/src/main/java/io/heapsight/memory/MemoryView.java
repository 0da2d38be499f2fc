/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.target.TargetJvm;
import io.heapsight.unit.Reading;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * Where the memory of a target and its container is at one moment.
 *
 * @param table Missing says why the target's mappings can't be read
 * @param notes what makes it less sure, and how to mend it
 */
public record MemoryView(
        TargetJvm jvm,
        Instant takenAt,
        Reading<MemoryTable> table,
        List<String> notes,
        Container container,
        Forecast forecast) {
    /**
     * The container's figures; empty where the kernel does not say.
     *
     * @param limitBytes hard limit, where the kernel kills
     * @param highBytes {@code memory.high}, where the kernel throttles
     * @param usageBytes all that is charged: the sum of anonymous memory, files, kernel, sockets,
     *     swap cache and {@link #otherBytes}
     * @param swapCachedBytes pages on their way to or from swap
     * @param swapBytes swapped out, which is no part of the usage
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
            OptionalLong kernelBytes,
            OptionalLong socketBytes,
            OptionalLong swapCachedBytes,
            OptionalLong swapBytes) {
        /** Whether the kernel throttles before it kills. */
        public boolean isThrottledFirst() {
            return highBytes.isPresent()
                    && highBytes.getAsLong() < limitBytes.orElse(Long.MAX_VALUE);
        }

        /**
         * The swap cache, as far as it is in no other part: pages that are mapped again count as
         * anonymous.
         */
        public OptionalLong swapCacheBytes() {
            OptionalLong rest = restBytes();
            return rest.isEmpty() || swapCachedBytes.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(Math.min(rest.getAsLong(), swapCachedBytes.getAsLong()));
        }

        /** What of the usage the kernel does not assign to a part. */
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

        /** The tighter of hard limit and {@code memory.high}. */
        public OptionalLong effectiveLimitBytes() {
            return isThrottledFirst() ? highBytes : limitBytes;
        }
    }

    public MemoryView {
        notes = List.copyOf(notes);
    }
}
