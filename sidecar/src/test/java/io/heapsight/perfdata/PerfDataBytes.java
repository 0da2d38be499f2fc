/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes valid and invalid hsperfdata files from entries. */
final class PerfDataBytes {
    static final int ACCESSIBLE_AT = 7;
    static final int USED_AT = 8;
    static final int OVERFLOW_AT = 12;
    static final int STAMP_AT = 16;
    static final int ENTRY_OFFSET_AT = 24;
    static final int ENTRIES_AT = 28;
    static final int FIRST_ENTRY = 32;

    private final ByteOrder order;
    private final ByteArrayOutputStream entries = new ByteArrayOutputStream();
    private int count;

    PerfDataBytes(ByteOrder order) {
        this.order = order;
    }

    static PerfDataBytes littleEndian() {
        return new PerfDataBytes(ByteOrder.LITTLE_ENDIAN);
    }

    PerfDataBytes number(String name, long value) {
        ByteBuffer data = ByteBuffer.allocate(8).order(order).putLong(0, value);
        return entry(name, 'J', 0, 2, data.array());
    }

    PerfDataBytes text(String name, String value, int length) {
        byte[] data = new byte[length];
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, data, 0, bytes.length);
        return entry(name, 'B', length, 5, data);
    }

    /** A file of that many bytes, with a stamp for its number of entries. */
    byte[] build(int size) {
        ByteBuffer file = ByteBuffer.allocate(size).order(order);
        file.order(ByteOrder.BIG_ENDIAN).putInt(0, 0xcafec0c0).order(order);
        file.put(4, (byte) (order == ByteOrder.BIG_ENDIAN ? 0 : 1));
        file.put(5, (byte) 2);
        file.put(ACCESSIBLE_AT, (byte) 1);
        file.putInt(USED_AT, FIRST_ENTRY + entries.size());
        file.putLong(STAMP_AT, 1000L + count);
        file.putInt(ENTRY_OFFSET_AT, FIRST_ENTRY);
        file.putInt(ENTRIES_AT, count);
        file.put(FIRST_ENTRY, entries.toByteArray());
        return file.array();
    }

    private PerfDataBytes entry(String name, char type, int vectorLength, int units, byte[] data) {
        byte[] nameBytes = (name + "\0").getBytes(StandardCharsets.UTF_8);
        int dataOffset = (20 + nameBytes.length + 7) / 8 * 8;
        int length = (dataOffset + data.length + 7) / 8 * 8;
        ByteBuffer entry = ByteBuffer.allocate(length).order(order);
        entry.putInt(length).putInt(20).putInt(vectorLength).put((byte) type).put((byte) 0);
        entry.put((byte) units).put((byte) 3).putInt(dataOffset).put(nameBytes);
        entry.put(dataOffset, data);
        entries.writeBytes(entry.array());
        count++;
        return this;
    }
}
