/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Allocates short-lived arrays at a steady rate, and answers requests.
 *
 * <p>Arguments: bytes a second (0: none), and a folder that is polled every 20 ms for a file "ask".
 * The file is read, deleted, and answered by a file "answer". Its text is a blank-separated list
 * of: "gc" (runs a full GC first), "beans" (prints {@link Beans}).
 */
public final class Churn {
    private static final int ARRAY_BYTES = 1024;
    private static final int TICKS_PER_SECOND = 50;

    /** Escape analysis must not remove the allocation. */
    private static volatile byte[] last = new byte[0];

    private Churn() {}

    public static void main(String[] args) throws IOException {
        long bytesPerSecond = args.length > 0 ? Long.parseLong(args[0]) : 1 << 20;
        Path folder = Paths.get(args.length > 1 ? args[1] : "/tmp");
        long perTick = bytesPerSecond / ARRAY_BYTES / TICKS_PER_SECOND;
        Ready.print();
        while (true) {
            for (long i = 0; i < perTick; i++) {
                last = new byte[ARRAY_BYTES - 16];
            }
            answer(folder);
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) / TICKS_PER_SECOND);
        }
    }

    private static void answer(Path folder) throws IOException {
        Path ask = folder.resolve("ask");
        if (!ask.toFile().exists()) {
            return;
        }
        String request = new String(Files.readAllBytes(ask), "UTF-8");
        Files.delete(ask);
        if (request.contains("gc")) {
            System.gc();
        }
        Path written = folder.resolve("answer.part");
        Files.write(written, Beans.text().getBytes("UTF-8"));
        written.toFile().renameTo(folder.resolve("answer").toFile());
    }
}
