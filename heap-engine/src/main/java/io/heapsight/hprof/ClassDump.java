/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/**
 * A class in a dump: its super class, its loader, its static fields with values, and its own
 * instance fields in the order of an instance's values.
 *
 * <pre>
 *   20, class (id), trace (u4), super (id), loader (id), signers (id), protection domain (id),
 *   two reserved ids, bytes of an instance's fields (u4),
 *   n (u2), n times constant pool: index (u2), type (u1), value
 *   n (u2), n times static field: name (id), type (u1), value
 *   n (u2), n times instance field: name (id), type (u1)
 * </pre>
 *
 * @param fieldBytes of an instance's fields in the dump, including inherited ones
 * @param staticNames identifiers of names, see {@link DumpedNames}
 * @param staticTypes codes of {@link BasicType}
 * @param staticValues as {@link HprofBytes#value} gives them
 */
@SuppressWarnings("ArrayRecordComponent") // lists would be millions of small objects
public record ClassDump(
        long address,
        long superAddress,
        long loader,
        long signers,
        long protectionDomain,
        long fieldBytes,
        long[] staticNames,
        byte[] staticTypes,
        long[] staticValues,
        long[] fieldNames,
        byte[] fieldTypes) {

    private static final int U2 = Short.BYTES;
    private static final int U4 = Integer.BYTES;

    /** Reads the record at a position; a cursor has checked its length. */
    public static ClassDump read(HprofBytes bytes, long position) {
        int id = bytes.idBytes();
        long at = position + 1 + id + U4;
        long fieldBytes = bytes.u4(at + 6L * id);
        long next = afterConstantPool(bytes, at + 6L * id + U4, bytes.size());

        int statics = bytes.u2(next);
        next += U2;
        long[] staticNames = new long[statics];
        byte[] staticTypes = new byte[statics];
        long[] staticValues = new long[statics];
        for (int i = 0; i < statics; i++) {
            int type = bytes.u1(next + id);
            staticNames[i] = bytes.id(next);
            staticTypes[i] = (byte) type;
            staticValues[i] = bytes.value(type, next + id + 1);
            next += id + 1 + BasicType.bytesOf(type, id);
        }

        int fields = bytes.u2(next);
        next += U2;
        long[] fieldNames = new long[fields];
        byte[] fieldTypes = new byte[fields];
        for (int i = 0; i < fields; i++) {
            fieldNames[i] = bytes.id(next);
            fieldTypes[i] = (byte) bytes.u1(next + id);
            next += id + 1;
        }
        return new ClassDump(
                bytes.id(position + 1),
                bytes.id(at),
                bytes.id(at + id),
                bytes.id(at + 2L * id),
                bytes.id(at + 3L * id),
                fieldBytes,
                staticNames,
                staticTypes,
                staticValues,
                fieldNames,
                fieldTypes);
    }

    /** Bytes of the record at a position, including its tag; -1 if it exceeds {@code end}. */
    static long lengthAt(HprofBytes bytes, long position, long end) {
        int id = bytes.idBytes();
        long fixed = 1L + id + U4 + 6L * id + U4;
        if (fixed + U2 > end - position) {
            return -1;
        }
        long next = afterConstantPool(bytes, position + fixed, end);
        if (next < 0 || U2 > end - next) {
            return -1;
        }
        int statics = bytes.u2(next);
        next += U2;
        for (int i = 0; i < statics; i++) {
            next = afterValue(bytes, next, id, end);
            if (next < 0) {
                return -1;
            }
        }
        if (U2 > end - next) {
            return -1;
        }
        int fields = bytes.u2(next);
        next += U2;
        if (fields * (id + 1L) > end - next) {
            return -1;
        }
        for (int i = 0; i < fields; i++, next += id + 1) {
            requireType(bytes, next + id);
        }
        return next - position;
    }

    private static long afterConstantPool(HprofBytes bytes, long at, long end) {
        int entries = bytes.u2(at);
        long next = at + U2;
        for (int i = 0; i < entries; i++) {
            next = afterValue(bytes, next, U2, end);
            if (next < 0) {
                return -1;
            }
        }
        return next;
    }

    /** Skips a name or index, a type and a value of that type; -1 if they exceed {@code end}. */
    private static long afterValue(HprofBytes bytes, long at, int nameBytes, long end) {
        if (nameBytes + 1 > end - at) {
            return -1;
        }
        int size = requireType(bytes, at + nameBytes);
        return size > end - at - nameBytes - 1 ? -1 : at + nameBytes + 1 + size;
    }

    private static int requireType(HprofBytes bytes, long at) {
        int type = bytes.u1(at);
        int size = BasicType.bytesOf(type, bytes.idBytes());
        if (size == 0) {
            throw new HprofFormatException(at, "no type has the code " + type);
        }
        return size;
    }
}
