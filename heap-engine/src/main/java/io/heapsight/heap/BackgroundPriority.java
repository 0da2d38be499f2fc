/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Gives this process background priority: it yields to all others, and is the first to be killed
 * when memory runs out.
 */
@SuppressWarnings("restricted") // the launcher and the manifest enable native access
public final class BackgroundPriority {
    private static final int PRIO_PROCESS = 0;
    private static final int NICE = 10;

    private BackgroundPriority() {}

    /**
     * Lowers the priority as far as the kernel permits. Later threads inherit the niceness of the
     * thread that starts them.
     */
    public static void set() {
        try {
            // Linux has a niceness for each thread, including the compiler's and the collector's.
            MethodHandle setpriority = setpriority();
            try (DirectoryStream<Path> threads =
                    Files.newDirectoryStream(Path.of("/proc/self/task"))) {
                for (Path thread : threads) {
                    int id = Integer.parseInt(thread.getFileName().toString());
                    int _ = (int) setpriority.invokeExact(PRIO_PROCESS, id, NICE);
                }
            }
            Files.writeString(Path.of("/proc/self/oom_score_adj"), "1000");
        } catch (IOException _) {
            return; // not permitted: the usual priority stays
        } catch (Throwable e) {
            throw new IllegalStateException("a native call with the wrong types", e);
        }
    }

    private static MethodHandle setpriority() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("setpriority").orElseThrow(),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    }
}
