/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The requested names in a dump (of classes, fields, methods, source files), by identifier. A dump
 * has a name for every symbol of the JVM, and an analysis needs few: only the positions of the
 * requested ones are stored.
 */
public final class DumpedNames {
    /** Maximum length of a name in a class file. */
    private static final int LONGEST = 65_535;

    private static final long WANTED = -2;

    private final HprofBytes bytes;
    private final LongMap positions;
    private final int idBytes;

    private DumpedNames(HprofBytes bytes, LongMap positions) {
        this.bytes = bytes;
        this.positions = positions;
        this.idBytes = bytes.idBytes();
    }

    /**
     * Finds names.
     *
     * @param wanted identifiers; may repeat
     */
    static DumpedNames find(HprofBytes bytes, long first, Iterable<long[]> wanted) {
        LongMap positions = new LongMap();
        for (long[] ids : wanted) {
            for (long id : ids) {
                positions.put(id, WANTED);
            }
        }
        TopLevelCursor records = new TopLevelCursor(bytes, first);
        while (records.next()) {
            if (records.tag() == TopLevelCursor.NAME && records.length() >= bytes.idBytes()) {
                long id = bytes.id(records.body());
                if (positions.get(id) == WANTED) {
                    positions.put(id, records.body());
                }
            }
        }
        return new DumpedNames(bytes, positions);
    }

    /** The name with this identifier; null if the dump lacks it or it was not requested. */
    public @Nullable String text(long id) {
        long body = positions.get(id);
        if (body < 0) {
            return null;
        }
        long length = Math.min(bytes.u4(body - Integer.BYTES) - idBytes, LONGEST);
        int present = (int) Math.min(length, bytes.size() - body - idBytes);
        return new String(bytes.copy(body + idBytes, present), StandardCharsets.UTF_8);
    }
}
