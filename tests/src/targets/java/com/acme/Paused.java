/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets the collector pause it. It waits for a file /tmp/go, then allocates for some time, replaces
 * a part of the 20 MiB that it keeps, and calls System.gc() every other second; prints DONE and
 * rests. Arguments: seconds, and mebibytes a second.
 */
public final class Paused {
    private static final Path GO = Paths.get("/tmp/go");
    private static final int PIECE_BYTES = 1024;
    private static final int PIECES_PER_MEBIBYTE = 1024;
    private static final int TICKS_PER_SECOND = 50;
    private static final int ONE_IS_KEPT_OF = 16;
    private static final int STRIDE = 7919;
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1) / TICKS_PER_SECOND;
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final Object[] KEPT = new Object[20 * PIECES_PER_MEBIBYTE];

    /** Escape analysis must not remove the allocation. */
    private static volatile Object last = new Object();

    private static int next;

    private Paused() {}

    public static void main(String[] args) {
        int seconds = Integer.parseInt(args[0]);
        int perTick = Integer.parseInt(args[1]) * PIECES_PER_MEBIBYTE / TICKS_PER_SECOND;
        Ready.print();
        while (!Files.exists(GO)) {
            LockSupport.parkNanos(TICK_NANOS);
        }
        for (int tick = 1; tick <= seconds * TICKS_PER_SECOND; tick++) {
            allocate(perTick);
            if (tick % (2 * TICKS_PER_SECOND) == 0) {
                LockSupport.parkNanos(REST_NANOS); // apart from the last young collection
                System.gc();
            }
            LockSupport.parkNanos(TICK_NANOS);
        }
        System.out.println("DONE");
        System.out.flush();
        LockSupport.parkNanos(Long.MAX_VALUE);
    }

    private static void allocate(int pieces) {
        for (int i = 0; i < pieces; i++) {
            byte[] piece = new byte[PIECE_BYTES - 16];
            last = piece;
            if (i % ONE_IS_KEPT_OF == 0) {
                KEPT[next] = piece;
                next = (next + STRIDE) % KEPT.length;
            }
        }
    }
}
