/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

/**
 * Keeps some MiB of arrays and allocates others at a steady rate. One in 64 replaces a kept array.
 * Calls System.gc() at an interval.
 *
 * <p>Arguments: MiB kept, MiB allocated a second, milliseconds between two calls (0: none).
 */
public final class Collected {
    private static final int KEPT_BYTES = 16 * 1024;
    private static final int ARRAY_BYTES = 1024;
    private static final int TICKS_PER_SECOND = 10;
    private static final int MIB = 1 << 20;

    /** Escape analysis must not remove the allocation. */
    private static volatile byte[] last = new byte[0];

    private Collected() {}

    public static void main(String[] args) throws InterruptedException {
        byte[][] kept = new byte[Integer.parseInt(args[0]) * (MIB / KEPT_BYTES)][];
        long perTick = Long.parseLong(args[1]) * MIB / ARRAY_BYTES / TICKS_PER_SECOND;
        long interval = Long.parseLong(args[2]);
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new byte[KEPT_BYTES - 16];
        }
        Ready.print();
        int next = 0;
        long collected = System.currentTimeMillis();
        while (true) {
            for (long i = 0; i < perTick; i++) {
                last = new byte[ARRAY_BYTES - 16];
                if (i % 64 == 0) {
                    kept[next] = new byte[KEPT_BYTES - 16];
                    next = (next + 1) % kept.length;
                }
            }
            if (interval > 0 && System.currentTimeMillis() - collected >= interval) {
                callsSystemGc();
                collected = System.currentTimeMillis();
            }
            Thread.sleep(1000 / TICKS_PER_SECOND);
        }
    }

    private static void callsSystemGc() {
        System.gc();
    }
}
