/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * 1,000 parked virtual threads (JDK 21 on), each with an order in a local variable, and 500
 * unreachable orders.
 */
public final class Parked {
    static final int THREADS = 1_000;
    static final int DROPPED = 500;

    private Parked() {}

    public static void main(String[] args) throws Exception {
        ExecutorService threads =
                (ExecutorService)
                        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        CountDownLatch started = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            int id = i;
            threads.submit(() -> hold(new Order(id, 10), started));
        }
        started.await();
        Order[] dropped = new Order[DROPPED];
        for (int i = 0; i < DROPPED; i++) {
            dropped[i] = new Order(THREADS + i, 10);
        }
        dropped = null;
        Ready.print();
        while (true) {
            LockSupport.park();
        }
    }

    private static void hold(Order order, CountDownLatch started) {
        started.countDown();
        while (order != null) {
            LockSupport.park();
        }
    }
}
