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
            OptionalLong swapBytes) {
        /** Whether the kernel throttles before it kills. */
        public boolean isThrottledFirst() {
            return highBytes.isPresent()
                    && highBytes.getAsLong() < limitBytes.orElse(Long.MAX_VALUE);
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
