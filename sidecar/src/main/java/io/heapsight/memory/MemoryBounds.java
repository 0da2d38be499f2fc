/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.EffectiveMemoryLimit;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.unit.ByteSize;
import java.util.OptionalDouble;

/**
 * The bounds of a target's memory; NaN if missing or unknown.
 *
 * @param limitBytes the container's memory limit, or {@code memory.high} if that is tighter
 * @param limitName name of that bound
 * @param heapBytes -Xmx
 * @param metaspaceBytes -XX:MaxMetaspaceSize
 * @param directBytes -XX:MaxDirectMemorySize, if set; otherwise -Xmx bounds direct memory
 * @param swappedBytes memory in swap, which the limit does not count
 */
public record MemoryBounds(
        double limitBytes,
        String limitName,
        double heapBytes,
        double metaspaceBytes,
        double directBytes,
        double swappedBytes) {
    /** The value that the JVM prints for an unset maximum. */
    private static final long UNLIMITED = Long.MAX_VALUE / 2;

    /** The bounds without swap. */
    public MemoryBounds(
            double limitBytes,
            String limitName,
            double heapBytes,
            double metaspaceBytes,
            double directBytes) {
        this(limitBytes, limitName, heapBytes, metaspaceBytes, directBytes, 0);
    }

    /** Returns the bounds with this much memory in swap. */
    public MemoryBounds with(double swapped) {
        return new MemoryBounds(
                limitBytes, limitName, heapBytes, metaspaceBytes, directBytes, swapped);
    }

    /**
     * Returns the upper bound of charged memory plus the memory that is in swap now. Swap may hold
     * more.
     */
    double mostBytes() {
        return limitBytes + swappedBytes;
    }

    /**
     * Reads the bounds from the flags printed by the JVM, or else from its command line.
     *
     * @param heapBytes from its counters, without a survivor space; NaN if unknown
     */
    public static MemoryBounds of(
            TargetJvm jvm, HeapFlags flags, EffectiveMemoryLimit limit, double heapBytes) {
        double heap = heapMaxBytes(jvm, flags);
        return new MemoryBounds(
                limit.bytes(),
                limit.label(),
                Double.isNaN(heap) ? heapBytes : heap,
                flagBytes(jvm, flags, "MaxMetaspaceSize"),
                positive(flagBytes(jvm, flags, "MaxDirectMemorySize")));
    }

    /** Returns the size; the JVM prints 0 for an unset maximum. */
    private static double positive(double bytes) {
        return bytes > 0 ? bytes : Double.NaN;
    }

    /** Returns the maximum heap size set by flags; NaN if unknown. */
    public static double heapMaxBytes(TargetJvm jvm, HeapFlags flags) {
        return bytes(flags, "MaxHeapSize", jvm.flags().maxHeapBytes());
    }

    /**
     * Returns the size set by a flag; NaN if unlimited or unknown.
     *
     * @param flags printed by the JVM; the command line is the source of missing ones
     * @param name without -XX:
     */
    public static double flagBytes(TargetJvm jvm, HeapFlags flags, String name) {
        return bytes(flags, name, jvm.flags().bytes("-XX:" + name + "="));
    }

    private static double bytes(HeapFlags flags, String name, OptionalDouble ofCommandLine) {
        String size = flags.values().get(name);
        try {
            double bytes =
                    size == null ? ofCommandLine.orElse(Double.NaN) : ByteSize.parse(size).bytes();
            return bytes >= UNLIMITED ? Double.NaN : bytes;
        } catch (IllegalArgumentException _) {
            return Double.NaN; // 18446744073709547520 is no limit
        }
    }
}
