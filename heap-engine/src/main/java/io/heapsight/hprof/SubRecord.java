/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/**
 * The records inside a heap dump segment: their tags and lengths.
 *
 * <pre>
 *   FF       root, unknown        id
 *   01       root, JNI global     id, JNI reference (id)
 *   02 03    root, JNI local and Java frame     id, thread serial (u4), frame number (u4)
 *   04 06    root, native stack and thread block    id, thread serial (u4)
 *   05 07    root, sticky class and monitor     id
 *   08       root, thread object  id, thread serial (u4), stack trace serial (u4)
 *   20       class                see {@link ClassDump}
 *   21       instance             id, trace (u4), class (id), n (u4), n bytes of fields
 *   22       object array         id, trace (u4), n (u4), class (id), n ids
 *   23       primitive array      id, trace (u4), n (u4), type (u1), n values
 *   89-8E 90 Android's roots      id; 8E with two u4 more
 *   C3       Android: a primitive array without its values   id, trace (u4), n (u4), type (u1)
 *   FE       Android: which heap  heap (u4), name (id)
 * </pre>
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25+36/src/hotspot/share/services/heapDumper.cpp">heapDumper.cpp</a>
 */
public final class SubRecord {
    public static final int ROOT_UNKNOWN = 0xFF;
    public static final int ROOT_JNI_GLOBAL = 0x01;
    public static final int ROOT_JNI_LOCAL = 0x02;
    public static final int ROOT_JAVA_FRAME = 0x03;
    public static final int ROOT_NATIVE_STACK = 0x04;
    public static final int ROOT_STICKY_CLASS = 0x05;
    public static final int ROOT_THREAD_BLOCK = 0x06;
    public static final int ROOT_MONITOR_USED = 0x07;
    public static final int ROOT_THREAD_OBJECT = 0x08;
    public static final int CLASS = 0x20;
    public static final int INSTANCE = 0x21;
    public static final int OBJECT_ARRAY = 0x22;
    public static final int PRIMITIVE_ARRAY = 0x23;
    static final int ANDROID_INTERNED_STRING = 0x89;
    static final int ANDROID_VM_INTERNAL = 0x8D;
    static final int ANDROID_JNI_MONITOR = 0x8E;
    static final int ANDROID_UNREACHABLE = 0x90;
    static final int ANDROID_ARRAY_WITHOUT_DATA = 0xC3;
    public static final int ANDROID_HEAP_INFO = 0xFE;

    /**
     * Maximum bytes of the header of an instance or array; the header must be readable before a
     * call of {@link #end}.
     */
    public static final int LONGEST_HEADER = 1 + 2 * Long.BYTES + 2 * Integer.BYTES;

    private static final int U4 = Integer.BYTES;

    private SubRecord() {}

    /** Bytes of a record of fixed length, including its tag; 0 for other and unknown tags. */
    static int fixedLength(int tag, int idBytes) {
        return switch (tag) {
            case ROOT_UNKNOWN, ROOT_STICKY_CLASS, ROOT_MONITOR_USED, ANDROID_UNREACHABLE ->
                    1 + idBytes;
            case ROOT_JNI_GLOBAL -> 1 + 2 * idBytes;
            case ROOT_JNI_LOCAL, ROOT_JAVA_FRAME, ROOT_THREAD_OBJECT, ANDROID_JNI_MONITOR ->
                    1 + idBytes + 2 * U4;
            case ROOT_NATIVE_STACK, ROOT_THREAD_BLOCK, ANDROID_HEAP_INFO -> 1 + idBytes + U4;
            default ->
                    tag >= ANDROID_INTERNED_STRING && tag <= ANDROID_VM_INTERNAL ? 1 + idBytes : 0;
        };
    }

    /** Whether a record with this tag is an object of the heap; a class is not. */
    public static boolean isObject(int tag) {
        return (tag >= INSTANCE && tag <= PRIMITIVE_ARRAY) || tag == ANDROID_ARRAY_WITHOUT_DATA;
    }

    /** Whether a record with this tag makes the object with its identifier a root. */
    static boolean isRoot(int tag) {
        return tag != ANDROID_HEAP_INFO
                && tag != ANDROID_UNREACHABLE
                && fixedLength(tag, Long.BYTES) > 0;
    }

    /** Bytes before the data of an instance or array, including the tag. */
    static int headerLength(int tag, int idBytes) {
        return switch (tag) {
            case INSTANCE, OBJECT_ARRAY -> 1 + idBytes + U4 + idBytes + U4;
            case PRIMITIVE_ARRAY, ANDROID_ARRAY_WITHOUT_DATA -> 1 + idBytes + U4 + U4 + 1;
            default -> 0;
        };
    }

    /**
     * Returns the position of the next record; for a segment's header, the position of its first
     * record. Checks nothing: only for records that a cursor has read before.
     */
    public static long end(HprofBytes bytes, long position) {
        int tag = bytes.u1(position);
        long end = endOfObject(bytes, position, tag);
        return end < 0 ? endOfOther(bytes, position, tag) : end;
    }

    /**
     * Like {@link #end}, at an unchecked position.
     *
     * @return -1 if there is no record or it exceeds the file
     */
    public static long endWithin(HprofBytes bytes, long position) {
        long room = bytes.size() - position;
        if (position < 0 || room <= 0) {
            return -1;
        }
        int tag = bytes.u1(position);
        int header = headerLength(tag, bytes.idBytes());
        if (header > room) {
            return -1;
        }
        long end =
                header > 0 ? endOfObject(bytes, position, tag) : endOfOther(bytes, position, tag);
        return end > position && end <= bytes.size() ? end : -1;
    }

    private static long endOfOther(HprofBytes bytes, long position, int tag) {
        return switch (tag) {
            case CLASS -> position + ClassDump.lengthAt(bytes, position, bytes.size());
            case TopLevelCursor.HEAP_DUMP, TopLevelCursor.HEAP_DUMP_SEGMENT ->
                    position + TopLevelCursor.HEADER;
            default -> position + fixedLength(tag, bytes.idBytes());
        };
    }

    /**
     * The position of the record after an instance or array.
     *
     * @param tag of the record; its header must be inside the file
     * @return -1 for other records and for arrays of an unknown type
     */
    static long endOfObject(HprofBytes bytes, long position, int tag) {
        int id = bytes.idBytes();
        if (tag == INSTANCE) {
            long data = position + 1 + id + U4 + id + U4;
            return data + bytes.u4(data - U4);
        }
        return endOfArray(bytes, position + 1 + id + U4, tag);
    }

    private static long endOfArray(HprofBytes bytes, long afterTrace, int tag) {
        int id = bytes.idBytes();
        if (tag == OBJECT_ARRAY) {
            return afterTrace + U4 + id + bytes.u4(afterTrace) * id;
        }
        if (tag != PRIMITIVE_ARRAY && tag != ANDROID_ARRAY_WITHOUT_DATA) {
            return -1;
        }
        int type = bytes.u1(afterTrace + U4);
        if (!BasicType.isPrimitive(type)) {
            return -1;
        }
        long data = afterTrace + U4 + 1;
        return tag == PRIMITIVE_ARRAY
                ? data + (bytes.u4(afterTrace) << BasicType.shiftOf(type))
                : data;
    }
}
