/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.hprof.LongMap;
import io.heapsight.hprof.SubRecord;
import java.util.stream.IntStream;

/**
 * Groups the GC roots that belong to a thread (stack frames, JNI locals) by its {@code Thread}
 * object. As in Eclipse MAT, a thread retains the objects on its stack. All other roots are
 * separate. Takes 5 bytes for each root.
 */
public final class ThreadRoots {
    private final LongMap threadObjects = new LongMap();

    /** The first root of each thread, by its address. */
    private final LongMap firsts = new LongMap();

    /** The next root of the same thread; negative after the last one. */
    private final int[] next;

    private final boolean[] local;

    /** Reads the roots of a dump whose objects are all in the index. */
    ThreadRoots(GcRoots all, ObjectIndex index) {
        LongMap threads = new LongMap();
        for (long i = 0; i < all.size(); i++) {
            if (all.tag(i) == SubRecord.ROOT_THREAD_OBJECT && index.isObject(all.address(i))) {
                threads.put(all.threadSerial(i), all.address(i));
                threadObjects.put(all.address(i), 0);
            }
        }
        local = new boolean[(int) all.size()];
        next = new int[local.length];
        for (int i = local.length - 1; i >= 0; i--) {
            long thread =
                    isLocalKind(all.tag(i)) ? threads.get(all.threadSerial(i)) : LongMap.ABSENT;
            local[i] = thread != LongMap.ABSENT;
            if (local[i]) {
                next[i] = (int) firsts.get(thread);
                firsts.put(thread, i);
            }
        }
    }

    private static boolean isLocalKind(int tag) {
        return switch (tag) {
            case SubRecord.ROOT_JNI_LOCAL,
                    SubRecord.ROOT_JAVA_FRAME,
                    SubRecord.ROOT_NATIVE_STACK,
                    SubRecord.ROOT_THREAD_BLOCK ->
                    true;
            default -> false;
        };
    }

    /** Whether a root belongs to a thread. */
    public boolean isLocal(long root) {
        return local[(int) root];
    }

    /** Whether the object at an address is a thread. */
    public boolean isThread(long address) {
        return threadObjects.get(address) != LongMap.ABSENT;
    }

    /** Whether the object at an address is a thread with objects on its stack. */
    public boolean holdsSomething(long address) {
        return firsts.get(address) != LongMap.ABSENT;
    }

    /** The addresses of the threads with objects on their stacks, ascending. */
    public long[] threads() {
        return firsts.sortedKeys();
    }

    /** The numbers of the roots of the thread at an address, ascending. */
    public int[] of(long thread) {
        return IntStream.iterate((int) firsts.get(thread), root -> root >= 0, root -> next[root])
                .toArray();
    }
}
