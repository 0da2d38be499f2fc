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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All references of a dump by source object or class object: a slow and simple reference
 * implementation.
 */
record DumpGraph(Map<Long, long[]> from, Set<Long> roots) {
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
            Map<Long, long[]> from = new HashMap<>();
            RecordCursor cursor = new RecordCursor(file.bytes());
            for (Segment segment : file.segments()) {
                cursor.reset(segment.start(), segment.end());
                while (cursor.next()) {
                    if (cursor.isObject()) {
                        from.put(cursor.address(), ofObject(heap, cursor, weakest));
                    }
                }
            }
            for (HeapClass each : heap.classes().all()) {
                if (each.dump() != null) {
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
            return new DumpGraph(from, roots);
        }
    }

    private static long[] ofObject(
            DumpedHeap heap, RecordCursor cursor, ReferenceStrength weakest) {
        ReferenceReader reader = new ReferenceReader(heap.bytes(), heap.classes());
        reader.open(cursor.position());
        HeapClass type = heap.classes().get(reader.classIndex());
        List<Long> found = new ArrayList<>(List.of(type.address()));
        long[] some = new long[16];
        int count;
        do {
            count = reader.next(weakest, some);
            Arrays.stream(some, 0, count).forEach(found::add);
        } while (count == some.length);
        for (int root : heap.threadRoots().of(cursor.address())) {
            found.add(heap.roots().address(root));
        }
        return found.stream().mapToLong(Long::longValue).filter(each -> each != 0).toArray();
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
        return Arrays.stream(from.get(one)).anyMatch(to -> to == other);
    }
}
