/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

/**
 * Bounds the size of a class' instances by the distances between neighbours in the dump. No
 * instance is larger than the smallest distance from an instance to the next object.
 *
 * @param instances of the class in the dump
 * @param smallestDistance in bytes; {@code Long.MAX_VALUE} if no object followed an instance
 * @param timesSmallest number of instances at that distance
 */
public record ObservedSize(long instances, long smallestDistance, long timesSmallest) {
    /** No size is known. */
    public static final ObservedSize NONE = new ObservedSize(0, Long.MAX_VALUE, 0);

    private static final int FEW = 8;
    private static final int MANY = 32;

    boolean isKnown() {
        return timesSmallest > 0;
    }

    /**
     * The size to use for the class: the computed one, unless the dump contradicts it.
     *
     * <p>A smaller distance always wins: objects don't overlap. A larger distance may be a gap, so
     * it wins only if at least half of the instances have it. In addition, it must be frequent, or
     * exceed the size by the padding on both sides of contended fields. If each instance is next to
     * a class object, the distances exceed the size by less than that padding. The result reveals
     * fields that are {@code @Contended} by an option, and fields injected by unknown JDKs.
     */
    public long settle(long computedBytes) {
        if (!isKnown() || smallestDistance == computedBytes) {
            return computedBytes;
        }
        if (smallestDistance < computedBytes) {
            return smallestDistance;
        }
        boolean padded = smallestDistance - computedBytes >= 2 * FieldPacking.CONTENDED_PADDING;
        boolean often = timesSmallest >= (padded ? FEW : MANY);
        return often && 2 * timesSmallest >= instances ? smallestDistance : computedBytes;
    }
}
