/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.reachability;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.hprof.ClassDump;

/**
 * Collects the reachable objects that may dominate another object: all except those of classes
 * without references. The dominator tree is built from these; the place of a leaf follows from the
 * objects that refer to it. Marking reports each object that it reaches.
 */
public final class NonLeafObjects implements AutoCloseable {
    private final HeapClasses classes;
    private final ObjectNumbers numbers;
    private final boolean[] rootClasses;

    /** Classes whose objects are all inner objects. */
    private final boolean[] innerClasses;

    /** Class objects that are leaves if the class has several objects, all of them leaves. */
    private final boolean[] perhapsLeaves;

    /** One object of each class that may be a leaf; if the class has one object, that one. */
    private final long[] only;

    private NonLeafObjects(DumpedHeap heap, ObjectNumbers numbers) {
        this.classes = heap.classes();
        this.numbers = numbers;
        rootClasses = rootClasses(heap);
        innerClasses = new boolean[classes.size()];
        perhapsLeaves = new boolean[classes.size()];
        only = new long[classes.size()];
        for (HeapClass each : classes.all()) {
            int i = each.index();
            perhapsLeaves[i] = each.isLeaf() && !rootClasses[i] && refersToRootsOnly(each);
            innerClasses[i] = !perhapsLeaves[i] && !(each.isLeaf() && rootClasses[i]);
        }
    }

    /** Creates an empty collection and reserves memory for the numbers. */
    public static NonLeafObjects reserve(DumpedHeap heap, MemoryBudget budget)
            throws BudgetExceededException {
        return new NonLeafObjects(heap, ObjectNumbers.reserve(budget, heap.index()));
    }

    /** Classes that are roots, and classes without a class object in the dump. */
    private static boolean[] rootClasses(DumpedHeap heap) {
        boolean[] rootClasses = new boolean[heap.classes().size()];
        for (HeapClass each : heap.classes().all()) {
            rootClasses[each.index()] = each.dump() == null;
        }
        for (long i = 0; i < heap.roots().size(); i++) {
            int classIndex = heap.classes().indexOf(heap.roots().address(i));
            if (classIndex >= 0 && !heap.threadRoots().isLocal(i)) {
                rootClasses[classIndex] = true;
            }
        }
        return rootClasses;
    }

    private boolean refersToRootsOnly(HeapClass referrer) {
        ClassDump dump = referrer.dump();
        for (long reference : dump == null ? new long[0] : ReferenceReader.ofClass(dump)) {
            int target = reference == 0 ? -1 : classes.indexOf(reference);
            if (reference != 0 && (target < 0 || !rootClasses[target])) {
                return false;
            }
        }
        return true;
    }

    /** Records a reachable object. Thread-safe. */
    void take(int classIndex, long address) {
        if (innerClasses[classIndex]) {
            numbers.setInner(address);
        } else if (perhapsLeaves[classIndex]) {
            only[classIndex] = address;
        }
    }

    /**
     * Numbers the inner objects and, separately, the leaves. Call it once all objects are recorded.
     * The only object of its class is an inner object, because it may dominate the class.
     *
     * @param reachable the recorded objects of each class
     */
    public ObjectNumbers number(ClassTotals reachable) {
        for (HeapClass each : classes.all()) {
            int i = each.index();
            if (perhapsLeaves[i] && reachable.of(i).objects() == 1) {
                numbers.setInner(only[i]);
            }
        }
        numbers.number();
        return numbers;
    }

    /** By the number of the class: whether it is a root or has no class object in the dump. */
    public boolean[] rootClasses() {
        return rootClasses;
    }

    /** By the number of the class: whether the class object is a leaf. */
    public boolean[] leafClassObjects(ClassTotals reachable) {
        boolean[] leaves = perhapsLeaves.clone();
        for (int i = 0; i < leaves.length; i++) {
            leaves[i] &= reachable.of(i).objects() > 1;
        }
        return leaves;
    }

    @Override
    public void close() {
        numbers.close();
    }
}
