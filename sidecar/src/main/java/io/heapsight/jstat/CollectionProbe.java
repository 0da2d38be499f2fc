/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessStat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Finds out from the states of a JVM's threads whether it is in a safepoint that lasts, such as a
 * long collection: its VM thread or a thread of a stop-the-world collection is running in two
 * looks.
 *
 * <p>The kernel keeps 15 characters of a thread's name: the first ones, or since JDK 26, of a
 * longer name, the first seven, two dots and the last six ("G1 Refi..kers#0"). With G1 and CMS on
 * JDK 8, those who collect have the name of those who mark concurrently ("Gang worker#0 ("), and
 * with Shenandoah too: there, only the VM thread tells.
 */
final class CollectionProbe {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(30);

    /** The JVM starts these threads before those of the application. */
    private static final int MOST_THREADS = 40;

    private static final int STAT_BYTES = 1024;

    private CollectionProbe() {}

    /** Whether a collection runs, and has done so for a moment. */
    static boolean isCollecting(ProcFs procFs, int pid) {
        if (!isBusy(procFs, pid)) {
            return false;
        }
        LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        return isBusy(procFs, pid);
    }

    private static boolean isBusy(ProcFs procFs, int pid) {
        Path tasks = procFs.of(pid).resolve("task");
        try {
            List<Integer> ids =
                    procFs.files().list(tasks).stream()
                            .filter(name -> name.matches("\\d{1,10}"))
                            .map(Integer::valueOf)
                            .sorted()
                            .limit(MOST_THREADS)
                            .toList();
            for (int id : ids) {
                Path stat = tasks.resolve(Integer.toString(id)).resolve("stat");
                byte[] line = procFs.files().read(stat, 0, STAT_BYTES);
                if (isBusy(ProcessStat.parse(line, line.length))) {
                    return true;
                }
            }
        } catch (IOException | NumberFormatException _) {
            return false; // it ends: the command will say so
        }
        return false;
    }

    private static boolean isBusy(ProcessStat thread) {
        boolean isRunning = thread.state() == 'R' || thread.state() == 'D';
        return isRunning
                && (thread.comm().equals("VM Thread")
                        || thread.comm().startsWith("GC Thread#")
                        || thread.comm().startsWith("GC task thread#")); // Parallel, JDK 8
    }
}
