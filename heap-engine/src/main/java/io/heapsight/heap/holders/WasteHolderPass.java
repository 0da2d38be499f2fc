/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.holders;

import io.heapsight.heap.classes.CodeOrigin;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.CollectionLayout;
import io.heapsight.heap.content.CollectionReader;
import io.heapsight.heap.content.ContentHash;
import io.heapsight.heap.content.UniformArrayCheck;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.dominators.NearestAncestor;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.reachability.ObjectNumbers;
import io.heapsight.heap.retained.NodeObjectReader;
import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.heap.waste.BoxedNumbers;
import io.heapsight.heap.waste.ContentTable;
import io.heapsight.heap.waste.WastePass;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.summary.WasteAt.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the program's fields that hold wasted objects, during a pass over the dump. From each
 * wasted object, climbs the dominator tree to the nearest object or class of the program. Also
 * compares the contents of arrays. The spare bits must be those that {@link WastePass} has set.
 */
public final class WasteHolderPass {
    /** Minimum size of arrays to compare. */
    private static final int LEAST_ARRAY_BYTES = 32;

    private static final int LEAST_SLOTS = 8;

    /** An array is sparse if it uses less than one slot in this many. */
    private static final int SPARSE = 3;

    private static final int CHUNK = 1_024;

    private final RetainedHeap retention;
    private final DumpedHeap heap;
    private final HeapClasses classes;
    private final DominatorTree tree;
    private final Set<Kind> kinds;
    private final List<Share> shares = new ArrayList<>();
    private final @Nullable ContentTable contents;
    private final @Nullable CollectionLayout[] layouts;
    private final boolean[] isProgram;
    private final boolean[] isBox;
    private final boolean[] isThread;
    private final int stringClass;
    private final int stringValue;
    private final int directBuffers;
    private final int capacityOffset;
    private final int cleanerOffset;

    /** Offset of the field with a buffer's mapped file, which is null for memory of its own. */
    private final int fileOffset;

    /**
     * @param kinds to look for
     * @param contents to compare arrays; null if they exceed the memory
     */
    public WasteHolderPass(
            RetainedHeap retention, Set<Kind> kinds, @Nullable ContentTable contents) {
        this.retention = retention;
        this.heap = retention.heap();
        this.classes = heap.classes();
        this.tree = retention.tree();
        this.kinds = kinds;
        this.contents = contents;
        this.layouts = CollectionLayout.ofAll(heap);
        this.isProgram = new boolean[classes.size()];
        this.isBox = new boolean[classes.size()];
        this.isThread = new boolean[classes.size()];
        for (HeapClass each : classes.all()) {
            isProgram[each.index()] = CodeOrigin.isProgram(each);
            isBox[each.index()] = BoxedNumbers.isBox(each);
            isThread[each.index()] = each.rawName().equals("java/lang/Thread");
        }
        OptionalInt string = classes.named("java/lang/String");
        stringClass = string.orElse(-1);
        stringValue = string.isEmpty() ? -1 : offset(stringClass, "java/lang/String", "value");
        OptionalInt direct = classes.named("java/nio/DirectByteBuffer");
        directBuffers = direct.orElse(-1);
        cleanerOffset =
                direct.isEmpty()
                        ? -1
                        : offset(directBuffers, "java/nio/DirectByteBuffer", "cleaner");
        fileOffset =
                direct.isEmpty() ? -1 : offset(directBuffers, "java/nio/MappedByteBuffer", "fd");
        capacityOffset =
                direct.isEmpty()
                        ? -1
                        : classes.fieldOffset(
                                classes.get(directBuffers),
                                "java/nio/Buffer",
                                "capacity",
                                BasicType.INT);
    }

    private int offset(int classIndex, String declaredBy, String field) {
        return classes.fieldOffset(classes.get(classIndex), declaredBy, field, BasicType.OBJECT);
    }

    /**
     * Creates a thread's part for a pass over the dump.
     *
     * @param record positioned on the current object
     * @param object positioned on the current object
     */
    Share share(RecordCursor record, ReferenceReader object) {
        Share share = new Share(record, object);
        synchronized (shares) {
            shares.add(share);
        }
        return share;
    }

    /**
     * Whether the content of a primitive array is compared: it is not small, constant or unused.
     */
    public static boolean isCompared(HprofBytes bytes, RecordCursor array) {
        int elementBytes = BasicType.bytesOf(array.elementType(), bytes.idBytes());
        long length = array.length() * elementBytes;
        return length >= LEAST_ARRAY_BYTES
                && !UniformArrayCheck.isConstant(bytes, array.data(), array.length(), elementBytes)
                && 2 * UniformArrayCheck.zerosAtEnd(bytes, array.data(), length) <= length;
    }

    /** The hash by which primitive arrays are compared. */
    public static long hash(HprofBytes bytes, RecordCursor array) {
        int type = array.elementType();
        long length = array.length() * BasicType.bytesOf(type, bytes.idBytes());
        return ContentHash.of(bytes, array.data(), length, type);
    }

    /** The results of all shares. */
    WasteByHolder tally() {
        WasteByHolder all = new WasteByHolder();
        shares.forEach(share -> all.addAll(share.tally));
        return all;
    }

    private boolean isPlace(int rank) {
        int of = retention.classIndexAtRank(rank);
        return isProgram[of]
                || isThread[of]
                || (of == classes.javaLangClass() && retention.graph().isClass(tree.node(rank)));
    }

    /** One thread's part of the pass. */
    final class Share {
        private final WasteByHolder tally = new WasteByHolder();
        private final ReferenceReader array = new ReferenceReader(heap.bytes(), classes);
        private final CollectionReader collections =
                new CollectionReader(heap, retention.sizes(), layouts);
        private final NodeObjectReader nodes = new NodeObjectReader(retention);
        private final NearestAncestor places =
                new NearestAncestor(tree::dominatorRank, WasteHolderPass.this::isPlace);
        private final long[] elements = new long[CHUNK];
        private final RecordCursor record;
        private final ReferenceReader object;
        private int found;

        private Share(RecordCursor record, ReferenceReader object) {
            this.record = record;
            this.object = object;
        }

        /**
         * Checks the current reachable object of the readers.
         *
         * @param number from {@link ObjectNumbers#of}
         */
        void take(int number) throws BudgetExceededException {
            found = number;
            takeOf(object.classIndex());
        }

        private void takeOf(int of) throws BudgetExceededException {
            if (!object.isInstance()) {
                takeArray();
            } else if (of == stringClass) {
                takeString();
            } else if (isBox[of]) {
                add(Kind.BOXED_NUMBERS, retention.sizes().of(object));
            } else if (of == directBuffers) {
                takeBuffer();
            } else {
                CollectionLayout layout = layouts[of];
                if (layout != null && !isSpare()) {
                    takeCollection(layout);
                }
            }
        }

        private boolean isSpare() {
            return heap.index().test(record.address(), ObjectIndex.SPARE);
        }

        private void takeString() {
            if (kinds.contains(Kind.DUPLICATE_STRINGS) && isSpare()) {
                long value = heap.position(heap.bytes().id(object.data() + stringValue));
                if (value >= 0) {
                    array.open(value);
                    add(Kind.DUPLICATE_STRINGS, retention.sizes().of(array));
                }
            }
        }

        /** Checks a buffer; a slice of another one has no memory of its own. */
        private void takeBuffer() {
            if (cleanerOffset >= 0 && heap.bytes().id(object.data() + cleanerOffset) != 0) {
                boolean mapped =
                        fileOffset >= 0 && heap.bytes().id(object.data() + fileOffset) != 0;
                add(
                        mapped ? Kind.MAPPED_BUFFERS : Kind.DIRECT_BUFFERS,
                        Math.max(0, object.intAt(capacityOffset)));
            }
        }

        private void takeCollection(CollectionLayout layout) {
            if (!kinds.contains(Kind.EMPTY_COLLECTIONS)
                    || !collections.read(record.position(), layout)
                    || collections.savableBytes() <= 0) {
                return;
            }
            switch (collections.fill()) {
                case EMPTY -> add(Kind.EMPTY_COLLECTIONS, collections.savableBytes());
                case SINGLETON -> add(Kind.SMALL_COLLECTIONS, collections.savableBytes());
                case SPARSE -> add(Kind.SPARSE_COLLECTIONS, collections.savableBytes());
                case FULL -> {}
            }
        }

        private void takeArray() throws BudgetExceededException {
            if (!kinds.contains(Kind.DUPLICATE_ARRAYS)) {
                return;
            }
            if (object.isObjectArray()) {
                takeObjectArray();
            } else if (!isSpare()) {
                takePrimitives();
            }
        }

        private void takeObjectArray() {
            int above = dominatorRank();
            if (object.length() < LEAST_SLOTS
                    || (above > 0 && layouts[retention.classIndexAtRank(above)] != null)) {
                return; // a collection's array
            }
            long used = 0;
            int read = 0;
            int n;
            do {
                n = object.read(read, elements);
                for (int i = 0; i < n; i++) {
                    used += elements[i] == 0 ? 0 : 1;
                }
                read += n;
            } while (n == CHUNK && SPARSE * used < object.length());
            if (SPARSE * used < object.length()) {
                long bytes = retention.sizes().of(object);
                add(Kind.SPARSE_ARRAYS, bytes - retention.sizes().of(object.classIndex(), used));
            }
        }

        private void takePrimitives() throws BudgetExceededException {
            int elementBytes = BasicType.bytesOf(record.elementType(), heap.bytes().idBytes());
            long length = object.length() * elementBytes;
            if (length < LEAST_ARRAY_BYTES) {
                return;
            }
            long bytes = retention.sizes().of(object);
            if (UniformArrayCheck.isConstant(
                    heap.bytes(), object.data(), object.length(), elementBytes)) {
                add(Kind.CONSTANT_ARRAYS, bytes);
                return;
            }
            long zeros = UniformArrayCheck.zerosAtEnd(heap.bytes(), object.data(), length);
            if (2 * zeros > length) {
                add(Kind.OVERSIZED_ARRAYS, zeros);
            } else if (contents != null
                    && contents.add(hash(heap.bytes(), record), record.address(), bytes)) {
                add(Kind.DUPLICATE_ARRAYS, bytes);
            }
        }

        private int dominatorRank() {
            return found >= 0
                    ? tree.dominatorRank(tree.rank(found))
                    : retention.leaves().rank(retention.graph().leaf(found));
        }

        /** Adds the current object to its holder's waste. */
        private void add(Kind kind, long bytes) {
            int above = dominatorRank();
            int heldRank = places.topBelow(above);
            int holder = heldRank == 0 ? above : tree.dominatorRank(heldRank);
            int heldClass =
                    heldRank == 0 ? object.classIndex() : retention.classIndexAtRank(heldRank);
            WasteByHolder.Row row = tally.row(kind, key(holder), heldClass);
            if (WasteByHolder.add(row, record.address(), bytes)) {
                long held = heldRank == 0 ? record.address() : nodes.address(tree.node(heldRank));
                WasteByHolder.addExample(
                        row, new WasteByHolder.Example(record.address(), above, holder, held));
            }
        }

        private int key(int rank) {
            if (rank == 0) {
                return 2 * classes.size();
            }
            int node = tree.node(rank);
            return retention.graph().isClass(node)
                    ? classes.size() + retention.graph().classOf(node).index()
                    : retention.classIndexAtRank(rank);
        }
    }

    /** Returns the rows with at least this many bytes, in ranked order. */
    static List<WasteByHolder.Row> largest(WasteByHolder tally, long leastBytes) {
        return tally.ranked().stream().filter(row -> row.bytes() >= leastBytes).toList();
    }
}
