/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The type of a field or of an array's elements, with its code in the file. */
public enum BasicType {
    OBJECT(2, 0),
    BOOLEAN(4, 1),
    CHAR(5, 2),
    FLOAT(6, 4),
    DOUBLE(7, 8),
    BYTE(8, 1),
    SHORT(9, 2),
    INT(10, 4),
    LONG(11, 8);

    /** One more than the highest code. */
    public static final int CODES = 12;

    private static final int FIRST_PRIMITIVE = 4;

    private static final @Nullable BasicType[] BY_CODE = byCode();

    private final int code;
    private final int bytes;

    BasicType(int code, int bytes) {
        this.code = code;
        this.bytes = bytes;
    }

    private static @Nullable BasicType[] byCode() {
        @Nullable BasicType[] types = new @Nullable BasicType[CODES];
        for (BasicType type : values()) {
            types[type.code] = type;
        }
        return types;
    }

    /** The type with this code; null for an unknown code. */
    public static @Nullable BasicType ofCode(int code) {
        return code >= 0 && code < CODES ? BY_CODE[code] : null;
    }

    /** Bytes of one value in a file with references of {@code idBytes}; 0 for an unknown code. */
    public static int bytesOf(int code, int idBytes) {
        if (isPrimitive(code)) {
            return 1 << shiftOf(code);
        }
        return code == OBJECT.code ? idBytes : 0;
    }

    /** Whether a primitive type has this code. */
    static boolean isPrimitive(int code) {
        return code >= FIRST_PRIMITIVE && code < CODES;
    }

    /** The base-2 logarithm of the bytes of a primitive value, which the code contains. */
    static int shiftOf(int code) {
        return code & 3;
    }

    public int code() {
        return code;
    }

    /** Bytes of one value in the file and in the heap; 0 for references, which each dump sizes. */
    public int bytes() {
        return bytes;
    }

    /** The name in Java source; "object" for a reference. */
    public String javaName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
