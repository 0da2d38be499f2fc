/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Uses a requested amount of memory. Arguments: "live" or "metaspace" and mebibytes, used at once;
 * "loaders" and leaked class loaders a second, each with a class; or "jobs" and mebibytes per job
 * outside the heap. The file /tmp/jobs sets the number of jobs, and /tmp/running confirms it. A
 * full GC runs every other second, except for loaders.
 */
public final class Sized {
    private static final int MEBIBYTE = 1 << 20;
    private static final int PIECE_BYTES = 64 * 1024;
    private static final int ARRAY_HEADER_BYTES = 16;
    private static final List<Object> KEPT = new ArrayList<>();

    private Sized() {}

    public static void main(String[] args) throws Exception {
        int amount = Integer.parseInt(args[1]);
        boolean leaks = args[0].equals("loaders");
        byte[] classFile = ownClassFile();
        if (args[0].equals("live")) {
            for (int i = 0; i < amount * (MEBIBYTE / PIECE_BYTES); i++) {
                KEPT.add(new byte[PIECE_BYTES - ARRAY_HEADER_BYTES]);
            }
        } else if (args[0].equals("metaspace")) {
            while (metaspaceBytes() < (long) amount * MEBIBYTE) {
                KEPT.add(new Copies().copy(classFile));
            }
        }
        if (!leaks) {
            System.gc();
        }
        Ready.print();
        for (int second = 0; ; second++) {
            if (args[0].equals("jobs")) {
                run(amount);
            }
            for (int i = 0; leaks && i < amount; i++) {
                KEPT.add(new Copies().copy(classFile));
            }
            if (!leaks && second % 2 == 0) {
                System.gc();
            }
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        }
    }

    private static void run(int mebibytes) throws IOException {
        Path asked = Paths.get("/tmp/jobs");
        if (!Files.exists(asked)) {
            return;
        }
        String jobs = new String(Files.readAllBytes(asked), "UTF-8").trim();
        while (!jobs.isEmpty() && KEPT.size() < Integer.parseInt(jobs)) {
            ByteBuffer job = ByteBuffer.allocateDirect(mebibytes * MEBIBYTE);
            for (int i = 0; i < job.capacity(); i += 1024) {
                job.put(i, (byte) 1);
            }
            KEPT.add(job);
        }
        Files.write(Paths.get("/tmp/running"), jobs.getBytes("UTF-8"));
    }

    private static long metaspaceBytes() {
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getName().equals("Metaspace")) {
                return pool.getUsage().getCommitted();
            }
        }
        throw new IllegalStateException("no Metaspace");
    }

    private static byte[] ownClassFile() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = Sized.class.getResourceAsStream("Sized.class")) {
            for (int b = in.read(); b >= 0; b = in.read()) {
                bytes.write(b);
            }
        }
        return bytes.toByteArray();
    }

    /** Each loader defines the class anew. */
    private static final class Copies extends ClassLoader {
        Class<?> copy(byte[] classFile) {
            return defineClass("com.acme.Sized", classFile, 0, classFile.length);
        }
    }
}
