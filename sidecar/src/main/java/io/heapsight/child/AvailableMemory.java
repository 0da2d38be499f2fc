/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.child;

import io.heapsight.cgroup.MemoryReading;
import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;

/** Computes the memory that is available for tables and for pages of files. */
final class AvailableMemory {
    private static final String AVAILABLE = "MemAvailable:";

    private AvailableMemory() {}

    /** The machine's available memory, including page cache. */
    static long machineBytes(ProcFs own) {
        try (Stream<String> lines = Files.lines(own.root().resolve("meminfo"))) {
            return lines.filter(line -> line.startsWith(AVAILABLE))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException | NumberFormatException _) {
            return Long.MAX_VALUE;
        }
    }

    /**
     * The memory that a container's limit leaves besides non-reclaimable memory; unlimited without
     * a limit.
     */
    static long leftBytes(MemoryReading memory) {
        long held = memory.parts().anonBytes().orElse(memory.workingSetBytes());
        return memory.limitBytes().isPresent()
                ? memory.limitBytes().getAsLong() - held
                : Long.MAX_VALUE;
    }
}
