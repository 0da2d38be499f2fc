/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Leaks at a requested rate, after a file /tmp/leak with "FIRST RATE KIND" appears, in MiB and MiB
 * a second. KIND is heap, or direct for buffers outside of it. It rests for six seconds first, so
 * that the sidecar follows it, and leaks 40 MiB a second up to FIRST.
 */
public final class Slope {
    private static final Path TOLD = Paths.get("/tmp/leak");
    private static final int PIECES_PER_MEBIBYTE = 64;
    private static final int PIECE_BYTES = (1 << 20) / PIECES_PER_MEBIBYTE;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(6);
    private static final int FIRST_RATE = 40;
    private static final List<Object> KEPT = new ArrayList<>();

    private Slope() {}

    /** The leaked objects. */
    static final class Piece {
        final byte[] content = new byte[PIECE_BYTES];
    }

    public static void main(String[] args) throws IOException {
        Ready.print();
        while (!Files.exists(TOLD)) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        String[] told =
                new String(Files.readAllBytes(TOLD), StandardCharsets.US_ASCII).trim().split(" ");
        Files.delete(TOLD);
        LockSupport.parkNanos(REST_NANOS);
        int first = Integer.parseInt(told[0]);
        boolean direct = told[2].equals("direct");
        leak(first, FIRST_RATE, direct);
        leak(Integer.MAX_VALUE / PIECES_PER_MEBIBYTE, Integer.parseInt(told[1]), direct);
    }

    private static void leak(int mebibytes, int perSecond, boolean direct) {
        long pieces = (long) mebibytes * PIECES_PER_MEBIBYTE;
        double perNano = (double) perSecond * PIECES_PER_MEBIBYTE / TimeUnit.SECONDS.toNanos(1);
        long begun = System.nanoTime();
        for (long made = 0; made < pieces; ) {
            long due = (long) ((System.nanoTime() - begun) * perNano);
            while (made < Math.min(due, pieces)) {
                KEPT.add(direct ? ByteBuffer.allocateDirect(PIECE_BYTES) : new Piece());
                made++;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
