/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The bytes of one hsperfdata file, mapped or on the heap. Every access is bounds-checked. Access
 * to a closed mapping or a truncated file (the kernel's SIGBUS reaches Java as an {@link
 * InternalError}) throws {@link CountersGoneException}.
 *
 * <p>The layouts are constants in the machine's byte order, so that accesses compile to plain
 * loads. Values in the other byte order are swapped after the load.
 */
final class PerfMemory {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private final MemorySegment bytes;
    private final boolean swapped;

    PerfMemory(MemorySegment bytes, ByteOrder order) {
        this.bytes = bytes;
        this.swapped = order != ByteOrder.nativeOrder();
    }

    PerfMemory withOrder(ByteOrder order) {
        return new PerfMemory(bytes, order);
    }

    long size() {
        return bytes.byteSize();
    }

    byte byteAt(long offset) {
        try {
            byte value = bytes.get(BYTE, offset);
            awaitFault();
            return value;
        } catch (IllegalStateException | InternalError | IndexOutOfBoundsException e) {
            throw gone(e);
        }
    }

    int intAt(long offset) {
        try {
            int value = bytes.get(INT, offset);
            awaitFault();
            return swapped ? Integer.reverseBytes(value) : value;
        } catch (IllegalStateException | InternalError | IndexOutOfBoundsException e) {
            throw gone(e);
        }
    }

    long longAt(long offset) {
        try {
            long value = load(offset);
            awaitFault();
            return value;
        } catch (IllegalStateException | InternalError | IndexOutOfBoundsException e) {
            throw gone(e);
        }
    }

    /** The bytes up to the first 0, at most {@code limit} of them. */
    byte[] bytesUntilZero(long offset, int limit) {
        try {
            int length = 0;
            while (length < limit && bytes.get(BYTE, offset + length) != 0) {
                length++;
            }
            byte[] text = new byte[length];
            MemorySegment.copy(bytes, BYTE, offset, text, 0, length);
            awaitFault();
            return text;
        } catch (IllegalStateException | InternalError | IndexOutOfBoundsException e) {
            throw gone(e);
        }
    }

    private long load(long offset) {
        long value = bytes.get(LONG, offset);
        return swapped ? Long.reverseBytes(value) : value;
    }

    /**
     * Forces the pending error of a fault to be thrown here. Compiled code continues after a fault;
     * HotSpot throws the InternalError at the thread's next safepoint poll, which may be in a
     * caller, outside any handler. The return from a native method is such a poll, and this is the
     * cheapest one.
     */
    private void awaitFault() {
        Thread.holdsLock(this);
    }

    private static CountersGoneException gone(Throwable cause) {
        return new CountersGoneException(
                "the counters are gone: "
                        + (cause instanceof IllegalStateException
                                ? "closed"
                                : "their file was truncated"),
                cause);
    }
}
