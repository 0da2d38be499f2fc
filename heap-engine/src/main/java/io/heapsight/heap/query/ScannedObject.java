/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.query;

import io.heapsight.explore.query.ObjectFigure;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.content.ElementCounter;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.IndexedObject;
import io.heapsight.heap.explore.RetainedBytesReader;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.hprof.HprofBytes;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The current object of a thread; moves from one to the next. Not thread-safe. */
final class ScannedObject {
    /** Value of a figure that the object does not have. */
    static final long ABSENT = -1;

    private final IndexedHeap heap;
    private final HprofBytes bytes;
    private final ClassesWithElementCount sized;
    private final ReferenceReader reader;
    private final RetainedBytesReader retained;
    private final ElementCounter elements;

    private long address;

    /** The class, if it is a class object; otherwise null. */
    private @Nullable HeapClass described;

    ScannedObject(IndexedHeap heap, ClassesWithElementCount sized) {
        this.heap = heap;
        this.sized = sized;
        this.bytes = heap.file().bytes();
        this.reader = new ReferenceReader(bytes, heap.classes());
        this.retained = heap.retainedBytesReader();
        this.elements = sized.counter();
    }

    /** Moves to the object at an address, whose record is at a position. */
    void open(long recordPosition, long recordAddress) {
        reader.open(recordPosition);
        address = recordAddress;
        described = null;
    }

    /** Moves to a class object; only one thread reads these. */
    void open(HeapClass classObject) {
        address = classObject.address();
        described = classObject;
    }

    long address() {
        return address;
    }

    /** The number of its class; below 0 if the dump lacks it. */
    int classIndex() {
        return described == null ? reader.classIndex() : heap.classes().javaLangClass();
    }

    /** A figure, or {@link #ABSENT}. */
    long figure(ObjectFigure figure) {
        return switch (figure) {
            case SHALLOW -> shallow();
            case RETAINED -> retained();
            case LENGTH -> length();
            case SIZE -> size();
            case ADDRESS -> address;
        };
    }

    long shallow() {
        return described == null
                ? heap.sizes().of(reader)
                : heap.sizes().ofClassObject(described.index());
    }

    /** Retained bytes, or {@link #ABSENT} if it is not reachable. */
    long retained() {
        return described == null
                ? retained.of(address)
                : heap.find(address).map(IndexedObject::retainedBytes).orElse(ABSENT);
    }

    boolean isReachable() {
        return described == null
                ? heap.heap().index().isMarked(address)
                : heap.find(address).isPresent();
    }

    private long length() {
        return described != null || reader.isInstance() ? ABSENT : reader.length();
    }

    private long size() {
        if (described != null || !reader.isInstance()) {
            return ABSENT;
        }
        FieldPlace place = sized.field(reader.classIndex());
        if (place != null) {
            return has(place) ? Math.max(bits(place), ABSENT) : ABSENT;
        }
        return sized.isCounted(heap.classes().get(reader.classIndex()))
                ? elements.elements(address).orElse(ABSENT)
                : ABSENT;
    }

    /** Returns the length of an array, or else the size of a collection. */
    OptionalLong elements() {
        long found = Math.max(length(), size());
        return found == ABSENT ? OptionalLong.empty() : OptionalLong.of(found);
    }

    /** Whether the object's bytes have room for a field. */
    boolean has(FieldPlace place) {
        return described == null
                && reader.isInstance()
                && place.offset() + place.bytes() <= reader.length();
    }

    /** The bits of a field that the object has. */
    long bits(FieldPlace place) {
        return bytes.value(place.type().code(), reader.data() + place.offset());
    }
}
