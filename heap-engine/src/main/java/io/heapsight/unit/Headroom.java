/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.lang.ref.Reference;

/**
 * Keeps a part of this process's Java heap free of what a request takes. Where something large
 * grows, it asks for room first; so a lack of memory is found by the request that causes it, and
 * not by whichever thread allocates next: a sample, a scrape, or a class's initializer, after which
 * that class can't be used until the process ends.
 */
public final class Headroom {
    /** What stays free; an answer that says that memory lacked fits many times. */
    private static final long KEPT_FREE = 1024 * 1024;

    private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    private Headroom() {}

    /**
     * Checks that so many bytes can be allocated, and more would be free afterwards.
     *
     * @throws OutOfMemoryError when they can't, although the heap was collected
     */
    public static void ensure(long bytes) {
        long wanted = Math.min(LARGEST_ARRAY, bytes + KEPT_FREE);
        Runtime jvm = Runtime.getRuntime();
        // Garbage counts as used: when this says too little, only the collector knows.
        long free = jvm.maxMemory() - jvm.totalMemory() + jvm.freeMemory();
        if (free < wanted) {
            byte[] probe = null;
            try {
                probe = new byte[(int) wanted];
            } finally {
                Reference.reachabilityFence(probe); // a compiler must not leave it out
            }
        }
    }
}
