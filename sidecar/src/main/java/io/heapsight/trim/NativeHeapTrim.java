/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trim;

import io.heapsight.memory.MallocInfo;
import io.heapsight.proc.ResidentMemory;
import io.heapsight.unit.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * The result of one trim of a target's native heap.
 *
 * @param pid of the target
 * @param name of the target
 * @param trimmedAt when the command was sent
 * @param before resident memory before the trim
 * @param after resident memory after the JVM's answer
 * @param took from the request to the JVM's answer
 * @param answer the JVM's words
 * @param malloc glibc's figures before the trim
 * @param notes why the trim released no memory, or which figures are unknown
 */
public record NativeHeapTrim(
        int pid,
        String name,
        Instant trimmedAt,
        Reading<ResidentMemory> before,
        Reading<ResidentMemory> after,
        Duration took,
        String answer,
        Reading<MallocInfo> malloc,
        List<String> notes) {
    public NativeHeapTrim {
        notes = List.copyOf(notes);
    }

    /**
     * Returns the decrease of resident and swapped memory; negative if the program allocated more
     * during the trim, empty if unknown.
     */
    public OptionalLong returnedBytes() {
        return returned(before, after);
    }

    /** Returns the duration in seconds. */
    public double seconds() {
        return took.toNanos() / 1e9;
    }

    static OptionalLong returned(Reading<ResidentMemory> before, Reading<ResidentMemory> after) {
        if (before instanceof Reading.Present<ResidentMemory>(var old)
                && after instanceof Reading.Present<ResidentMemory>(var now)
                && old.source() == now.source()) {
            long swapped =
                    old.swapBytes().isPresent() && now.swapBytes().isPresent()
                            ? old.swapBytes().getAsLong() - now.swapBytes().getAsLong()
                            : 0;
            return OptionalLong.of(old.bytes() - now.bytes() + swapped);
        }
        return OptionalLong.empty();
    }
}
