/* SPDX-License-Identifier: Apache-2.0 */
package com.acme;

import java.lang.management.ClassLoadingMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadMXBean;

/**
 * Prints the figures of the platform's MXBeans, one line each, fields separated by tabs.
 *
 * <pre>
 * area    heap             used committed max (bytes, -1: none)
 * pool    G1 Eden Space    used committed max (bytes, -1: none)
 * gc      G1 Young Generation    count milliseconds
 * threads current daemon peak started
 * classes loaded total unloaded
 * allocated bytes (by the threads that live now)
 * </pre>
 */
final class Beans {
    private Beans() {}

    static String text() {
        StringBuilder out = new StringBuilder();
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        usage(out, "area\theap", memory.getHeapMemoryUsage());
        usage(out, "area\tnonheap", memory.getNonHeapMemoryUsage());
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            usage(out, "pool\t" + pool.getName(), pool.getUsage());
        }
        for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
            line(out, "gc\t" + gc.getName(), gc.getCollectionCount(), gc.getCollectionTime());
        }
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        line(
                out,
                "threads",
                threads.getThreadCount(),
                threads.getDaemonThreadCount(),
                threads.getPeakThreadCount(),
                threads.getTotalStartedThreadCount());
        ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
        line(
                out,
                "classes",
                classes.getLoadedClassCount(),
                classes.getTotalLoadedClassCount(),
                classes.getUnloadedClassCount());
        line(out, "allocated", allocated(threads));
        return out.toString();
    }

    private static long allocated(ThreadMXBean threads) {
        com.sun.management.ThreadMXBean hotspot = (com.sun.management.ThreadMXBean) threads;
        long sum = 0;
        for (long bytes : hotspot.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            sum += Math.max(0, bytes);
        }
        return sum;
    }

    private static void usage(StringBuilder out, String name, MemoryUsage usage) {
        line(out, name, usage.getUsed(), usage.getCommitted(), usage.getMax());
    }

    private static void line(StringBuilder out, String name, long... values) {
        out.append(name);
        for (long value : values) {
            out.append('\t').append(value);
        }
        out.append('\n');
    }
}
