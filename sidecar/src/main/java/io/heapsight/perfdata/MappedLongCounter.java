/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

/**
 * A counter with a number in the mapped file.
 *
 * @param offset of its 8 bytes, from the start of the file
 */
record MappedLongCounter(String name, CounterUnit units, PerfMemory memory, long offset)
        implements LongCounter {
    @Override
    public long value() {
        return memory.longAt(offset);
    }
}
