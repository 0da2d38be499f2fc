/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.file.Path;

/** Dumps of the JVM that runs the tests. */
public final class OwnHeap {
    private OwnHeap() {}

    /**
     * Dumps the reachable objects into a new file of a directory.
     *
     * @param held is among them
     */
    public static Path dumpInto(Path directory, Object held) throws IOException {
        Path file = directory.resolve("own.hprof");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpHeap(file.toString(), true);
            return file;
        } finally {
            Reference.reachabilityFence(held);
        }
    }
}
