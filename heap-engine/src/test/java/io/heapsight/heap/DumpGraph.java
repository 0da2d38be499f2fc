/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static java.util.Objects.requireNonNull;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.HeapLoader;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.summary.ReferenceStrength;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * All references of a dump by source object or class object: a slow and simple reference
 * implementation.
 *
 * @param classObjects addresses of the objects of java.lang.Class
 */
record DumpGraph(Map<Long, long[]> from, Set<Long> classObjects, Set<Long> roots) {
    /**
     * Reads a dump.
     *
     * @param weakest references at least as strong as this count
     */
    static DumpGraph of(Path dump, ReferenceStrength weakest) throws Exception {
        try (HprofFile file = HprofFile.open(dump);
                MemoryBudget budget = new MemoryBudget(128L << 20);
                WorkerThreads workers = new WorkerThreads(2)) {
            DumpedHeap heap =
                    new HeapLoader(
                                    file,
                                    budget,
                                    workers,
                                    new PhaseStarter(Progress.SILENT, new CancelSignal()))
                            .load()
                            .heap();
            ReferenceReader reader = new ReferenceReader(heap.bytes(), heap.classes());
            Map<Long, long[]> from = new HashMap<>();
            Set<Long> classObjects = new HashSet<>();
            RecordCursor cursor = new RecordCursor(file.bytes());
            for (Segment segment : file.segments()) {
                cursor.reset(segment.start(), segment.end());
                while (cursor.next()) {
                    if (cursor.isObject()) {
                        reader.open(cursor.position());
                        if (reader.classIndex() == heap.classes().javaLangClass()) {
                            classObjects.add(cursor.address()); // such as int.class
                        }
                        int[] locals = heap.threadRoots().of(cursor.address());
                        from.put(cursor.address(), ofObject(heap, reader, locals, weakest));
                    }
                }
            }
            for (HeapClass each : heap.classes().all()) {
                if (each.dump() != null) {
                    classObjects.add(each.address());
                    from.put(each.address(), ReferenceReader.ofClass(each.dump()));
                }
            }
            Set<Long> roots = new HashSet<>();
            for (int root = 0; root < heap.roots().size(); root++) {
                if (!heap.threadRoots().isLocal(root)
                        && from.containsKey(heap.roots().address(root))) {
                    roots.add(heap.roots().address(root));
                }
            }
            return new DumpGraph(from, classObjects, roots);
        }
    }

    private static long[] ofObject(
            DumpedHeap heap, ReferenceReader reader, int[] locals, ReferenceStrength weakest) {
        long most = reader.isObjectArray() ? reader.length() : 0;
        most = reader.isInstance() ? reader.length() / heap.bytes().idBytes() : most;
        long[] some = new long[(int) most + 2]; // with a referent, and room that shows the end
        int count = reader.next(weakest, some);
        long[] all = Arrays.copyOf(some, count + 1 + locals.length);
        all[count] = heap.classes().get(reader.classIndex()).address();
        for (int i = 0; i < locals.length; i++) {
            all[count + 1 + i] = heap.roots().address(locals[i]);
        }
        return Arrays.stream(all).filter(each -> each != 0).toArray();
    }

    /** Distance of each object from the roots. */
    Map<Long, Integer> distances() {
        Map<Long, Integer> distances = new HashMap<>();
        Deque<Long> open = new ArrayDeque<>(roots);
        roots.forEach(root -> distances.put(root, 0));
        while (!open.isEmpty()) {
            long at = open.remove();
            for (long to : requireNonNull(from.get(at))) {
                if (from.containsKey(to)
                        && distances.putIfAbsent(to, requireNonNull(distances.get(at)) + 1)
                                == null) {
                    open.add(to);
                }
            }
        }
        return distances;
    }

    boolean isEdge(long one, long other) {
        for (long to : requireNonNull(from.get(one))) {
            if (to == other) {
                return true;
            }
        }
        return false;
    }
}
