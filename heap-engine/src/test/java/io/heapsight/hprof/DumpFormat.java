/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

/**
 * How a {@link DumpBuilder} writes what it holds.
 *
 * @param segmentBytes a segment ends with the record that makes it this long
 * @param orderSeed of the records' order where it is not that of the addresses
 */
public record DumpFormat(
        String version, Framing framing, int segmentBytes, Order order, long orderSeed) {
    /** The order of the records inside the heap dump. */
    public enum Order {
        /** Classes first, then what was added, in that order, as HotSpot does. */
        AS_ADDED,
        /** Classes first, then all others in any order, as collectors with regions may. */
        OBJECTS_SHUFFLED,
        /** All records in any order. */
        SHUFFLED
    }

    /** As JDK 25 writes it, in one segment. */
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
