/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.hprof.ClassDump;
import io.heapsight.summary.ReferenceStrength;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;

/**
 * One member's part in marking: takes objects from its stack, marks what they refer to, and puts
 * off the referents of weaker references than those that are followed now.
 */
final class Marker {
    /** References are read so many at a time. */
    private static final int CHUNK = 1_024;

    /** Progress is told, and work noticed to be cancelled, after so many objects. */
    private static final int TELL = 1 << 16;

    private final DumpedHeap heap;
    private final ObjectIndex index;
    private final HeapClasses classes;
    private final ObjectSizes sizes;
    private final ClassMarks classMarks;
    private final PhaseProgress progress;
    private final ReferenceReader reader;
    private final long[] references = new long[CHUNK];
    private final ArrayDeque<ClassDump> classObjects = new ArrayDeque<>();
    private final Map<ReferenceStrength, LongList> deferred =
            new EnumMap<>(ReferenceStrength.class);

    private ReferenceStrength strength = ReferenceStrength.STRONG;
    private MarkStack stack;
    private ClassTotals totals;
    private boolean overflown;
    private int untold;

    Marker(
            DumpedHeap heap,
            ObjectSizes sizes,
            ClassMarks classMarks,
            MemoryBudget budget,
            PhaseProgress progress) {
        this.heap = heap;
        this.index = heap.index();
        this.classes = heap.classes();
        this.sizes = sizes;
        this.classMarks = classMarks;
        this.progress = progress;
        this.reader = new ReferenceReader(heap.bytes(), heap.classes());
        this.stack = new MarkStack(new MarkStack.Exchange(1));
        this.totals = new ClassTotals(0);
        for (ReferenceStrength each : ReferenceStrength.values()) {
            deferred.put(each, new LongList(budget, "references of one strength"));
        }
    }

    /** Goes on to the references of a strength. */
    void begin(ReferenceStrength follow, MarkStack.Exchange exchange) {
        strength = follow;
        totals = new ClassTotals(classes.size());
        resume(exchange);
    }

    void resume(MarkStack.Exchange exchange) {
        stack.shareThrough(exchange);
    }

    /** Marks what weaker references have put off that now count. */
    void markDeferred() throws BudgetExceededException {
        LongList referents = deferredOf(strength);
        for (long i = 0; i < referents.size(); i++) {
            mark(referents.get(i));
        }
        referents.clear();
    }

    private LongList deferredOf(ReferenceStrength of) {
        LongList list = deferred.get(of);
        if (list == null) {
            throw new IllegalStateException("no list for " + of);
        }
        return list;
    }

    /** Marks the object or class at an address, if there is one, to be followed later. */
    void mark(long address) {
        if (index.set(address, ObjectIndex.MARKS)) {
            if (!stack.push(address)) {
                index.set(address, ObjectIndex.SPARE);
                overflown = true;
            }
        } else if (!index.isObject(address)) {
            int classIndex = classes.indexOf(address);
            if (classIndex >= 0) {
                markClass(classIndex);
            }
        }
    }

    private void markClass(int classIndex) {
        if (classMarks.set(classIndex)) {
            ClassDump dump = classes.get(classIndex).dump();
            if (dump != null) {
                classObjects.add(dump);
            }
            totals.add(classes.javaLangClass(), sizes.ofClassObject(classIndex));
        }
    }

    /** Follows everything that is marked, and what others leave. */
    void finish() throws BudgetExceededException {
        followClasses();
        while (stack.hasNext()) {
            follow(stack.pop());
            followClasses();
        }
        progress.add(untold);
        untold = 0;
    }

    /**
     * Follows the objects of a range of blocks whose bit in the spare plane is set, and clears it.
     */
    void followSpare(int fromBlock, int toBlock) throws BudgetExceededException {
        for (int block = fromBlock; block < toBlock; block++) {
            long word = index.word(block, ObjectIndex.SPARE);
            while (word != 0) {
                long bit = Long.lowestOneBit(word);
                word ^= bit;
                long address = index.addressOf(block, Long.numberOfTrailingZeros(bit));
                index.unset(address, ObjectIndex.SPARE);
                follow(address);
                followClasses();
                while (stack.size() > 0) {
                    follow(stack.pop());
                    followClasses();
                }
            }
        }
    }

    private void followClasses() {
        while (!classObjects.isEmpty()) {
            for (long reference : ReferenceReader.ofClass(classObjects.remove())) {
                if (reference != 0) {
                    mark(reference);
                }
            }
        }
    }

    private void follow(long address) throws BudgetExceededException {
        reader.open(heap.position(address));
        int classIndex = reader.classIndex();
        totals.add(classIndex, sizes.of(reader));
        if (!classMarks.isSet(classIndex)) {
            markClass(classIndex);
        }
        int count;
        do {
            count = reader.next(strength, references);
            for (int i = 0; i < count; i++) {
                if (references[i] != 0) {
                    mark(references[i]);
                }
            }
        } while (count == CHUNK);
        if (reader.strength().compareTo(strength) > 0) {
            putOff(reader.strength(), reader.referent());
        }
        if (++untold == TELL) {
            progress.add(untold);
            untold = 0;
        }
    }

    private void putOff(ReferenceStrength of, long referent) throws BudgetExceededException {
        if (referent != 0 && !index.isMarked(referent)) {
            deferredOf(of).add(referent);
        }
    }

    /** What was marked of this strength, by class. */
    ClassTotals totals() {
        return totals;
    }

    boolean overflown() {
        return overflown;
    }

    void clearOverflown() {
        overflown = false;
    }

    void release() {
        deferred.values().forEach(LongList::release);
    }
}
