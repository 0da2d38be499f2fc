/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.explore.ClassList;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.explore.IndexLayout.Section;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.GcRoots;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.index.StoredHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntPair;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.HprofFormatException;
import io.heapsight.hprof.SubRecord;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.summary.Total;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Finds the objects of a dump by address or number, with the results of the analysis, in the mapped
 * dump and its mapped index. Not thread-safe.
 */
public final class IndexedHeap implements AutoCloseable {
    /** Memory for roots, which take 24 bytes each. */
    private static final long ROOT_BYTES = 64L << 20;

    private static final long NOT_REACHABLE = -1;

    private final IndexFile index;
    private final Arena arena;
    private final HprofFile file;
    private final MemoryBudget budget;
    private final DumpedHeap heap;
    private final IndexMetadata contents;
    private final IndexCursor objects;
    private final IndexCursor classObjects;

    /** The offset of each class object in the index. */
    private final long[] classOffsets;

    /** Receives reachable objects one by one. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Receives an object.
         *
         * @param address of the object
         * @param object positioned at the object
         */
        void visit(long address, IndexCursor object);
    }

    private IndexedHeap(
            Arena arena,
            HprofFile file,
            MemoryBudget budget,
            DumpedHeap heap,
            IndexMetadata contents,
            IndexFile index) {
        this.index = index;
        this.arena = arena;
        this.file = file;
        this.budget = budget;
        this.heap = heap;
        this.contents = contents;
        objects = new IndexCursor(index.section(Section.OBJECTS));
        classObjects = new IndexCursor(index.section(Section.CLASS_OBJECTS));
        classOffsets = new long[contents.classes().size()];
        for (int i = 0; i < classOffsets.length; i++) {
            boolean reachable = classObjects.flag();
            classOffsets[i] = reachable ? classObjects.offset() : NOT_REACHABLE;
            if (reachable) {
                classObjects.next();
            }
        }
    }

    /**
     * Maps a dump and its index.
     *
     * @param workDirectory where a compressed dump is inflated while it is open
     * @param inflated receives the number of bytes read of a compressed dump
     * @throws UnusableIndexException if the index is unusable
     * @throws HprofFormatException if the dump is unreadable
     * @throws ProblemException if there is no space to inflate the dump
     */
    public static IndexedHeap open(
            Path dump, Path index, Path workDirectory, LongConsumer inflated, CancelSignal cancel)
            throws IOException, UnusableIndexException, ProblemException {
        DumpFingerprint fingerprint = DumpFingerprint.of(dump);
        Arena arena = Arena.ofShared();
        MemoryBudget budget = new MemoryBudget(ROOT_BYTES);
        Optional<HprofFile> file = Optional.empty();
        boolean done = false;
        try {
            IndexFile opened = IndexFile.open(index, fingerprint, arena);
            file = Optional.of(HprofFile.open(dump, workDirectory, inflated, cancel));
            IndexedHeap heap = of(opened, file.get(), arena, budget);
            done = true;
            return heap;
        } catch (EOFException
                | BudgetExceededException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | ArithmeticException e) {
            throw new UnusableIndexException("is damaged", e);
        } finally {
            if (!done) {
                budget.close();
                file.ifPresent(HprofFile::close);
                arena.close();
            }
        }
    }

    private static IndexedHeap of(IndexFile index, HprofFile file, Arena arena, MemoryBudget budget)
            throws IOException, BudgetExceededException {
        DataInputStream in =
                new DataInputStream(new ByteBufferInputStream(index.buffer(Section.CONTENTS)));
        IndexMetadata contents = IndexMetadata.readFrom(in, file);
        MemorySegment positions = index.section(Section.POSITIONS);
        DumpedHeap heap =
                new StoredHeap(
                                contents.scale(),
                                index.numbers(Section.PAGES),
                                index.numbers(Section.BASES),
                                index.section(Section.BLOCKS),
                                positions.byteSize() == 0 ? null : positions,
                                contents.roots())
                        .open(file, contents.classes(), budget);
        return new IndexedHeap(arena, file, budget, heap, contents, index);
    }

    /** Returns the heap. It does not check its positions: get them from {@link #position} only. */
    public DumpedHeap heap() {
        return heap;
    }

    public Path indexFile() {
        return index.path();
    }

    public HprofFile file() {
        return file;
    }

    public HeapClasses classes() {
        return contents.classes();
    }

    public ObjectSizes sizes() {
        return contents.sizes();
    }

    public ClassFigures figures() {
        return contents.figures();
    }

    /** The garbage roots by class, those with most bytes below first; without single roots. */
    public GarbageRoots garbageRoots() {
        long[] all = index.numbers(Section.GARBAGE);
        ReferenceReader reader = new ReferenceReader(file.bytes(), classes());
        List<GarbageRoots.RootClass> byClass = new ArrayList<>();
        for (int i = Section.CYCLE_FIELDS; i < all.length; i += Section.ROOT_FIELDS) {
            reader.open(Objects.checkIndex(position(all[i]), file.bytes().size()));
            byClass.add(
                    new GarbageRoots.RootClass(
                            classes().get(reader.classIndex()).name(),
                            all[i + 1],
                            new Total(all[i + 2], all[i + 3]),
                            all[i]));
        }
        return new GarbageRoots(List.of(), byClass, new Total(all[0], all[1]));
    }

    /** The figures of a class. */
    public ClassList.Row figure(HeapClass of) {
        ClassFigures figures = figures();
        int i = of.index();
        return new ClassList.Row(
                of.name(),
                of.address(),
                of.loader(),
                figures.objects()[i],
                figures.bytes()[i],
                figures.retained()[i],
                figures.unreachableObjects()[i],
                figures.unreachableBytes()[i]);
    }

    /** The position of the record of the object at an address; -1 if there is none. */
    public long position(long address) {
        long at = heap.position(address);
        HprofBytes bytes = file.bytes();
        boolean isThere =
                SubRecord.endWithin(bytes, at) >= 0
                        && SubRecord.isObject(bytes.u1(at))
                        && bytes.id(at + 1) == address;
        return isThere ? at : -1;
    }

    /** The number of the class whose class object is at an address; -1 if there is none. */
    public int classAt(long address) {
        return heap.index().isObject(address) ? -1 : classes().indexOf(address);
    }

    /** Whether an object or class object is at an address. */
    public boolean isThere(long address) {
        return heap.index().isObject(address) || classes().indexOf(address) >= 0;
    }

    /** The index entry of the object at an address; empty if none is reachable. */
    public Optional<IndexedObject> find(long address) {
        return moveTo(address) ? Optional.of(found(address)) : Optional.empty();
    }

    /** Creates a lookup for many objects, for one thread. */
    public RetainedBytesReader retainedBytesReader() {
        return new RetainedBytesReader(heap.index(), index.section(Section.OBJECTS));
    }

    private IndexedObject found(long address) {
        IndexCursor cursor = cursorOf(address);
        return new IndexedObject(
                address,
                cursor.numbered() ? cursor.number() : IndexedObject.NO_NUMBER,
                cursor.dominator(),
                cursor.retainedBytes(),
                cursor.referrerCount());
    }

    private IndexCursor cursorOf(long address) {
        return heap.index().isObject(address) ? objects : classObjects;
    }

    /** Whether the object at an address is reachable; if so, positions the cursor at the object. */
    private boolean moveTo(long address) {
        ObjectIndex index = heap.index();
        int classIndex = classAt(address);
        if (classIndex >= 0) {
            if (classOffsets[classIndex] == NOT_REACHABLE) {
                return false;
            }
            classObjects.moveTo(classOffsets[classIndex], contents.inner() + classIndex);
            classObjects.next();
            return true;
        }
        if (!index.isMarked(address)) {
            return false;
        }
        int block = index.block(address);
        long before = index.word(block, ObjectIndex.MARKS) & (index.bit(address) - 1);
        moveToBlock(block);
        for (int i = Long.bitCount(before); i >= 0; i--) {
            objects.next();
        }
        return true;
    }

    private void moveToBlock(int block) {
        long place = heap.index().word(block, ObjectIndex.SPARE);
        objects.moveTo(Integer.toUnsignedLong(IntPair.high(place)), IntPair.low(place));
    }

    /**
     * The numbers of at most this many referrers of the object at an address; none if it is
     * unreachable.
     */
    int[] referrers(long address, int most) {
        return moveTo(address) ? cursorOf(address).referrers(most) : new int[0];
    }

    /** The exclusive upper bound of the numbers of objects and class objects. */
    public int numbers() {
        return contents.inner() + classes().size();
    }

    /**
     * The address of the object with a number.
     *
     * @throws IndexOutOfBoundsException if there is none
     */
    long addressOf(int number) {
        if (number >= contents.inner()) {
            return classes().get(number - contents.inner()).address();
        }
        ObjectIndex index = heap.index();
        int low = 0;
        int high = index.blocks() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (firstNumber(middle) <= number) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        moveToBlock(low);
        for (long left = index.word(low, ObjectIndex.MARKS); left != 0; left &= left - 1) {
            objects.next();
            if (objects.numbered() && objects.number() == number) {
                return index.addressOf(low, Long.numberOfTrailingZeros(left));
            }
        }
        throw new IndexOutOfBoundsException(number);
    }

    private int firstNumber(int block) {
        return IntPair.low(heap.index().word(block, ObjectIndex.SPARE));
    }

    /** Visits all reachable objects in the order of their addresses, then the class objects. */
    public void visitReachable(Visitor visitor) {
        ObjectIndex index = heap.index();
        for (int block = 0; block < index.blocks(); block++) {
            long marks = index.word(block, ObjectIndex.MARKS);
            if (marks != 0) {
                long base = index.addressOf(block);
                moveToBlock(block);
                for (long left = marks; left != 0; left &= left - 1) {
                    objects.next();
                    int bit = Long.numberOfTrailingZeros(left);
                    visitor.visit(base + (((long) bit << 3) >>> index.scale()), objects);
                }
            }
        }
        for (int i = 0; i < classOffsets.length; i++) {
            if (classOffsets[i] != NOT_REACHABLE) {
                classObjects.moveTo(classOffsets[i], contents.inner() + i);
                classObjects.next();
                visitor.visit(classes().get(i).address(), classObjects);
            }
        }
    }

    /** The tag of an object that is a GC root itself, not a local of a thread; -1 if it is none. */
    public int rootTag(long address) {
        int found = -1;
        for (int i = 0; i < contents.roots().length; i += GcRoots.FIELDS) {
            if (contents.roots()[i] == address && !heap.threadRoots().isLocal(i / GcRoots.FIELDS)) {
                found = (int) contents.roots()[i + 1];
                if (found != SubRecord.ROOT_UNKNOWN) {
                    return found;
                }
            }
        }
        return found;
    }

    @Override
    public void close() {
        budget.close();
        file.close();
        arena.close();
    }

    /** The addresses of objects that are GC roots themselves, ascending. */
    public long[] rootAddresses() {
        long[] all = contents.roots();
        long[] found = new long[all.length / GcRoots.FIELDS];
        int count = 0;
        for (int i = 0; i < all.length; i += GcRoots.FIELDS) {
            if (!heap.threadRoots().isLocal(i / GcRoots.FIELDS) && isThere(all[i])) {
                found[count++] = all[i];
            }
        }
        long[] sorted = Arrays.copyOf(found, count);
        Arrays.sort(sorted);
        return sorted;
    }
}
