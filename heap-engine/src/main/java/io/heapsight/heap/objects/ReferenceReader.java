/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.objects;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.SubRecord;
import io.heapsight.summary.ReferenceStrength;

/**
 * Reads the references of objects from their records in the file. Returns addresses in the order of
 * the fields or elements; null is 0. The reference to an object's class and the referent of a
 * {@code java.lang.ref.Reference} are separate. Not thread-safe.
 */
public final class ReferenceReader {
    private static final int NO_CLASS = -1;

    private final HprofBytes bytes;
    private final HeapClasses classes;
    private final int idBytes;

    private long position;
    private int tag;
    private int classIndex = NO_CLASS;
    private long length;
    private long data;
    private int read;
    private long lastClassAddress;
    private int lastClassIndex = NO_CLASS;

    public ReferenceReader(HprofBytes bytes, HeapClasses classes) {
        this.bytes = bytes;
        this.classes = classes;
        this.idBytes = bytes.idBytes();
    }

    /** Moves to the record of an object in the index. */
    public void open(long recordPosition) {
        position = recordPosition;
        read = 0;
        tag = bytes.u1(position);
        long afterTrace = position + 1 + idBytes + Integer.BYTES;
        switch (tag) {
            case SubRecord.INSTANCE -> {
                classIndex = indexOf(bytes.id(afterTrace));
                length = bytes.u4(afterTrace + idBytes);
                data = afterTrace + idBytes + Integer.BYTES;
            }
            case SubRecord.OBJECT_ARRAY -> {
                length = bytes.u4(afterTrace);
                classIndex = indexOf(bytes.id(afterTrace + Integer.BYTES));
                data = afterTrace + Integer.BYTES + idBytes;
            }
            default -> {
                length = bytes.u4(afterTrace);
                classIndex = classes.primitiveArray(bytes.u1(afterTrace + Integer.BYTES));
                data = afterTrace + Integer.BYTES + 1;
            }
        }
    }

    private int indexOf(long classAddress) {
        if (classAddress != lastClassAddress || lastClassIndex == NO_CLASS) {
            lastClassAddress = classAddress;
            lastClassIndex = classes.indexOf(classAddress);
        }
        return lastClassIndex;
    }

    /** The number of the object's class. */
    public int classIndex() {
        return classIndex;
    }

    /** The bytes of an instance's fields in the file, or the number of an array's elements. */
    public long length() {
        return length;
    }

    /** The position of an instance's fields or an array's elements in the file. */
    public long data() {
        return data;
    }

    /** The number in a field of an instance; 0 if it is absent. */
    public int intAt(int offset) {
        return tag == SubRecord.INSTANCE && offset + Integer.BYTES <= length
                ? bytes.i4(data + offset)
                : 0;
    }

    public boolean isInstance() {
        return tag == SubRecord.INSTANCE;
    }

    public boolean isObjectArray() {
        return tag == SubRecord.OBJECT_ARRAY;
    }

    /**
     * Copies references into an array.
     *
     * @param from index of the first one
     * @return number of copied references; 0 if none are left
     */
    public int read(int from, long[] into) {
        if (tag == SubRecord.INSTANCE) {
            return readFields(from, into);
        }
        if (tag != SubRecord.OBJECT_ARRAY) {
            return 0;
        }
        int count = (int) Math.min(into.length, length - from);
        long at = data + (long) from * idBytes;
        for (int i = 0; i < count; i++, at += idBytes) {
            into[i] = bytes.id(at);
        }
        return Math.max(count, 0);
    }

    /**
     * Copies the next references into an array; repeated calls return all, a referent last.
     *
     * @param weakest the weakest strength of references whose referents are included
     * @return number of copied references; less than the array's length if none are left
     */
    public int next(ReferenceStrength weakest, long[] into) {
        int count = read(read, into);
        read += count;
        if (tag == SubRecord.INSTANCE && count < into.length) {
            HeapClass of = classes.get(classIndex);
            if (of.referentOffset() >= 0 && of.strength().compareTo(weakest) <= 0) {
                into[count++] = reference(of.referentOffset());
            }
        }
        return count;
    }

    private int readFields(int from, long[] into) {
        int[] offsets = classes.get(classIndex).referenceOffsets();
        int count = Math.min(into.length, offsets.length - from);
        for (int i = 0; i < count; i++) {
            into[i] = reference(offsets[from + i]);
        }
        return Math.max(count, 0);
    }

    private long reference(int offset) {
        return offset + idBytes <= length ? bytes.id(data + offset) : 0;
    }

    /** The referent of a {@code java.lang.ref.Reference}; 0 for any other object. */
    public long referent() {
        if (tag != SubRecord.INSTANCE) {
            return 0;
        }
        int offset = classes.get(classIndex).referentOffset();
        return offset < 0 ? 0 : reference(offset);
    }

    /** The strength by which an instance holds its referent. */
    public ReferenceStrength strength() {
        return classes.get(classIndex).strength();
    }

    /**
     * The references of a class, as in Eclipse MAT: its super class, its loader and its static
     * fields; not its protection domain and signers. Null is 0.
     */
    public static long[] ofClass(ClassDump dump) {
        byte[] types = dump.staticTypes();
        long[] references = new long[2 + types.length];
        references[0] = dump.superAddress();
        references[1] = dump.loader();
        for (int i = 0; i < types.length; i++) {
            if (types[i] == BasicType.OBJECT.code()) {
                references[2 + i] = dump.staticValues()[i];
            }
        }
        return references;
    }
}
