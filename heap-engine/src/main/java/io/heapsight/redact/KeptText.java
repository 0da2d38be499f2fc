/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.redact;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.SubRecord;

/**
 * Finds the texts that stay readable: the names of the threads that ran, and the JDK's version. It
 * follows roots and static fields to strings, and strings to their arrays. Each step is a pass over
 * the dump, because the records may be in any order.
 */
final class KeptText {
    private final UsedNames names;
    private final InstanceFields fields;
    private final IdSet threads = new IdSet();
    private final IdSet texts = new IdSet();
    private final IdSet arrays = new IdSet();

    KeptText(UsedNames names, InstanceFields fields) {
        this.names = names;
        this.fields = fields;
    }

    /** Adds a root of a thread. */
    void addThread(long address) {
        threads.add(address);
    }

    /** Adds the JDK's version, if this class contains it. */
    void addConstants(ClassDump type) {
        if (!names.isClass(type.address(), JdkSymbol.VERSION_PROPS)
                && !names.isClass(type.address(), JdkSymbol.VERSION_PROPS_OF_8)) {
            return;
        }
        for (int i = 0; i < type.staticNames().length; i++) {
            long name = type.staticNames()[i];
            if (type.staticTypes()[i] == BasicType.OBJECT.code()
                    && (names.is(name, JdkSymbol.JAVA_VERSION)
                            || names.is(name, JdkSymbol.JAVA_RUNTIME_VERSION)
                            || names.is(name, JdkSymbol.VENDOR))) {
                keep(texts, type.staticValues()[i]);
            }
        }
    }

    /** Whether further passes are needed. */
    boolean isWanted() {
        return threads.size() + texts.size() > 0;
    }

    /** Adds the names of threads, once all roots are known. */
    void addNameOf(RecordCursor record) {
        if (record.tag() == SubRecord.INSTANCE && threads.contains(record.address())) {
            keep(texts, fields.reference(record, JdkSymbol.THREAD, JdkSymbol.NAME));
        }
    }

    /** Adds the arrays of strings, once all texts are known. */
    void addArrayOf(RecordCursor record) {
        if (record.tag() == SubRecord.INSTANCE && texts.contains(record.address())) {
            keep(arrays, fields.reference(record, JdkSymbol.STRING, JdkSymbol.VALUE));
        }
    }

    private static void keep(IdSet set, long reference) {
        if (reference != 0) {
            set.add(reference);
        }
    }

    /** Whether an instance or primitive array stays unchanged: a string or its array. */
    boolean contains(RecordCursor record) {
        long address = record.address();
        if (record.tag() == SubRecord.INSTANCE) {
            return texts.contains(address)
                    && names.isClass(record.classAddress(), JdkSymbol.STRING);
        }
        boolean characters =
                record.elementType() == BasicType.BYTE.code()
                        || record.elementType() == BasicType.CHAR.code();
        return characters && (arrays.contains(address) || texts.contains(address));
    }
}
