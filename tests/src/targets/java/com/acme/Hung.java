/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.lang.reflect.Method;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Hangs in every way: two threads deadlocked on monitors, two on locks, idle threads of a pool
 * (their number is the argument), one that computes forever, threads with names that would corrupt
 * a terminal or a dump, and, from JDK 21 on, virtual threads.
 */
public final class Hung {
    private static final Object LEFT = new Object();
    private static final Object RIGHT = new Object();
    private static final ReentrantLock UPPER = new ReentrantLock();
    private static final ReentrantLock LOWER = new ReentrantLock();
    private static final CountDownLatch PINNED = new CountDownLatch(1);

    private static volatile double sink;

    private Hung() {}

    public static void main(String[] args) throws Exception {
        CountDownLatch holding = new CountDownLatch(4);
        start("deadlock-left", () -> monitors(LEFT, RIGHT, holding));
        start("deadlock-right", () -> monitors(RIGHT, LEFT, holding));
        start("deadlock-upper", () -> locks(UPPER, LOWER, holding));
        start("deadlock-lower", () -> locks(LOWER, UPPER, holding));
        holding.await();
        startPool(Integer.parseInt(args[0]));
        start("spinning-1", Hung::decode);
        start("\u001b[31mred\u202e\"", LockSupport::park);
        start("two\n\"lines\" #1 of", LockSupport::park);
        startVirtual();
        Ready.print();
        while (true) {
            LockSupport.park(); // returns once if a latch has left a permit
        }
    }

    private static void startPool(int size) throws InterruptedException {
        AtomicInteger number = new AtomicInteger();
        ExecutorService pool =
                Executors.newFixedThreadPool(
                        size, task -> new Thread(task, "http-exec-" + number.incrementAndGet()));
        CountDownLatch idle = new CountDownLatch(size);
        for (int i = 0; i < size; i++) {
            pool.execute(idle::countDown);
        }
        idle.await();
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void monitors(Object first, Object second, CountDownLatch holding) {
        synchronized (first) {
            await(holding);
            synchronized (second) {
                throw new AssertionError("no deadlock");
            }
        }
    }

    private static void locks(ReentrantLock first, ReentrantLock second, CountDownLatch holding) {
        first.lock();
        await(holding);
        second.lock();
    }

    private static void await(CountDownLatch latch) {
        latch.countDown();
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Stays in this frame. */
    private static void decode() {
        double value = 1;
        while (true) {
            value = value * 1.0000001 + 1e-9;
            if (value > 1e300) {
                sink = value;
                value = 1;
            }
        }
    }

    /**
     * Three waiting virtual threads and one pinned to its carrier, if the JDK has them: the program
     * is compiled for JDK 8.
     */
    private static void startVirtual() throws Exception {
        Method start;
        try {
            start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        } catch (NoSuchMethodException e) {
            return;
        }
        Runnable park = LockSupport::park;
        for (int i = 0; i < 3; i++) {
            start.invoke(null, park);
        }
        Runnable pin = Pinned::hold;
        start.invoke(null, pin);
        PINNED.await();
    }

    /** A virtual thread that waits in a class initializer keeps its carrier. */
    private static final class Pinned {
        static {
            PINNED.countDown();
            LockSupport.park();
        }

        static void hold() {
            throw new AssertionError("the initializer has returned");
        }
    }
}
