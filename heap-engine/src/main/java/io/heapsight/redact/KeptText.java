/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.redact;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.SubRecord;

/**
 * Finds the texts that stay readable: the names of the threads that ran, and the JDK's version.
 * From roots and static fields to strings, and from those to their arrays: each step is a pass over
 * the dump, since either may stand before the other.
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

    /** Takes in a root of a thread. */
    void addThread(long address) {
        threads.add(address);
    }

    /** Takes in the JDK's version, where this is the class that has it. */
    void addConstants(ClassDump type) {
        if (!names.isClass(type.address(), WellKnownName.VERSION_PROPS)
                && !names.isClass(type.address(), WellKnownName.VERSION_PROPS_OF_8)) {
            return;
        }
        for (int i = 0; i < type.staticNames().length; i++) {
            long name = type.staticNames()[i];
            if (type.staticTypes()[i] == BasicType.OBJECT.code()
                    && (names.is(name, WellKnownName.JAVA_VERSION)
                            || names.is(name, WellKnownName.JAVA_RUNTIME_VERSION)
                            || names.is(name, WellKnownName.VENDOR))) {
                keep(texts, type.staticValues()[i]);
            }
        }
    }

    /** Whether passes are of use. */
    boolean isWanted() {
        return threads.size() + texts.size() > 0;
    }

    /** Once all roots are known: takes in the names of threads. */
    void addNameOf(RecordCursor record) {
        if (record.tag() == SubRecord.INSTANCE && threads.contains(record.address())) {
            keep(texts, fields.reference(record, WellKnownName.THREAD, WellKnownName.NAME));
        }
    }

    /** Once all texts are known: takes in the arrays of strings. */
    void addArrayOf(RecordCursor record) {
        if (record.tag() == SubRecord.INSTANCE && texts.contains(record.address())) {
            keep(arrays, fields.reference(record, WellKnownName.STRING, WellKnownName.VALUE));
        }
    }

    private static void keep(IdSet set, long reference) {
        if (reference != 0) {
            set.add(reference);
        }
    }

    /** Whether an instance or primitive array stays as it is: a string, or what it is made of. */
    boolean contains(RecordCursor record) {
        long address = record.address();
        if (record.tag() == SubRecord.INSTANCE) {
            return texts.contains(address)
                    && names.isClass(record.classAddress(), WellKnownName.STRING);
        }
        boolean characters =
                record.elementType() == BasicType.BYTE.code()
                        || record.elementType() == BasicType.CHAR.code();
        return characters && (arrays.contains(address) || texts.contains(address));
    }
}
