/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.ContentHash;
import io.heapsight.heap.dominators.GraphSize;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.reachability.LeafClasses;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.LongMap;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.SubRecord;
import io.heapsight.summary.ReferenceStrength;

/**
 * Counts objects, references and contents by class, in any order and without a table of objects.
 * Each object counts as reachable, and each array as different unless its content is known: the
 * counts are upper bounds.
 */
final class UpperBoundTally {
    private static final int CHUNK = 1_024;
    private static final String STRING = "java/lang/String";

    private final HeapClasses classes;
    private final int stringClass;
    private final long[] objects;
    private final long[] references;
    private final long[] into = new long[CHUNK];
    private final LongMap pages = new LongMap();
    private final DistinctCount contents = new DistinctCount();
    private HprofBytes bytes;
    private ReferenceReader reader;
    private long lastPage = -1;
    private long lastAddress;
    private long stepsBack;
    private long unknownObjects;
    private long unknownReferences;
    private long primitiveArrays;

    UpperBoundTally(HeapClasses classes, HprofBytes bytes) {
        this.classes = classes;
        this.bytes = bytes;
        reader = new ReferenceReader(bytes, classes);
        stringClass = classes.named(STRING).orElse(-1);
        objects = new long[classes.size()];
        references = new long[classes.size()];
    }

    /** Begins a segment with its bytes. Its objects need not follow the previous ones. */
    void begin(HprofBytes segmentBytes) {
        move(segmentBytes);
        lastAddress = 0;
    }

    /** Continues in other bytes. */
    void move(HprofBytes next) {
        if (next != bytes) {
            bytes = next;
            reader = new ReferenceReader(next, classes);
        }
    }

    /** Counts an object. */
    void add(RecordCursor object) {
        place(object.address());
        if (object.tag() == SubRecord.INSTANCE || object.tag() == SubRecord.OBJECT_ARRAY) {
            read(object);
        } else {
            primitiveArrays++;
            int type = object.elementType();
            long length = object.length() * BasicType.bytesOf(type, bytes.idBytes());
            contents.add(ContentHash.of(bytes, object.data(), length, type));
        }
    }

    /** Counts an object with its header alone: all its elements may be references. */
    void addHeader(RecordCursor object) {
        place(object.address());
        if (object.tag() == SubRecord.OBJECT_ARRAY) {
            addReferences(classes.indexOf(object.classAddress()), object.length());
        } else if (object.tag() == SubRecord.INSTANCE) {
            addReferences(
                    classes.indexOf(object.classAddress()), object.length() / bytes.idBytes());
        } else {
            primitiveArrays++;
            contents.add(ContentHash.of(bytes, object.position(), 1 + bytes.idBytes(), 0));
        }
    }

    private void place(long address) {
        stepsBack += address < lastAddress ? 1 : 0;
        lastAddress = address;
        long page = address >>> ObjectIndex.PAGE_SHIFT;
        if (page != lastPage) {
            pages.put(page, 1);
            lastPage = page;
        }
    }

    private void read(RecordCursor object) {
        int classIndex = classes.indexOf(object.classAddress());
        if (classIndex < 0) {
            boolean array = object.tag() == SubRecord.OBJECT_ARRAY;
            addReferences(-1, array ? object.length() : object.length() / bytes.idBytes());
            return;
        }
        if (classes.get(classIndex).isLeaf()) {
            objects[classIndex]++;
            return;
        }
        reader.open(object.position());
        long found = 0;
        int count;
        do {
            count = reader.next(ReferenceStrength.PHANTOM, into);
            for (int i = 0; i < count; i++) {
                found += into[i] == 0 ? 0 : 1;
            }
        } while (count == CHUNK);
        addReferences(classIndex, found);
    }

    /**
     * Counts an object of an unknown class, or a class object, with at most this many references.
     */
    void addUnknown(long atMost) {
        unknownObjects++;
        unknownReferences += atMost + 1;
    }

    private void addReferences(int classIndex, long found) {
        if (classIndex < 0) {
            addUnknown(found);
        } else {
            objects[classIndex]++;
            references[classIndex] += found;
        }
    }

    void addAll(UpperBoundTally other) {
        for (int i = 0; i < objects.length; i++) {
            objects[i] += other.objects[i];
            references[i] += other.references[i];
        }
        for (long page : other.pages.sortedKeys()) {
            pages.put(page, 1);
        }
        stepsBack += other.stepsBack;
        unknownObjects += other.unknownObjects;
        unknownReferences += other.unknownReferences;
        primitiveArrays += other.primitiveArrays;
        contents.addAll(other.contents);
    }

    /**
     * The counts.
     *
     * @param rootClasses by class number, whether a class is a root or has no class object
     * @param roots number of GC roots
     * @param inOrder the dump counts as sorted if at most one in this many objects has a lower
     *     address than its predecessor
     */
    DumpCounts counts(boolean[] rootClasses, long roots, int inOrder, int threads) {
        LeafClasses leaves = LeafClasses.of(classes, rootClasses);
        long nodes = unknownObjects + classes.size();
        long edges = unknownReferences + roots + ofClasses();
        long all = unknownObjects + primitiveArrays;
        long postponed = 0;
        for (HeapClass each : classes.all()) {
            int i = each.index();
            all += objects[i];
            postponed += each.referentOffset() < 0 ? 0 : objects[i];
            if (leaves.isInner(i) || (leaves.isLeafIfSeveral(i) && objects[i] == 1)) {
                nodes += objects[i];
                edges += references[i] + (leaves.isRoot(i) ? 0 : objects[i]);
            }
        }
        // The value of a string is a leaf.
        long strings =
                stringClass < 0 ? 0 : Math.min(objects[stringClass], references[stringClass]);
        long distinct = contents.atMost();
        return new DumpCounts(
                all,
                stepsBack * inOrder > all ? all : 0,
                roots,
                pages.size(),
                postponed,
                0,
                0,
                GraphSize.atMost(
                        nodes, all - nodes + 2L * classes.size(), edges, edges - strings, threads),
                Math.min(strings, distinct),
                Math.min(Math.max(0, primitiveArrays - strings), distinct),
                threads);
    }

    /** References of class objects. */
    private long ofClasses() {
        long found = 0;
        for (HeapClass each : classes.all()) {
            if (each.dump() != null) {
                for (long reference : ReferenceReader.ofClass(each.dump())) {
                    found += reference == 0 ? 0 : 1;
                }
            }
        }
        return found;
    }
}
