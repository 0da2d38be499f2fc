/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.SubRecord;

/**
 * Reads a string, and finds the array of its characters and their position in the file. Not
 * thread-safe.
 */
public final class StringCursor {
    private static final int LATIN1 = 0;

    private final DumpedHeap heap;
    private final HprofBytes bytes;
    private final StringLayout layout;
    private final ObjectFields fields;
    private final ReferenceReader array;

    private long arrayLength;
    private int bytesPerChar;
    private boolean chars;
    private long from;
    private long length;

    public StringCursor(DumpedHeap heap, StringLayout layout) {
        this.heap = heap;
        this.bytes = heap.bytes();
        this.layout = layout;
        this.fields = new ObjectFields(heap);
        this.array = new ReferenceReader(heap.bytes(), heap.classes());
    }

    /**
     * Moves to the string whose record is at a position.
     *
     * @return the address of its array; 0 without one
     */
    public long open(long position) {
        fields.openRecord(position);
        return fields.referenceAt(layout.value());
    }

    /** Moves on to the string's array; false if the dump has no such array of characters. */
    public boolean openArray(long address) {
        if (!openCharacters(
                address, fields.byteAt(layout.coder()) == LATIN1 ? 1 : Character.BYTES)) {
            return false;
        }
        if (layout.sharesArrays()) {
            long first = fields.intAt(layout.first());
            long count = fields.intAt(layout.count());
            if (first < 0 || count < 0 || first + count > length) {
                return false;
            }
            from += first * bytesPerChar;
            length = count;
        }
        return true;
    }

    /**
     * Moves to an array of characters that belongs to no string.
     *
     * @param bytesPerCharOfBytes bytes of a character in a byte array
     */
    public boolean openCharacters(long address, int bytesPerCharOfBytes) {
        long position = address == 0 ? -1 : heap.position(address);
        if (position < 0 || bytes.u1(position) != SubRecord.PRIMITIVE_ARRAY) {
            return false;
        }
        array.open(position);
        chars = array.classIndex() == heap.classes().primitiveArray(BasicType.CHAR.code());
        if (!chars && array.classIndex() != heap.classes().primitiveArray(BasicType.BYTE.code())) {
            return false;
        }
        bytesPerChar = chars ? Character.BYTES : bytesPerCharOfBytes;
        arrayLength = array.length();
        from = array.data();
        length = chars ? arrayLength : arrayLength / bytesPerChar;
        return true;
    }

    /** The number of the array's class. */
    public int arrayClass() {
        return array.classIndex();
    }

    /** Number of elements of the array. */
    public long arrayLength() {
        return arrayLength;
    }

    /** The position of the first character in the file. */
    public long from() {
        return from;
    }

    /** Number of UTF-16 units of the string. */
    public long length() {
        return length;
    }

    /** Bytes of a character: 1 for Latin-1, otherwise 2. */
    public int bytesPerChar() {
        return bytesPerChar;
    }

    /** The character at an index. */
    public char charAt(long index) {
        long at = from + index * bytesPerChar;
        if (bytesPerChar == 1) {
            return (char) bytes.u1(at);
        }
        int value = bytes.u2(at);
        return chars || !layout.littleEndian()
                ? (char) value
                : Character.reverseBytes((char) value);
    }
}
