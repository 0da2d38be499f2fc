/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Drops its sessions, but only when they are old. Arguments: MiB of direct buffers, MiB of live
 * sessions, and new sessions a second.
 */
public final class Sessions {
    private static final int MEBIBYTE = 1 << 20;
    private static final int PER_MEBIBYTE = 64;
    private static final ArrayDeque<byte[]> LIVE = new ArrayDeque<>();

    private Sessions() {}

    public static void main(String[] args) {
        ByteBuffer direct = ByteBuffer.allocateDirect(Integer.parseInt(args[0]) * MEBIBYTE);
        int most = Integer.parseInt(args[1]) * PER_MEBIBYTE;
        long perSecond = Long.parseLong(args[2]) * PER_MEBIBYTE;
        Ready.print();
        while (direct.capacity() > 0) {
            LIVE.add(new byte[MEBIBYTE / PER_MEBIBYTE]);
            if (LIVE.size() > most) {
                LIVE.remove();
            }
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) / perSecond);
        }
    }
}
