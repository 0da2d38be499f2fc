/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.reachability;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;

/**
 * Collects the reachable objects that may dominate another object: all except those of classes
 * without references. The dominator tree is built from these; the place of a leaf follows from the
 * objects that refer to it. Marking reports each object that it reaches.
 */
public final class PossibleDominators implements AutoCloseable {
    private final HeapClasses classes;
    private final ObjectNumbers numbers;
    private final LeafClasses leafClasses;

    /** One object of each class that may be a leaf; if the class has one object, that one. */
    private final long[] only;

    private PossibleDominators(DumpedHeap heap, ObjectNumbers numbers) {
        this.classes = heap.classes();
        this.numbers = numbers;
        leafClasses = LeafClasses.of(classes, rootClasses(heap));
        only = new long[classes.size()];
    }

    /** Creates an empty collection and reserves memory for the numbers. */
    public static PossibleDominators reserve(DumpedHeap heap, MemoryBudget budget)
            throws BudgetExceededException {
        return new PossibleDominators(heap, ObjectNumbers.reserve(budget, heap.index()));
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

    /** Records a reachable object. Thread-safe. */
    void take(int classIndex, long address) {
        if (leafClasses.isInner(classIndex)) {
            numbers.setInner(address);
        } else if (leafClasses.isLeafIfSeveral(classIndex)) {
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
            if (leafClasses.isLeafIfSeveral(i) && reachable.of(i).objects() == 1) {
                numbers.setInner(only[i]);
            }
        }
        numbers.number();
        return numbers;
    }

    /** Returns, by class number, whether a class is a root or has no class object in the dump. */
    public boolean[] rootClasses() {
        return leafClasses.roots();
    }

    /** Returns, by class number, whether the class object is a leaf. */
    public boolean[] leafClassObjects(ClassTotals reachable) {
        boolean[] leaves = new boolean[classes.size()];
        for (int i = 0; i < leaves.length; i++) {
            leaves[i] = leafClasses.isLeafIfSeveral(i) && reachable.of(i).objects() > 1;
        }
        return leaves;
    }

    @Override
    public void close() {
        numbers.close();
    }
}
