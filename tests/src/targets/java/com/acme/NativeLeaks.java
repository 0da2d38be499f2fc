/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;

/**
 * Leaks some 4 MiB of memory outside of the heap a second in each of the methods {@code deflates}
 * (never calls {@code end()}), {@code buffers} (direct buffers), {@code segments} (memory segments,
 * JDK 22 on) and {@code maps} (a mapped file); {@code returns} allocates as much and frees it. Ends
 * to do so after 50 s.
 */
public final class NativeLeaks {
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int STEPS = 1000;
    private static final int BYTES = 200 * 1024;

    private static final List<Object> KEPT = new ArrayList<>();

    private NativeLeaks() {}

    public static void main(String[] args) throws Exception {
        Ready.print();
        for (int i = 0; i < STEPS; i++) {
            deflates();
            buffers();
            segments();
            maps();
            returns();
            LockSupport.parkNanos(STEP);
        }
        LockSupport.park();
    }

    private static void deflates() {
        KEPT.add(used(new Deflater()));
    }

    private static void returns() {
        used(new Deflater()).end();
    }

    private static Deflater used(Deflater deflater) {
        deflater.setInput(new byte[100]);
        deflater.deflate(new byte[10]);
        return deflater;
    }

    private static void buffers() {
        KEPT.add(ByteBuffer.allocateDirect(BYTES));
    }

    /** Arena.global().allocate(BYTES), by reflection: the class also runs on JDK 8. */
    private static void segments() throws Exception {
        Method global;
        Method allocate;
        try {
            global = Class.forName("java.lang.foreign.Arena").getMethod("global");
            allocate =
                    Class.forName("java.lang.foreign.SegmentAllocator")
                            .getMethod("allocate", long.class);
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            return;
        }
        KEPT.add(allocate.invoke(global.invoke(null), (long) BYTES));
    }

    private static void maps() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(new File("/tmp/mapped.data"), "rw")) {
            KEPT.add(file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, BYTES).load());
        }
    }
}
