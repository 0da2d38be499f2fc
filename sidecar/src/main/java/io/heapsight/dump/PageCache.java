/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.cgroup.MemoryReading;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;

/** The memory that is left for files of this process. */
public final class PageCache {
    private static final String AVAILABLE = "MemAvailable:";

    /** For the dump itself, which is read meanwhile, and for what was forgotten. */
    private static final ByteSize SPARED = ByteSize.parse("16m");

    private PageCache() {}

    /** What the machine has available, or its container's limit leaves; all files go first. */
    public static long roomBytes() {
        ProcFs own = ProcFs.system();
        return Math.max(0, Math.min(machineBytes(own), container(own)) - SPARED.bytes());
    }

    /** What the machine could give without taking from others, pages of files included. */
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

    private static long container(ProcFs own) {
        return AnalysisMemory.ownContainer(own).map(PageCache::leftBytes).orElse(Long.MAX_VALUE);
    }

    /**
     * What a container's limit leaves beside what can't be taken away; without limit, everything.
     */
    static long leftBytes(MemoryReading memory) {
        long held = memory.parts().anonBytes().orElse(memory.workingSetBytes());
        return memory.limitBytes().isPresent()
                ? memory.limitBytes().getAsLong() - held
                : Long.MAX_VALUE;
    }
}
