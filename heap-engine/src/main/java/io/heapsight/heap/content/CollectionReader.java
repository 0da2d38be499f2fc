/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.hprof.BasicType;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Reads the number of elements and the bytes of collections. Not thread-safe.
 *
 * <p>All bytes of an empty collection are savable, because a shared empty collection could replace
 * it. For a sparse collection, or one with a single element, the spare part of its array is
 * savable. Elements, nodes and arrays of length 0 don't count; such arrays may be shared.
 */
public final class CollectionReader {
    /** A collection is sparse if it uses less than one slot in this many. */
    private static final int SPARSE = 3;

    /** Maximum plausible number of elements, as a dump may contain any value. */
    private static final long MOST_ELEMENTS = 1L << 40;

    /** Maximum counters of a concurrent map, which has at most one for each processor. */
    private static final int MOST_COUNTERS = 1_024;

    private final DumpedHeap heap;
    private final ObjectSizes sizes;
    private final @Nullable CollectionLayout[] layouts;
    private final ObjectFields fields;
    private final ReferenceReader array;
    private final ReferenceReader cells;
    private final ObjectFields counter;
    private final int counterValue;
    private final long[] counters = new long[MOST_COUNTERS];

    private CollectionFillLevel fill = CollectionFillLevel.FULL;
    private long savableBytes;
    private long elementCount;
    private long inner;
    private int innerClass;

    public CollectionReader(
            DumpedHeap heap, ObjectSizes sizes, @Nullable CollectionLayout[] layouts) {
        this.heap = heap;
        this.sizes = sizes;
        this.layouts = layouts;
        this.fields = new ObjectFields(heap);
        this.array = new ReferenceReader(heap.bytes(), heap.classes());
        this.cells = new ReferenceReader(heap.bytes(), heap.classes());
        this.counter = new ObjectFields(heap);
        this.counterValue = counterValue(heap);
    }

    private static int counterValue(DumpedHeap heap) {
        String counterCell = "java/util/concurrent/ConcurrentHashMap$CounterCell";
        OptionalInt index = heap.classes().named(counterCell);
        return index.isEmpty()
                ? HeapClasses.ABSENT
                : heap.classes()
                        .fieldOffset(
                                heap.classes().get(index.getAsInt()),
                                counterCell,
                                "value",
                                BasicType.LONG);
    }

    /**
     * Reads the collection whose record is at a position.
     *
     * @return false if it wraps an unknown collection
     */
    public boolean read(long position, CollectionLayout layout) {
        inner = 0;
        fields.openRecord(position);
        if (!layout.wraps()) {
            readStorage(layout);
            return true;
        }
        int outerClass = fields.classIndex();
        long wrapped = fields.referenceAt(layout.storage());
        if (!fields.open(wrapped)) {
            return false;
        }
        CollectionLayout innerLayout = layouts[fields.classIndex()];
        if (innerLayout == null || innerLayout.wraps()) {
            return false;
        }
        readStorage(innerLayout);
        inner = wrapped;
        innerClass = fields.classIndex();
        if (fill == CollectionFillLevel.EMPTY) {
            savableBytes += sizes.of(outerClass, 0);
        }
        return true;
    }

    private void readStorage(CollectionLayout layout) {
        JdkCollectionType.Slots slots = layout.kind().slots();
        long storage = fields.referenceAt(layout.storage());
        boolean hasArray = slots != JdkCollectionType.Slots.NODES && openArray(storage);
        long capacity = hasArray ? array.length() : 0;
        long arrayBytes = capacity > 0 ? sizes.of(array.classIndex(), capacity) : 0;
        long elements = Math.clamp(elements(layout, capacity), 0, MOST_ELEMENTS);
        elementCount = elements;
        if (elements == 0) {
            fill = CollectionFillLevel.EMPTY;
            savableBytes = sizes.of(fields.classIndex(), 0) + arrayBytes;
            return;
        }
        boolean sparse = slots.canBeSparse() && SPARSE * slots.used(elements) < capacity;
        if (elements == 1) {
            fill = CollectionFillLevel.SINGLETON;
        } else {
            fill = sparse ? CollectionFillLevel.SPARSE : CollectionFillLevel.FULL;
        }
        boolean roomy = sparse || (elements == 1 && capacity > 0 && slots.canBeSparse());
        savableBytes = roomy ? Math.max(0, arrayBytes - rightBytes(slots, elements, capacity)) : 0;
    }

    private long rightBytes(JdkCollectionType.Slots slots, long elements, long capacity) {
        return sizes.of(array.classIndex(), Math.min(capacity, slots.rightNumber(elements)));
    }

    private boolean openArray(long address) {
        long position = address == 0 ? -1 : heap.position(address);
        if (position < 0) {
            return false;
        }
        array.open(position);
        return array.isObjectArray() && array.classIndex() >= 0;
    }

    private long elements(CollectionLayout layout, long capacity) {
        return switch (layout.kind()) {
            case COPY_ON_WRITE_LIST -> capacity;
            case ARRAY_DEQUE -> {
                long difference = (long) fields.intAt(layout.more()) - fields.intAt(layout.count());
                yield difference < 0 ? difference + capacity : difference;
            }
            case CONCURRENT_HASH_MAP -> fields.longAt(layout.count()) + cells(layout);
            default -> fields.intAt(layout.count());
        };
    }

    /** The sum of a concurrent map's other counters. */
    private long cells(CollectionLayout layout) {
        long address = fields.referenceAt(layout.more());
        long position = address == 0 ? -1 : heap.position(address);
        if (position < 0) {
            return 0;
        }
        cells.open(position);
        int count = cells.isObjectArray() ? cells.read(0, counters) : 0;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            if (counter.open(counters[i])) {
                sum += counter.longAt(counterValue);
            }
        }
        return sum;
    }

    public CollectionFillLevel fill() {
        return fill;
    }

    public long savableBytes() {
        return savableBytes;
    }

    /** Number of elements of the collection, or of the one that it wraps. */
    long elements() {
        return elementCount;
    }

    /** The address of the wrapped collection; 0 without one. */
    public long inner() {
        return inner;
    }

    public int innerClass() {
        return innerClass;
    }

    /** Savable bytes of the wrapped collection alone. */
    public long innerSavableBytes(int outerClass) {
        return fill == CollectionFillLevel.EMPTY
                ? savableBytes - sizes.of(outerClass, 0)
                : savableBytes;
    }
}
