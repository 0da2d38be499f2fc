/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.index;

import io.heapsight.hprof.LongMap;
import io.heapsight.hprof.SubRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Groups the GC roots that belong to a thread (stack frames, JNI locals) by its {@code Thread}
 * object. As in Eclipse MAT, a thread retains the objects on its stack. All other roots are
 * separate.
 */
public final class ThreadRoots {
    private final LongMap threads = new LongMap();
    private final Map<Long, List<Long>> roots = new HashMap<>();
    private final LongMap threadObjects = new LongMap();
    private final LongMap holders = new LongMap();
    private final boolean[] local;

    /** Reads the roots of a dump whose objects are all in the index. */
    ThreadRoots(GcRoots all, ObjectIndex index) {
        for (long i = 0; i < all.size(); i++) {
            if (all.tag(i) == SubRecord.ROOT_THREAD_OBJECT && index.isObject(all.address(i))) {
                threads.put(all.threadSerial(i), all.address(i));
                threadObjects.put(all.address(i), 0);
            }
        }
        local = new boolean[(int) all.size()];
        for (int i = 0; i < local.length; i++) {
            long thread =
                    isLocalKind(all.tag(i)) ? threads.get(all.threadSerial(i)) : LongMap.ABSENT;
            local[i] = thread != LongMap.ABSENT;
            if (local[i]) {
                roots.computeIfAbsent(thread, ignored -> new ArrayList<>()).add((long) i);
                holders.put(thread, 0);
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
        return holders.get(address) != LongMap.ABSENT; // called for each object: no boxing
    }

    /** The addresses of the threads with objects on their stacks. */
    public Set<Long> threads() {
        return roots.keySet();
    }

    /** The numbers of the roots of the thread at an address. */
    public List<Long> of(long thread) {
        return roots.getOrDefault(thread, List.of());
    }
}
