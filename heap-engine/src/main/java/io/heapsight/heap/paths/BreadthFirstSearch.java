/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.paths;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.memory.BitArray;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.query.QueryDeadline;
import io.heapsight.hprof.ClassDump;
import io.heapsight.summary.ReferenceStrength;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Searches a heap breadth first from its GC roots. The edges are those of {@code path}: from an
 * object to its class and its references, from a thread to the objects on its stack. If several
 * paths to an object are shortest, it keeps the one that it found first, starting with the lowest
 * root.
 */
final class BreadthFirstSearch {
    private static final int CHUNK = 1_024;
    private static final int CHECK_MASK = (1 << 12) - 1;

    private final IndexedHeap heap;
    private final HeapOffsets places;
    private final boolean[] wantedClasses;
    private final QueryDeadline deadline;
    private final ReferenceReader reader;
    private final long[] references = new long[CHUNK];

    /**
     * @param wantedClasses by class, whether the paths to its objects are wanted
     */
    BreadthFirstSearch(
            IndexedHeap heap, HeapOffsets places, boolean[] wantedClasses, QueryDeadline deadline) {
        this.heap = heap;
        this.places = places;
        this.wantedClasses = wantedClasses;
        this.deadline = deadline;
        this.reader = new ReferenceReader(heap.file().bytes(), heap.classes());
    }

    /**
     * Searches once.
     *
     * @param weakest the weakest strength of the references to follow
     * @param seen by place; empty at the start
     * @param known by place, objects whose paths are known; null for none
     * @param tree empty at the start
     */
    void run(ReferenceStrength weakest, BitArray seen, @Nullable BitArray known, PathTree tree) {
        for (long root : heap.rootAddresses()) {
            find(root, PathTree.ROOT, seen, tree);
        }
        for (int at = 0; at < tree.size(); at++) {
            if ((at & CHECK_MASK) == 0) {
                deadline.check();
            }
            long place = tree.place(at);
            if (wantedClasses[open(place)] && (known == null || !known.get(place))) {
                tree.want(at);
            }
            follow(place, at, weakest, seen, tree);
        }
    }

    private void find(long address, int from, BitArray seen, PathTree tree) {
        long place = address == 0 ? HeapOffsets.NONE : places.of(address);
        if (place != HeapOffsets.NONE && seen.set(place)) {
            tree.add(place, from);
        }
    }

    /** Opens an object and returns the number of its class. */
    private int open(long place) {
        if (places.classAt(place) != HeapOffsets.NONE) {
            return heap.classes().javaLangClass();
        }
        long position = heap.position(places.address(place));
        reader.open(Objects.checkIndex(position, heap.file().bytes().size()));
        return reader.classIndex();
    }

    private void follow(
            long place, int at, ReferenceStrength weakest, BitArray seen, PathTree tree) {
        int classIndex = places.classAt(place);
        if (classIndex != HeapOffsets.NONE) {
            ClassDump dump = Objects.requireNonNull(heap.classes().get(classIndex).dump());
            for (long reference : ReferenceReader.ofClass(dump)) {
                find(reference, at, seen, tree);
            }
            return;
        }
        HeapClass type = heap.classes().get(reader.classIndex());
        find(type.address(), at, seen, tree);
        int count;
        do {
            count = reader.next(weakest, references);
            for (int i = 0; i < count; i++) {
                find(references[i], at, seen, tree);
            }
        } while (count == CHUNK);
        long address = places.address(place);
        if (heap.heap().threadRoots().holdsSomething(address)) {
            for (int root : heap.heap().threadRoots().of(address)) {
                find(heap.heap().roots().address(root), at, seen, tree);
            }
        }
    }

    /** The shallow size of the object at a place. */
    long shallowBytes(long place) {
        int classIndex = places.classAt(place);
        if (classIndex != HeapOffsets.NONE) {
            return heap.sizes().ofClassObject(classIndex);
        }
        int _ = open(place);
        return heap.sizes().of(reader);
    }
}
