/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.io.File;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Works for some 10 of 50 ms in {@code usual}; while a file /tmp/extra exists, the same time again
 * in {@code extra}.
 */
public final class Extra {
    private static final long WORK = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long REST = TimeUnit.MILLISECONDS.toNanos(30);

    private static volatile double sink;

    private Extra() {}

    public static void main(String[] args) {
        File extra = new File("/tmp/extra");
        Ready.print();
        while (true) {
            usual();
            if (extra.exists()) {
                extra();
            }
            LockSupport.parkNanos(REST);
        }
    }

    private static void usual() {
        double sum = sink;
        for (long end = System.nanoTime() + WORK; System.nanoTime() < end; ) {
            for (int i = 1; i < 2_000; i++) {
                sum += Math.sqrt(i) / (i + sum);
            }
        }
        sink = sum;
    }

    private static void extra() {
        double sum = sink;
        for (long end = System.nanoTime() + WORK; System.nanoTime() < end; ) {
            for (int i = 1; i < 2_000; i++) {
                sum += Math.sqrt(i) / (i + sum);
            }
        }
        sink = sum;
    }
}
