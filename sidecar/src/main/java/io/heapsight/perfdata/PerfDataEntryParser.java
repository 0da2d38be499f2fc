/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Walks the entries of an hsperfdata file. Each is HotSpot's {@code PerfDataEntry} ({@code
 * perfMemory.hpp}), aligned to 4 bytes; its offsets are relative to its own start.
 *
 * <pre>
 *   0              4             8               12     13      14     15           16            20
 *   +--------------+-------------+---------------+------+-------+------+------------+-------------+----//----+---//---+
 *   | entry length | name offset | vector length | type | flags | units| variability| data offset | name, \0 |  data  |
 *   | int          | int         | int, 0=scalar | byte | byte  | byte | byte       | int         |          |        |
 *   +--------------+-------------+---------------+------+-------+------+------------+-------------+----//----+---//---+
 * </pre>
 *
 * A type is a JNI letter: J is a long, B with a vector length is text. HotSpot writes no other
 * types; entries with other types are skipped. The JVM adds entries concurrently: an incomplete
 * entry ends the walk, and the next walk finds it.
 */
final class PerfDataEntryParser {
    private static final int ENTRY_LENGTH_AT = 0;
    private static final int NAME_OFFSET_AT = ENTRY_LENGTH_AT + Integer.BYTES;
    private static final int VECTOR_LENGTH_AT = NAME_OFFSET_AT + Integer.BYTES;
    private static final int TYPE_AT = VECTOR_LENGTH_AT + Integer.BYTES;
    private static final int FLAGS_AT = TYPE_AT + 1;
    private static final int UNITS_AT = FLAGS_AT + 1;
    private static final int VARIABILITY_AT = UNITS_AT + 1;
    private static final int DATA_OFFSET_AT = VARIABILITY_AT + 1;
    private static final int HEADER_SIZE = DATA_OFFSET_AT + Integer.BYTES;

    private static final int ALIGNMENT = 4;

    private final PerfMemory memory;
    private final long limit;

    private PerfDataEntryParser(Prologue prologue) {
        memory = prologue.memory();
        int used = prologue.used();
        limit = used < Prologue.SIZE ? memory.size() : Math.min(used, memory.size());
    }

    /**
     * Finds all counters in the file.
     *
     * @throws PerfDataException if an entry points outside itself or the file
     */
    static Map<String, PerfCounter> parse(Prologue prologue) throws PerfDataException {
        return new PerfDataEntryParser(prologue).all(prologue.entryOffset());
    }

    private Map<String, PerfCounter> all(int firstEntry) throws PerfDataException {
        if (firstEntry < Prologue.SIZE || firstEntry > limit) {
            throw PerfDataException.malformed(firstEntry, "the first entry is outside the file");
        }
        Map<String, PerfCounter> counters = new LinkedHashMap<>();
        long entry = firstEntry;
        while (entry + HEADER_SIZE <= limit && isComplete(entry)) {
            int length = memory.intAt(entry + ENTRY_LENGTH_AT);
            if (length < HEADER_SIZE || length % ALIGNMENT != 0 || length > limit - entry) {
                throw PerfDataException.malformed(entry, "entry of length " + length);
            }
            PerfCounter counter = parseEntry(entry, length);
            if (counter != null) {
                counters.putIfAbsent(counter.name(), counter);
            }
            entry += length;
        }
        return counters;
    }

    /** Whether the JVM has set the data offset, which it does last. */
    private boolean isComplete(long entry) {
        return memory.intAt(entry + ENTRY_LENGTH_AT) != 0
                && memory.intAt(entry + DATA_OFFSET_AT) != 0;
    }

    private @Nullable PerfCounter parseEntry(long entry, int length) throws PerfDataException {
        int nameOffset = memory.intAt(entry + NAME_OFFSET_AT);
        int dataOffset = memory.intAt(entry + DATA_OFFSET_AT);
        int vectorLength = memory.intAt(entry + VECTOR_LENGTH_AT);
        if (nameOffset < HEADER_SIZE || nameOffset >= length) {
            throw PerfDataException.malformed(entry, "name offset " + nameOffset);
        }
        if (dataOffset <= nameOffset || dataOffset > length) {
            throw PerfDataException.malformed(entry, "data offset " + dataOffset);
        }
        String name =
                new String(
                        memory.bytesUntilZero(entry + nameOffset, dataOffset - nameOffset),
                        StandardCharsets.UTF_8);
        int room = length - dataOffset;
        byte type = memory.byteAt(entry + TYPE_AT);
        if (type == 'J' && vectorLength == 0) {
            if (room < Long.BYTES) {
                throw PerfDataException.malformed(entry, "no room for the number of " + name);
            }
            CounterUnit units = CounterUnit.ofCode(memory.byteAt(entry + UNITS_AT));
            return new MappedLongCounter(name, units, memory, entry + dataOffset);
        }
        if (type == 'B' && vectorLength != 0) {
            if (vectorLength < 0 || vectorLength > room) {
                throw PerfDataException.malformed(
                        entry, "text of " + vectorLength + " bytes in " + name);
            }
            return new MappedStringCounter(name, memory, entry + dataOffset, vectorLength);
        }
        return null;
    }
}
