/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.lang.ref.Reference;

/**
 * Keeps a part of this process's Java heap free while requests run. Code that allocates a large
 * structure checks for room first, so that only its own request fails. Otherwise, the next thread
 * that allocates would fail: a sample, a scrape, or a class initializer. A failed initializer makes
 * its class unusable until the process ends.
 */
public final class HeapHeadroom {
    /** Bytes that stay free; enough for many answers that report a lack of memory. */
    private static final long KEPT_FREE = 1024 * 1024;

    private static final long LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    private HeapHeadroom() {}

    /**
     * Checks that this many bytes can be allocated while the margin stays free.
     *
     * @throws OutOfMemoryError if they can't, even after a collection
     */
    public static void ensure(long bytes) {
        long wanted = Math.min(LARGEST_ARRAY, bytes + KEPT_FREE);
        Runtime jvm = Runtime.getRuntime();
        // Garbage counts as used: if this is too little, only a collection shows the free bytes.
        long free = jvm.maxMemory() - jvm.totalMemory() + jvm.freeMemory();
        if (free < wanted) {
            byte[] probe = null;
            try {
                probe = new byte[(int) wanted];
            } finally {
                Reference.reachabilityFence(probe); // a compiler must not remove it
            }
        }
    }
}
