/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.redact;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.LongMap;
import io.heapsight.hprof.RecordCursor;

/**
 * Finds the fields of an instance: those of its class first, then those of its superclass, and so
 * on. 64 bytes a class; the types are read from the dump each time.
 */
final class InstanceFields {
    /** Maximum number of superclasses; the limit ends a circular chain. */
    private static final int MOST_SUPERS = 1000;

    private final HprofBytes bytes;
    private final int entryBytes;
    private final UsedNames names;
    private final LongMap tables = new LongMap();
    private final LongMap supers = new LongMap();

    InstanceFields(HprofBytes bytes, UsedNames names) {
        this.bytes = bytes;
        this.entryBytes = bytes.idBytes() + 1;
        this.names = names;
    }

    /** Adds a class whose record ends at a position, with its table of fields. */
    void add(ClassDump type, long end) {
        tables.put(
                type.address(), end - (long) type.fieldTypes().length * entryBytes - Short.BYTES);
        supers.put(type.address(), type.superAddress());
    }

    /** Writes the fields of an instance: references unchanged, all others zero. */
    void redact(RecordCursor instance, RedactedOutput out) {
        long at = instance.data();
        long end = instance.nextPosition();
        long type = instance.classAddress();
        for (int depth = 0; at < end && depth < MOST_SUPERS; depth++) {
            long table = tables.get(type);
            if (table == LongMap.ABSENT) {
                break;
            }
            int count = bytes.u2(table);
            for (int i = 0; i < count; i++) {
                int code = typeCode(table, i);
                at += BasicType.bytesOf(code, bytes.idBytes());
                if (at > end) {
                    break;
                }
                if (code == BasicType.OBJECT.code()) {
                    out.keep(at);
                } else {
                    out.blank(at);
                }
            }
            type = supers.get(type);
        }
        out.blank(end); // the dump lacks its class
    }

    /** The reference in a field that a class of this name declares; 0 without such a field. */
    long reference(RecordCursor instance, JdkSymbol holder, JdkSymbol field) {
        long at = instance.data();
        long end = instance.nextPosition();
        long type = instance.classAddress();
        for (int depth = 0; at < end && depth < MOST_SUPERS; depth++) {
            long table = tables.get(type);
            if (table == LongMap.ABSENT) {
                return 0;
            }
            boolean here = names.isClass(type, holder);
            int count = bytes.u2(table);
            for (int i = 0; i < count; i++) {
                int code = typeCode(table, i);
                long next = at + BasicType.bytesOf(code, bytes.idBytes());
                if (next > end) {
                    return 0;
                }
                if (here && code == BasicType.OBJECT.code() && names.is(name(table, i), field)) {
                    return bytes.id(at);
                }
                at = next;
            }
            type = supers.get(type);
        }
        return 0;
    }

    private int typeCode(long table, int index) {
        return bytes.u1(table + Short.BYTES + (index + 1L) * entryBytes - 1);
    }

    private long name(long table, int index) {
        return bytes.id(table + Short.BYTES + (long) index * entryBytes);
    }
}
