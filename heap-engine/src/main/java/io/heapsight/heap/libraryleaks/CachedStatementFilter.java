/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.leaks.LeakObjectReader;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Detects statements in the caches of connections, which evict the least recently used statements.
 */
final class CachedStatementFilter {
    private static final int SAMPLE = 4_096;
    private static final int LEVELS = 4;
    private static final int MOST_FIELDS = 128;

    /** Maximum number of connections in healthy pools: with more, the connections leak. */
    private static final int MOST_CACHES = 500;

    private static final double MOST = 0.5;

    private CachedStatementFilter() {}

    /**
     * Returns the statements outside such caches. Returns all statements if the caches hold few, or
     * if so many are outside that they are a leak.
     *
     * @param className of the statements
     */
    static int[] outside(String className, int[] statements, LeakObjectReader heap) {
        Set<Long> caches = new HashSet<>();
        Set<Integer> seen = new HashSet<>();
        int step = Math.max(1, statements.length / SAMPLE);
        for (int i = 0; i < statements.length; i += step) {
            int at = heap.dominator(statements[i]);
            for (int level = 0; level < LEVELS && at != 0 && seen.add(at); level++) {
                addCaches(heap.address(at), className, heap, caches);
                at = heap.dominator(at);
            }
        }
        if (caches.size() > MOST_CACHES) {
            return statements;
        }
        long[] cached =
                caches.stream().flatMapToLong(each -> values(each, heap)).sorted().toArray();
        int[] outside =
                Arrays.stream(statements)
                        .filter(each -> Arrays.binarySearch(cached, heap.address(each)) < 0)
                        .toArray();
        return outside.length <= MOST * statements.length
                        && outside.length < LibraryLeakTexts.STATEMENTS.many()
                ? outside
                : statements;
    }

    private static LongStream values(long map, LeakObjectReader heap) {
        return LongStream.iterate(
                        heap.reference(map, "head"),
                        entry -> entry != 0,
                        entry -> heap.reference(entry, "after"))
                .limit(heap.size(map).orElse(0))
                .map(entry -> heap.reference(entry, "value"));
    }

    /** A connection may also hold its cached statements by a list, and so dominate them itself. */
    private static void addCaches(
            long holder, String className, LeakObjectReader heap, Set<Long> caches) {
        if (isCache(holder, className, heap)) {
            caches.add(holder);
            return;
        }
        Arrays.stream(heap.references(holder, MOST_FIELDS))
                .filter(each -> isCache(each, className, heap))
                .forEach(caches::add);
    }

    private static boolean isCache(long map, String className, LeakObjectReader heap) {
        return map != 0
                && BoundedCaches.isLeastRecentlyUsed(map, heap)
                && heap.className(heap.reference(heap.reference(map, "head"), "value"))
                        .equals(className);
    }
}
