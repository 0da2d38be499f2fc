/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Spends known shares: of CPU time 70 % in {@code hot} and the rest in {@code cool}; of allocation
 * 90 % in {@code big} and the rest in {@code small}; of waiting for locks 90 % in {@code waitsLong}
 * and the rest in {@code waitsShort}; of the time of one thread 75 % in {@code longNap} and the
 * rest in {@code shortNap}. The argument {@code idle} makes it use a fraction of a processor.
 */
public final class Shares {
    private static final int UNIT = 20_000;
    private static final Object LONG = new Object();
    private static final Object SHORT = new Object();
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private static volatile boolean idle;
    private static volatile double sink;
    private static volatile Object last;

    /** The lock is held until the other thread has waited for its share. */
    private static volatile Object held;

    private Shares() {}

    public static void main(String[] args) {
        idle = args.length > 0 && args[0].equals("idle");
        start("computes", Shares::compute);
        start("allocates", Shares::allocate);
        start("holds", Shares::hold);
        start("waits", Shares::waitFor);
        start("naps", Shares::nap);
        Ready.print();
        LockSupport.park();
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void compute() {
        while (true) {
            for (int i = 0; i < 7; i++) {
                sink = hot(sink);
            }
            for (int i = 0; i < 3; i++) {
                sink = cool(sink);
            }
            if (idle) {
                LockSupport.parkNanos(25 * MILLI);
            }
        }
    }

    private static double hot(double from) {
        double sum = from;
        for (int i = 1; i < UNIT; i++) {
            sum += Math.sqrt(i) / (i + sum);
        }
        return sum;
    }

    private static double cool(double from) {
        double sum = from;
        for (int i = 1; i < UNIT; i++) {
            sum += Math.sqrt(i) / (i + sum);
        }
        return sum;
    }

    private static void allocate() {
        while (true) {
            for (int i = 0; i < 10; i++) {
                last = big();
                last = small();
            }
            LockSupport.parkNanos(MILLI);
        }
    }

    private static Object big() {
        return new byte[9_000];
    }

    private static Object small() {
        return new byte[1_000];
    }

    private static void hold() {
        while (true) {
            hold(LONG, 18);
            hold(SHORT, 2);
        }
    }

    private static void hold(Object lock, long millis) {
        synchronized (lock) {
            held = lock;
            LockSupport.parkNanos(millis * MILLI);
        }
        while (held == lock) {
            LockSupport.parkNanos(MILLI / 10);
        }
    }

    private static void waitFor() {
        while (true) {
            if (held == LONG) {
                waitsLong();
            } else if (held == SHORT) {
                waitsShort();
            } else {
                LockSupport.parkNanos(MILLI / 10);
            }
        }
    }

    private static void waitsLong() {
        synchronized (LONG) {
            held = null;
        }
    }

    private static void waitsShort() {
        synchronized (SHORT) {
            held = null;
        }
    }

    private static void nap() {
        while (true) {
            longNap();
            shortNap();
        }
    }

    private static void longNap() {
        LockSupport.parkNanos(60 * MILLI);
    }

    private static void shortNap() {
        LockSupport.parkNanos(20 * MILLI);
    }
}
