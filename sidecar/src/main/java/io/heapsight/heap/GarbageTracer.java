/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.hprof.BasicType;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.summary.ReferenceStrength;
import io.heapsight.summary.Total;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Finds where garbage begins, unreachable objects that nothing unreachable refers to, and what
 * hangs below each. Tells filler from garbage on the way: it has no referrers either.
 *
 * <p>Runs after {@link Census}, which set the spare bit of what unreachable objects refer to.
 * Objects are claimed by the first root that leads to them, in the order of addresses, by their
 * mark: after this nobody can tell any more what was reachable. A claimed object that found no
 * place on the stack keeps its spare bit until a sweep finds it.
 */
final class GarbageTracer {
    private static final int CHUNK = 1_024;
    private static final int STACK = 1 << 16;

    private final DumpedHeap heap;
    private final ObjectIndex index;
    private final ObjectSizes sizes;
    private final FillerRule fillerRule;
    private final ReferenceReader reader;
    private final long[] references = new long[CHUNK];
    private final long[] stack = new long[STACK];
    private int stackSize;
    private boolean overflown;

    private final int intArrays;
    private final boolean[] fillerClasses;
    private final FillerTally fillerTally = new FillerTally();
    private final LongList undecided;
    private final ClassTotals filler;
    private final long[] rootsByClass;
    private final long[] objectsByClass;
    private final long[] bytesByClass;
    private final int top;
    private final PriorityQueue<GarbageRoots.Root> largest =
            new PriorityQueue<>((a, b) -> Long.compare(a.below().bytes(), b.below().bytes()));
    private long objectsBelow;
    private long bytesBelow;

    private GarbageTracer(DumpedHeap heap, SizedLayout layout, int top, MemoryBudget budget) {
        int classes = heap.classes().size();
        this.heap = heap;
        this.index = heap.index();
        this.sizes = layout.sizes();
        this.fillerRule = new FillerRule(heap.bytes(), layout.layout());
        this.top = top;
        this.reader = new ReferenceReader(heap.bytes(), heap.classes());
        this.intArrays = heap.classes().primitiveArray(BasicType.INT.code());
        this.fillerClasses = new boolean[classes];
        for (HeapClass each : heap.classes().all()) {
            fillerClasses[each.index()] = FillerRule.isFillerClass(each.rawName());
        }
        this.undecided = new LongList(budget, "arrays that may be filler");
        this.filler = new ClassTotals(classes);
        this.rootsByClass = new long[classes];
        this.objectsByClass = new long[classes];
        this.bytesByClass = new long[classes];
    }

    /**
     * What was found.
     *
     * @param filler by class; the rest of the unreachable objects is garbage
     */
    record Found(GarbageRoots roots, ClassTotals filler) {}

    /**
     * Traces all garbage; marks it.
     *
     * @param unreachable of all classes, filler among it
     */
    static Found trace(
            DumpedHeap heap,
            SizedLayout layout,
            Total unreachable,
            int top,
            MemoryBudget budget,
            PhaseProgress progress)
            throws BudgetExceededException {
        GarbageTracer tracer = new GarbageTracer(heap, layout, top, budget);
        ObjectIndex index = heap.index();
        for (int page : index.pagesByAddress()) {
            for (int i = 0; i < ObjectIndex.BLOCKS; i++) {
                tracer.rootsIn(page * ObjectIndex.BLOCKS + i);
            }
            progress.add(1);
        }
        tracer.decide();
        return new Found(tracer.roots(unreachable), tracer.filler);
    }

    /** Follows the roots in a block: what is not claimed yet, and nothing unreachable refers to. */
    private void rootsIn(int block) throws BudgetExceededException {
        long referred = index.word(block, ObjectIndex.SPARE);
        long candidates = index.word(block, ObjectIndex.STARTS) & ~referred;
        candidates &= ~index.word(block, ObjectIndex.MARKS);
        for (; candidates != 0; candidates &= candidates - 1) {
            long address = index.addressOf(block, Long.numberOfTrailingZeros(candidates));
            reader.open(heap.position(address));
            if (reader.classIndex() == intArrays) {
                perhapsFiller(address);
            } else if (fillerClasses[reader.classIndex()]) {
                addFiller();
            } else if (index.set(address, ObjectIndex.MARKS)) {
                root(address, reader.classIndex());
            }
        }
    }

    private FillerRule.Look look(long address) {
        return fillerRule.look(address, reader.length(), reader.data());
    }

    private void perhapsFiller(long address) throws BudgetExceededException {
        FillerRule.Look look = look(address);
        if (look == FillerRule.Look.GARBAGE) {
            root(address, intArrays);
        } else {
            fillerTally.add(look, reader.length());
            undecided.add(address);
        }
    }

    /** Tells filler from garbage once all arrays were looked at. */
    private void decide() {
        for (long i = 0; i < undecided.size(); i++) {
            long address = undecided.get(i);
            reader.open(heap.position(address));
            if (fillerTally.isFiller(look(address), reader.length())) {
                addFiller();
            } else {
                root(address, intArrays);
            }
        }
        undecided.release();
    }

    private void addFiller() {
        filler.add(reader.classIndex(), sizes.of(reader));
    }

    private void root(long address, int classIndex) {
        objectsBelow = 0;
        bytesBelow = 0;
        follow();
        drain();
        while (overflown) {
            overflown = false;
            sweep();
        }
        rootsByClass[classIndex]++;
        objectsByClass[classIndex] += objectsBelow;
        bytesByClass[classIndex] += bytesBelow;
        if (largest.size() < top || bytesBelow > largest.element().below().bytes()) {
            largest.add(
                    new GarbageRoots.Root(
                            address,
                            heap.classes().get(classIndex).name(),
                            new Total(objectsBelow, bytesBelow)));
            if (largest.size() > top) {
                largest.remove();
            }
        }
    }

    private void drain() {
        while (stackSize > 0) {
            long address = stack[--stackSize];
            reader.open(heap.position(address));
            follow();
        }
    }

    /** Counts the object that is open and claims what it refers to. */
    private void follow() {
        objectsBelow++;
        bytesBelow += sizes.of(reader);
        int count;
        do {
            count = reader.next(ReferenceStrength.PHANTOM, references);
            for (int i = 0; i < count; i++) {
                claim(references[i]);
            }
        } while (count == CHUNK);
    }

    private void claim(long address) {
        if (address != 0 && index.set(address, ObjectIndex.MARKS)) {
            if (stackSize < STACK) {
                index.unset(address, ObjectIndex.SPARE);
                stack[stackSize++] = address;
            } else {
                overflown = true;
            }
        }
    }

    /** Follows claimed objects that found no place on the stack. */
    private void sweep() {
        for (int block = 0; block < index.blocks(); block++) {
            long waiting =
                    index.word(block, ObjectIndex.MARKS) & index.word(block, ObjectIndex.SPARE);
            while (waiting != 0) {
                long address = index.addressOf(block, Long.numberOfTrailingZeros(waiting));
                waiting &= waiting - 1;
                index.unset(address, ObjectIndex.SPARE);
                reader.open(heap.position(address));
                follow();
                drain();
            }
        }
    }

    private GarbageRoots roots(Total unreachable) {
        long objects = unreachable.objects() - filler.total().objects();
        long bytes = unreachable.bytes() - filler.total().bytes();
        List<GarbageRoots.RootClass> byClass = new ArrayList<>();
        for (int i = 0; i < rootsByClass.length; i++) {
            if (rootsByClass[i] > 0) {
                objects -= objectsByClass[i];
                bytes -= bytesByClass[i];
                byClass.add(
                        new GarbageRoots.RootClass(
                                heap.classes().get(i).name(),
                                rootsByClass[i],
                                new Total(objectsByClass[i], bytesByClass[i])));
            }
        }
        byClass.sort((a, b) -> Long.compare(b.below().bytes(), a.below().bytes()));
        GarbageRoots.Root[] single = largest.toArray(new GarbageRoots.Root[0]);
        Arrays.sort(single, (a, b) -> Long.compare(b.below().bytes(), a.below().bytes()));
        return new GarbageRoots(List.of(single), byClass, new Total(objects, bytes));
    }
}
