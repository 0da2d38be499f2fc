/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.redact;

import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.TopLevelCursor;
import java.util.EnumMap;
import java.util.Map;

/**
 * Finds the names that a dump refers to: of its classes, their fields, and the methods on its
 * stacks. HotSpot writes all its symbols, including the texts of literals. So a symbol without a
 * reference is not a name.
 */
final class UsedNames {
    private static final int U4 = Integer.BYTES;

    private final HprofFile file;
    private final IdSet used = new IdSet();

    /** The identifiers of each symbol; one in HotSpot's dumps. */
    private final Map<JdkSymbol, IdSet> words = new EnumMap<>(JdkSymbol.class);

    UsedNames(HprofFile file) {
        this.file = file;
    }

    /** Adds the names in and of a complete outermost record. */
    void addFrom(TopLevelCursor record) {
        HprofBytes bytes = file.bytes();
        int id = bytes.idBytes();
        long body = record.body();
        switch (record.tag()) {
            case TopLevelCursor.NAME -> {
                JdkSymbol word =
                        record.length() < id
                                ? null
                                : JdkSymbol.at(bytes, body + id, record.length() - id);
                if (word != null) {
                    words.computeIfAbsent(word, _ -> new IdSet()).add(bytes.id(body));
                }
            }
            case TopLevelCursor.LOAD_CLASS -> addIds(record, 2 * U4 + id, 1);
            case TopLevelCursor.STACK_FRAME -> addIds(record, id, 3);
            case TopLevelCursor.START_THREAD -> addIds(record, 2 * U4 + id, 3);
            default -> {}
        }
    }

    private void addIds(TopLevelCursor record, long offset, int count) {
        int id = file.bytes().idBytes();
        if (record.length() >= offset + (long) count * id) {
            for (int i = 0; i < count; i++) {
                used.add(file.bytes().id(record.body() + offset + (long) i * id));
            }
        }
    }

    /** Adds the names of a class' fields. */
    void addFrom(ClassDump type) {
        for (long name : type.staticNames()) {
            used.add(name);
        }
        for (long name : type.fieldNames()) {
            used.add(name);
        }
    }

    void add(long name) {
        used.add(name);
    }

    boolean contains(long name) {
        return used.contains(name);
    }

    /** Whether a name is this symbol. */
    boolean is(long name, JdkSymbol word) {
        IdSet ids = words.get(word);
        return ids != null && ids.contains(name);
    }

    /** Whether the class at an address has this symbol as its name. */
    boolean isClass(long address, JdkSymbol word) {
        return is(file.classNames().get(address), word);
    }
}
