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
 * Reads what objects refer to, from their records in the file. References are handed out as
 * addresses in the order of the fields or elements; null is 0. The class of an object, which it
 * refers to as well, and the referent of a {@code java.lang.ref.Reference} are apart. Not shared by
 * threads.
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

    /** Goes to the record of an object, which the index has seen. */
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

    /** Of an instance the bytes of its fields in the file, of an array its elements. */
    public long length() {
        return length;
    }

    /** Where an instance's fields or an array's elements begin in the file. */
    public long data() {
        return data;
    }

    /** The number in a field of an instance; 0 when it is absent. */
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
     * Puts references into an array.
     *
     * @param from the number of the first one
     * @return how many were put; 0 when there are none left
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
     * Puts the next references into an array: all of them over several calls, a referent last.
     *
     * @param weakest referents are read that are held as firmly as this at least
     * @return how many were put; fewer than there is room for when none are left
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

    /** What a {@code java.lang.ref.Reference} refers to; 0 for any other object. */
    public long referent() {
        if (tag != SubRecord.INSTANCE) {
            return 0;
        }
        int offset = classes.get(classIndex).referentOffset();
        return offset < 0 ? 0 : reference(offset);
    }

    /** How an instance holds its referent. */
    public ReferenceStrength strength() {
        return classes.get(classIndex).strength();
    }

    /**
     * What a class refers to, as Eclipse MAT has it: its super class, its loader and its static
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
