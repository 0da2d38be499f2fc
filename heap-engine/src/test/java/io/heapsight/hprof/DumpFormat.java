/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/**
 * Format of the bytes that a {@link DumpBuilder} writes.
 *
 * @param segmentBytes a segment ends with the record that reaches this length
 * @param orderSeed seed of the record order if it is not that of the addresses
 */
public record DumpFormat(
        String version, Framing framing, int segmentBytes, Order order, long orderSeed) {
    /** The order of the records inside the heap dump. */
    public enum Order {
        /** Classes first, then the rest in order of addition, as HotSpot does. */
        AS_ADDED,
        /** Classes first, then the rest in random order, as region-based collectors may. */
        OBJECTS_SHUFFLED,
        /** All records in random order. */
        SHUFFLED
    }

    /** The format of JDK 25, in one segment. */
    public static final DumpFormat HOTSPOT =
            new DumpFormat("1.0.2", Framing.SEGMENTS, Integer.MAX_VALUE, Order.AS_ADDED, 0);

    public DumpFormat version(String newVersion) {
        return new DumpFormat(newVersion, framing, segmentBytes, order, orderSeed);
    }

    public DumpFormat framing(Framing newFraming) {
        return new DumpFormat(version, newFraming, segmentBytes, order, orderSeed);
    }

    public DumpFormat segmentBytes(int newSegmentBytes) {
        return new DumpFormat(version, framing, newSegmentBytes, order, orderSeed);
    }

    public DumpFormat shuffled(Order newOrder, long seed) {
        return new DumpFormat(version, framing, segmentBytes, newOrder, seed);
    }
}
