/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Does the work that a recording has to show: computes in {@code hot}, allocates in {@code
 * allocate}, waits for a lock in {@code locked}, reads slowly from the pipe /tmp/known, and leaks
 * into the static field {@code sessions}.
 */
public final class Recorded {
    /** Volatile, so that no frame keeps it while the thread that adds to it is parked. */
    private static volatile Map<Integer, byte[]> sessions = new TreeMap<>();

    private static final Object LOCK = new Object();
    private static final int PIECE = 4096;
    private static final long LONG_WAIT = TimeUnit.MILLISECONDS.toNanos(60);
    private static final long SHORT_WAIT = TimeUnit.MILLISECONDS.toNanos(2);

    private static volatile double sink;
    private static volatile Object last;

    private Recorded() {}

    public static void main(String[] args) throws Exception {
        int made = new ProcessBuilder("mkfifo", "/tmp/known").start().waitFor();
        if (made != 0) {
            throw new IOException("mkfifo: " + made);
        }
        start("computes", Recorded::hot);
        start("allocates", Recorded::allocate);
        start("leaks", Recorded::leak);
        start("locks-1", Recorded::locked);
        start("locks-2", Recorded::locked);
        start("writes", Recorded::write);
        start("reads", Recorded::read);
        Ready.print();
        LockSupport.park();
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void hot() {
        double sum = 0;
        for (long i = 1; ; i++) {
            sum += Math.sqrt(i) / (i + sum);
            if (i % 1000 == 0) {
                sink = sum;
            }
        }
    }

    private static void allocate() {
        while (true) {
            List<long[]> batch = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                batch.add(new long[500]);
            }
            last = batch;
            LockSupport.parkNanos(SHORT_WAIT);
        }
    }

    private static void leak() {
        for (int i = 0; ; i++) {
            byte[] session = new byte[4000]; // not while a frame holds the map
            sessions.put(i, session);
            LockSupport.parkNanos(SHORT_WAIT);
        }
    }

    private static void locked() {
        while (true) {
            synchronized (LOCK) {
                LockSupport.parkNanos(LONG_WAIT);
            }
        }
    }

    private static void write() {
        try (OutputStream out = new FileOutputStream("/tmp/known")) {
            while (true) {
                LockSupport.parkNanos(LONG_WAIT);
                out.write(new byte[PIECE]);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void read() {
        try (InputStream in = new FileInputStream("/tmp/known")) {
            byte[] piece = new byte[PIECE];
            while (in.read(piece) >= 0) {
                sink++;
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
