/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.reachability;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.LongList;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.hprof.ClassDump;
import io.heapsight.summary.ReferenceStrength;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Marks objects on one thread. Pops objects from its stack, marks the objects to which they refer,
 * and defers the referents of references weaker than the current strength.
 */
final class Marker {
    private static final int NONE = -1;

    /** Above the depth that most windows need; further objects are queued. */
    private static final int STACK = 1 << 14;

    /** Out of the 64 pages of a window. */
    private static final int MANY_PAGES = 16;

    /** References are read in chunks of this many. */
    private static final int CHUNK = 1_024;

    /** Number of objects between updates of the progress, which also check for cancellation. */
    private static final int TELL = 1 << 16;

    private final DumpedHeap heap;
    private final ObjectIndex index;
    private final HeapClasses classes;
    private final ObjectSizes sizes;
    private final ClassMarks classMarks;
    private final @Nullable PossibleDominators inner;
    private final PhaseProgress progress;
    private final ReferenceReader reader;
    private final long[] references = new long[CHUNK];
    private final long[] stack = new long[STACK];
    private final ArrayDeque<ClassDump> classObjects = new ArrayDeque<>();
    private final Map<ReferenceStrength, LongList> putOff = new EnumMap<>(ReferenceStrength.class);

    private ReferenceStrength strength = ReferenceStrength.STRONG;
    private MarkQueue queue;
    private int window = NONE;
    private int stackSize;
    private ClassTotals totals;
    private int untold;
    private long postponed;

    /**
     * @param inner receives each marked object; null to skip this
     */
    Marker(
            DumpedHeap heap,
            ObjectSizes sizes,
            ClassMarks classMarks,
            @Nullable PossibleDominators inner,
            MemoryBudget budget,
            PhaseProgress progress) {
        this.heap = heap;
        this.index = heap.index();
        this.classes = heap.classes();
        this.sizes = sizes;
        this.classMarks = classMarks;
        this.inner = inner;
        this.progress = progress;
        this.reader = new ReferenceReader(heap.bytes(), heap.classes());
        this.queue = new MarkQueue(index);
        this.totals = new ClassTotals(0);
        for (ReferenceStrength each : ReferenceStrength.values()) {
            putOff.put(each, new LongList(budget, "references of one strength"));
        }
    }

    /** Starts to follow references of a strength. */
    void begin(ReferenceStrength follow, MarkQueue through) {
        strength = follow;
        queue = through;
        totals = new ClassTotals(classes.size());
    }

    /** Marks the deferred referents of the current strength. */
    void markPutOff() {
        LongList referents = listOf(strength);
        for (long i = 0; i < referents.size(); i++) {
            mark(referents.get(i));
        }
        referents.clear();
        followClasses();
    }

    private LongList listOf(ReferenceStrength of) {
        LongList list = putOff.get(of);
        if (list == null) {
            throw new IllegalStateException("no list for " + of);
        }
        return list;
    }

    /** Marks the object or class at an address, if there is one, and queues it. */
    void mark(long address) {
        int block = index.blockOfObject(address);
        if (block < 0) {
            int classIndex = classes.indexOf(address);
            if (classIndex >= 0) {
                markClass(classIndex);
            }
            return;
        }
        long bit = index.bit(address);
        if (index.set(block, bit, ObjectIndex.MARKS)) {
            if (MarkQueue.windowOf(block) == window && stackSize < STACK) {
                stack[stackSize++] = address;
            } else {
                queue.add(block, bit);
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

    /** Follows all queued objects window by window, together with the other workers. */
    void follow() throws BudgetExceededException {
        boolean done = false;
        try {
            int next = queue.takeWindow(NONE);
            while (next != NONE) {
                window = next;
                readAhead();
                int page = queue.takePage(window);
                while (page != NONE) {
                    followPage(page);
                    page = queue.takePage(window);
                }
                next = queue.takeWindow(window);
            }
            window = NONE;
            progress.add(untold);
            untold = 0;
            done = true;
        } finally {
            if (!done) {
                queue.end();
            }
        }
    }

    /**
     * If many pages of a window have queued objects, their references are likely to lead to its
     * other pages.
     */
    private void readAhead() {
        long pages = queue.pages(window);
        if (Long.bitCount(pages) >= MANY_PAGES) {
            pages = -1;
        }
        for (; pages != 0; pages &= pages - 1) {
            int block = MarkQueue.firstBlock(window, Long.numberOfTrailingZeros(pages));
            if (block < index.blocks()) {
                heap.willReadPage(block);
            }
        }
    }

    private void followPage(int firstBlock) throws BudgetExceededException {
        for (int block = firstBlock; block < firstBlock + ObjectIndex.BLOCKS; block++) {
            long queued = index.take(block, ObjectIndex.SPARE);
            for (; queued != 0; queued &= queued - 1) {
                follow(index.addressOf(block, Long.numberOfTrailingZeros(queued)));
                while (stackSize > 0) {
                    follow(stack[--stackSize]);
                }
            }
        }
    }

    private void followClasses() {
        while (!classObjects.isEmpty()) {
            for (long reference : ReferenceReader.ofClass(classObjects.remove())) {
                mark(reference);
            }
        }
    }

    private void follow(long address) throws BudgetExceededException {
        reader.open(heap.position(address));
        int classIndex = reader.classIndex();
        totals.add(classIndex, sizes.of(reader));
        if (inner != null) {
            inner.take(classIndex, address);
        }
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
        followClasses();
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
            listOf(of).add(referent);
            postponed++;
        }
    }

    /** The number of deferred referents, of all strengths. */
    long postponed() {
        return postponed;
    }

    /** The objects marked at this strength, by class. */
    ClassTotals totals() {
        return totals;
    }

    void release() {
        putOff.values().forEach(LongList::release);
    }
}
