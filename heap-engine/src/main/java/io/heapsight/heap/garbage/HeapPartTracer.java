/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.garbage;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.index.AddressPartition;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.LongList;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.objects.SizedLayout;
import io.heapsight.hprof.BasicType;

/**
 * Traces parts of the heap on one thread: finds their garbage roots and filler, which has no
 * referrers either.
 */
final class HeapPartTracer {
    private final DumpedHeap heap;
    private final ObjectIndex index;
    private final ObjectSizes sizes;
    private final AddressPartition parts;
    private final GarbageTraversal walk;
    private final ReferenceReader reader;
    private final GarbageRootTotals tally;

    private final FillerRule fillerRule;
    private final int intArrays;
    private final boolean[] fillerClasses;
    private final FillerDecision fillerTally = new FillerDecision();
    private final LongList undecided;
    private final ClassTotals filler;
    private final ClassTotals perhapsFiller;

    HeapPartTracer(
            DumpedHeap heap,
            SizedLayout layout,
            AddressPartition parts,
            GarbageTraversal walk,
            GarbageRootTotals tally,
            LongList undecided) {
        this.heap = heap;
        this.index = heap.index();
        this.sizes = layout.sizes();
        this.parts = parts;
        this.walk = walk;
        this.reader = walk.reader();
        this.tally = tally;
        this.fillerRule = new FillerRule(heap.bytes(), layout.layout());
        this.intArrays = heap.classes().primitiveArray(BasicType.INT.code());
        this.fillerClasses = new boolean[heap.classes().size()];
        for (HeapClass each : heap.classes().all()) {
            fillerClasses[each.index()] = FillerRule.isFillerClass(each.rawName());
        }
        this.undecided = undecided;
        this.filler = new ClassTotals(heap.classes().size());
        this.perhapsFiller = new ClassTotals(heap.classes().size());
    }

    /** Traces the roots of a part in the order of their addresses. */
    void trace(int part) throws BudgetExceededException {
        walk.enter(part);
        for (int page = 0; page < parts.pages(part); page++) {
            heap.willReadPage(parts.firstBlock(part, page));
        }
        for (int page = 0; page < parts.pages(part); page++) {
            int first = parts.firstBlock(part, page);
            for (int block = first; block < first + ObjectIndex.BLOCKS; block++) {
                rootsIn(block);
            }
        }
    }

    /** Walks from the roots in a block: unreachable objects without unreachable referrers. */
    private void rootsIn(int block) throws BudgetExceededException {
        long roots =
                index.word(block, ObjectIndex.STARTS)
                        & ~index.word(block, ObjectIndex.SPARE)
                        & ~index.word(block, ObjectIndex.MARKS);
        for (; roots != 0; roots &= roots - 1) {
            long address = index.addressOf(block, Long.numberOfTrailingZeros(roots));
            reader.open(heap.position(address));
            if (reader.classIndex() == intArrays) {
                perhapsFiller(address);
            } else if (fillerClasses[reader.classIndex()]) {
                addFiller();
            } else {
                index.setWord(
                        block,
                        ObjectIndex.MARKS,
                        index.word(block, ObjectIndex.MARKS) | Long.lowestOneBit(roots));
                walk.walk(address, tally);
            }
        }
    }

    private FillerRule.Look look(long address) {
        return fillerRule.look(address, reader.length(), reader.data());
    }

    private void perhapsFiller(long address) throws BudgetExceededException {
        FillerRule.Look look = look(address);
        if (look == FillerRule.Look.GARBAGE) {
            walk.walk(address, tally);
        } else if (look == FillerRule.Look.AMBIGUOUS) {
            perhapsFiller.add(reader.classIndex(), sizes.of(reader));
        } else {
            fillerTally.add(look, reader.length());
            undecided.add(address);
        }
    }

    private void addFiller() {
        filler.add(reader.classIndex(), sizes.of(reader));
    }

    FillerDecision fillerTally() {
        return fillerTally;
    }

    GarbageRootTotals tally() {
        return tally;
    }

    ClassTotals filler() {
        return filler;
    }

    /** Objects that may be filler or garbage. */
    ClassTotals perhapsFiller() {
        return perhapsFiller;
    }

    /** Separates filler from garbage once all arrays are known. */
    void decide(FillerDecision all) {
        for (long i = 0; i < undecided.size(); i++) {
            long address = undecided.get(i);
            reader.open(heap.position(address));
            FillerRule.Look look = look(address);
            if (all.isFiller(look, reader.length())) {
                addFiller();
            } else if (all.isPerhapsFiller(look, reader.length())) {
                perhapsFiller.add(reader.classIndex(), sizes.of(reader));
            } else {
                walk.walk(address, tally);
            }
        }
        undecided.release();
    }
}
