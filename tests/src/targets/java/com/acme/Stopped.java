/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Stops at safepoints that are no collections. It waits for a file /tmp/go, then dumps its threads
 * about three times a second, and calls System.gc() after every fifth dump; prints DONE and rests.
 * Argument: number of dumps.
 */
public final class Stopped {
    private static final Path GO = Paths.get("/tmp/go");
    private static final int THREADS = 100;
    private static final int COLLECT_EVERY = 5;
    private static final long APART_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private Stopped() {}

    public static void main(String[] args) {
        for (int i = 0; i < THREADS; i++) {
            Thread parked = new Thread(() -> LockSupport.parkNanos(Long.MAX_VALUE));
            parked.setDaemon(true);
            parked.start();
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Ready.print();
        while (!Files.exists(GO)) {
            LockSupport.parkNanos(APART_NANOS);
        }
        for (int i = 1; i <= Integer.parseInt(args[0]); i++) {
            threads.dumpAllThreads(true, true);
            LockSupport.parkNanos(APART_NANOS);
            if (i % COLLECT_EVERY == 0) {
                System.gc();
                LockSupport.parkNanos(APART_NANOS);
            }
        }
        System.out.println("DONE");
        System.out.flush();
        LockSupport.parkNanos(Long.MAX_VALUE);
    }
}
