/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessStat;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * Detects a long safepoint, such as a long collection, by the states of a JVM's threads. A
 * safepoint is long if the VM thread or a thread of a stop-the-world collection is running in two
 * readings.
 *
 * <p>The kernel keeps 15 characters of a thread's name: the first ones. Since JDK 26, a longer name
 * is kept as its first seven characters, two dots and its last six ("G1 Refi..kers#0"). With G1 and
 * CMS on JDK 8, and with Shenandoah, threads for pauses and for concurrent marking have the same
 * name ("Gang worker#0 ("). There, only the VM thread indicates a pause.
 */
final class SafepointDetector {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(30);

    /** The JVM starts these threads before those of the application. */
    private static final int MOST_THREADS = 40;

    private SafepointDetector() {}

    /** Whether a collection is running, and has been for a moment. */
    static boolean isCollecting(ProcFs procFs, int pid) {
        if (!isBusy(procFs, pid)) {
            return false;
        }
        LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        return isBusy(procFs, pid);
    }

    private static boolean isBusy(ProcFs procFs, int pid) {
        ProcFs tasks = procFs.tasks(pid);
        try {
            int[] ids = tasks.pids();
            Arrays.sort(ids);
            for (int i = 0; i < Math.min(ids.length, MOST_THREADS); i++) {
                if (isBusy(tasks.stat(ids[i]))) {
                    return true;
                }
            }
        } catch (IOException _) {
            return false; // the process ends: the command reports that
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
