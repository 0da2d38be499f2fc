/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.zip.Deflater;

/**
 * Freed native memory that stays in malloc's arenas: each thread makes compressors, of 256 KiB of
 * native memory each, and ends all of them except the last, which lies above the others.
 *
 * <p>Arguments: number of threads, and of compressors of each.
 */
public final class Fragmented {
    private static final int INPUT_BYTES = 100_000;

    private Fragmented() {}

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        int compressors = Integer.parseInt(arguments[1]);
        byte[] input = new byte[INPUT_BYTES];
        new Random(7).nextBytes(input);
        CountDownLatch allocated = new CountDownLatch(threads);
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 1; i <= threads; i++) {
            Thread thread =
                    new Thread(() -> fragment(compressors, input, allocated, never), "zip-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        allocated.await();
        Ready.print();
        never.await();
    }

    private static void fragment(
            int compressors, byte[] input, CountDownLatch allocated, CountDownLatch never) {
        Deflater[] all = new Deflater[compressors];
        byte[] output = new byte[2 * INPUT_BYTES];
        for (int i = 0; i < compressors; i++) {
            all[i] = new Deflater();
            all[i].setInput(input);
            all[i].finish();
            all[i].deflate(output);
        }
        for (int i = 0; i < compressors - 1; i++) {
            all[i].end();
        }
        allocated.countDown();
        try {
            never.await(); // the thread keeps its arena
        } catch (InterruptedException e) {
            all[compressors - 1].end();
        }
    }
}
