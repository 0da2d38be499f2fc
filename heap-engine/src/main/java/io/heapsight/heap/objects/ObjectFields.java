/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.objects;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.HprofBytes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of instances from their records in the file. Fields are found by declaring class
 * and name. They differ by JDK, so an absent field reads as 0. Not thread-safe.
 */
public final class ObjectFields {
    private final DumpedHeap heap;
    private final HprofBytes bytes;
    private final ReferenceReader reader;
    private long data;
    private long length;

    public ObjectFields(DumpedHeap heap) {
        this.heap = heap;
        this.bytes = heap.bytes();
        this.reader = new ReferenceReader(heap.bytes(), heap.classes());
    }

    /** The address in a static field of a class; 0 if the field is absent. */
    public static long staticReference(HeapClasses classes, HeapClass of, String field) {
        return staticValue(classes, of, field, BasicType.OBJECT).orElse(0L);
    }

    /** The value of a static field of a class. */
    public static Optional<Long> staticValue(
            HeapClasses classes, HeapClass of, String field, BasicType type) {
        ClassDump dump = of.dump();
        if (dump == null) {
            return Optional.empty();
        }
        for (int i = 0; i < dump.staticTypes().length; i++) {
            if (dump.staticTypes()[i] == type.code()
                    && classes.fieldName(dump.staticNames()[i]).equals(field)) {
                return Optional.of(dump.staticValues()[i]);
            }
        }
        return Optional.empty();
    }

    /** Moves to the instance at an address; false if there is none, or an array. */
    public boolean open(long address) {
        return openAny(address) && reader.isInstance();
    }

    /**
     * Moves to the object at an address; false if there is none, or its class is missing. An array
     * has no fields.
     */
    public boolean openAny(long address) {
        long position = address == 0 ? -1 : heap.position(address);
        if (position < 0) {
            return false;
        }
        openRecord(position);
        return reader.classIndex() >= 0;
    }

    /** Moves to the object whose record is at a position. */
    public void openRecord(long position) {
        reader.open(position);
        data = reader.data();
        length = reader.isInstance() ? reader.length() : 0;
    }

    /** The class of the object. */
    public HeapClass type() {
        return heap.classes().get(reader.classIndex());
    }

    public int classIndex() {
        return reader.classIndex();
    }

    public boolean isObjectArray() {
        return reader.isObjectArray();
    }

    private boolean has(int offset, int size) {
        return offset >= 0 && offset + size <= length;
    }

    /** The address in a field; 0 if it is null or absent. */
    public long referenceAt(int offset) {
        return has(offset, bytes.idBytes()) ? bytes.id(data + offset) : 0;
    }

    /** The referent of a {@code java.lang.ref.Reference}; 0 for any other object. */
    public long referent() {
        return reader.referent();
    }

    /** The number in a field; 0 if it is absent. */
    public int intAt(int offset) {
        return has(offset, Integer.BYTES) ? bytes.i4(data + offset) : 0;
    }

    /** The number in a field; 0 if it is absent. */
    public long longAt(int offset) {
        return has(offset, Long.BYTES) ? bytes.i8(data + offset) : 0;
    }

    /** The byte or boolean in a field, from 0 to 255; 0 if it is absent. */
    public int byteAt(int offset) {
        return has(offset, 1) ? bytes.u1(data + offset) : 0;
    }

    /** The address in a field, by name; slower, for few objects. */
    public long reference(String declaredBy, String field) {
        return referenceAt(heap.classes().fieldOffset(type(), declaredBy, field, BasicType.OBJECT));
    }

    /** Whether a field is true, by name; null if the class has no such field. */
    public @Nullable Boolean flag(String declaredBy, String field) {
        int offset = heap.classes().fieldOffset(type(), declaredBy, field, BasicType.BOOLEAN);
        return offset == HeapClasses.ABSENT ? null : byteAt(offset) != 0;
    }
}
