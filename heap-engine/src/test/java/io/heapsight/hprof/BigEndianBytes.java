/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A growing byte array, written as HPROF: the highest byte first. */
final class BigEndianBytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final int idBytes;

    BigEndianBytes(int idBytes) {
        this.idBytes = idBytes;
    }

    BigEndianBytes u1(int value) {
        out.write(value);
        return this;
    }

    BigEndianBytes u2(int value) {
        return number(value, Short.BYTES);
    }

    BigEndianBytes u4(long value) {
        return number(value, Integer.BYTES);
    }

    BigEndianBytes u8(long value) {
        return number(value, Long.BYTES);
    }

    BigEndianBytes id(long value) {
        return number(value, idBytes);
    }

    BigEndianBytes raw(byte... bytes) {
        out.writeBytes(bytes);
        return this;
    }

    BigEndianBytes utf8(String text) {
        return raw(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a Number, Character or Boolean as a field of the type. */
    BigEndianBytes value(BasicType type, Object value) {
        return switch (type) {
            case OBJECT -> id(((Number) value).longValue());
            case FLOAT -> u4(Float.floatToRawIntBits(((Number) value).floatValue()));
            case DOUBLE -> u8(Double.doubleToRawLongBits(((Number) value).doubleValue()));
            case BOOLEAN, CHAR, BYTE, SHORT, INT, LONG -> number(bits(value), type.bytes());
        };
    }

    private static long bits(Object value) {
        return switch (value) {
            case Boolean b -> b ? 1 : 0;
            case Character c -> c;
            default -> ((Number) value).longValue();
        };
    }

    private BigEndianBytes number(long value, int bytes) {
        for (int i = bytes - 1; i >= 0; i--) {
            out.write((int) (value >>> (8 * i)));
        }
        return this;
    }

    int size() {
        return out.size();
    }

    byte[] toByteArray() {
        return out.toByteArray();
    }
}
