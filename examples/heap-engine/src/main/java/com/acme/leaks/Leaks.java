/* SPDX-License-Identifier: Apache-2.0 */
package com.acme.leaks;

import io.heapsight.heapdump.DumpOptions;
import io.heapsight.heapdump.GarbageInterval;
import io.heapsight.heapdump.GcRootPath;
import io.heapsight.heapdump.HeapDump;
import io.heapsight.heapdump.HeapDumpException;
import io.heapsight.heapdump.HeapReport;
import io.heapsight.heapdump.LeakSuspect;
import io.heapsight.heapdump.ObjectReference;
import java.io.IOException;
import java.nio.file.Path;

/** Prints the leak suspects of a heap dump, each with what keeps it alive: Leaks FILE. */
public final class Leaks {
    private static final long MEMORY_BYTES = 256L << 20;

    private Leaks() {}

    public static void main(String[] args) throws IOException {
        DumpOptions options =
                DumpOptions.of(MEMORY_BYTES, Path.of(System.getProperty("java.io.tmpdir")));
        try (HeapDump dump = HeapDump.open(Path.of(args[0]), options)) {
            print(dump);
        } catch (HeapDumpException e) {
            System.err.println(args[0] + ": " + e.getMessage());
            System.exit(1);
        }
    }

    private static void print(HeapDump dump) throws IOException, HeapDumpException {
        HeapReport report = dump.report();
        GarbageInterval garbage = report.garbage();
        System.out.printf(
                "%,d objects, %,d bytes; garbage: %,d to %,d bytes%n",
                report.all().objects(),
                report.all().bytes(),
                garbage.atLeast().bytes(),
                garbage.atMost().bytes());
        for (LeakSuspect suspect : report.suspects()) {
            System.out.printf("%n%s: %s%n", suspect.severity(), suspect.sentence());
            if (suspect.address().isPresent()) {
                for (GcRootPath path : dump.pathsToRoots(suspect.address().getAsLong(), 1)) {
                    print(path);
                }
            }
        }
    }

    private static void print(GcRootPath path) {
        System.out.println("  " + path.root());
        for (ObjectReference step : path.steps()) {
            System.out.printf("    %s %s%n", step.object().className(), step.via());
        }
    }
}
