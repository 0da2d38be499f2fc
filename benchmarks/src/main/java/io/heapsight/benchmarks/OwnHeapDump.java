/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.benchmarks;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a dump of this JVM as {@code jcmd GC.heap_dump -all} does: with unreachable objects. */
final class OwnHeapDump {
    private OwnHeapDump() {}

    /** Writes a dump in which {@code kept} is reachable. */
    static void write(String file, Object kept) throws IOException {
        // Renamed when it is complete: a folder of dumps never has a partial one.
        Path unfinished = Path.of(file + ".unfinished.hprof");
        Files.deleteIfExists(unfinished);
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpHeap(unfinished.toString(), false);
        } finally {
            Reference.reachabilityFence(kept);
        }
        Files.move(unfinished, Path.of(file));
    }
}
