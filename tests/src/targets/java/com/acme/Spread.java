/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory of known size in several places. Arguments: number of threads, MiB of direct buffers, MiB
 * of heap; optionally a leak in MiB of direct memory a minute, and garbage in MiB a second.
 */
public final class Spread {
    private static final int MEBIBYTE = 1 << 20;
    private static final int STEP = MEBIBYTE / 16;
    private static final int STEPS_A_SECOND = 4;
    private static final int STEPS_A_SECOND_OF_GARBAGE = MEBIBYTE / STEP / STEPS_A_SECOND;
    private static final List<Object> KEPT = new ArrayList<>();

    /** Only written, so that allocations escape. */
    static volatile byte[] garbage = {};

    private Spread() {}

    public static void main(String[] arguments) throws InterruptedException {
        Object never = new Object();
        for (int i = Integer.parseInt(arguments[0]); i > 0; i--) {
            Thread thread = new Thread(() -> waitFor(never), "spread-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        for (int i = Integer.parseInt(arguments[1]); i > 0; i--) {
            KEPT.add(ByteBuffer.allocateDirect(MEBIBYTE));
        }
        for (int i = Integer.parseInt(arguments[2]); i > 0; i--) {
            KEPT.add(new byte[MEBIBYTE]);
        }
        Ready.print();
        if (arguments.length > 3) {
            leak(Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4]));
        }
        waitFor(never);
    }

    private static void leak(int perMinute, int garbagePerSecond) throws InterruptedException {
        long start = System.nanoTime();
        long leaked = 0;
        while (true) {
            double seconds = (System.nanoTime() - start) / 1e9;
            for (; leaked * STEP < seconds / 60 * perMinute * MEBIBYTE; leaked++) {
                KEPT.add(ByteBuffer.allocateDirect(STEP));
            }
            for (int i = 0; i < garbagePerSecond * STEPS_A_SECOND_OF_GARBAGE; i++) {
                garbage = new byte[STEP];
            }
            Thread.sleep(1000 / STEPS_A_SECOND);
        }
    }

    private static void waitFor(Object never) {
        synchronized (never) {
            while (true) {
                try {
                    never.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }
}
