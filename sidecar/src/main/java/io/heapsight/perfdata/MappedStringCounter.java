/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.nio.charset.StandardCharsets;

/**
 * A counter with text in the mapped file, ended by a 0 or by the end of its field.
 *
 * @param offset of its first byte, from the start of the file
 * @param length of the field, in bytes
 */
record MappedStringCounter(String name, PerfMemory memory, long offset, int length)
        implements StringCounter {
    @Override
    public String value() {
        return new String(memory.bytesUntilZero(offset, length), StandardCharsets.UTF_8);
    }

    @Override
    public boolean is(String ascii) {
        int count = ascii.length();
        if (count > length) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (memory.byteAt(offset + i) != ascii.charAt(i)) {
                return false;
            }
        }
        return count == length || memory.byteAt(offset + count) == 0;
    }
}
