/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

/**
 * Bounds the size of a class' instances by the distances between neighbours in the dump: none can
 * be larger than the smallest distance from one of them to any object after it.
 *
 * @param instances of the class in the dump
 * @param smallestDistance in bytes; {@code Long.MAX_VALUE} when nothing came after an instance
 * @param timesSmallest how often that distance was seen
 */
public record ObservedSize(long instances, long smallestDistance, long timesSmallest) {
    /** Nothing is known. */
    public static final ObservedSize NONE = new ObservedSize(0, Long.MAX_VALUE, 0);

    private static final int FEW = 8;
    private static final int MANY = 32;

    boolean isKnown() {
        return timesSmallest > 0;
    }

    /**
     * The size to take for the class: the computed one, unless the dump contradicts it.
     *
     * <p>A smaller distance always wins: objects don't overlap. A larger one may just be a gap, so
     * it wins only when at least half of the instances have it, and either many of them do or it is
     * larger by the padding on both sides of contended fields: classes that come in pairs with a
     * class object each look less far apart. Fields that are {@code @Contended} by an option, or
     * that a JDK injects of which we don't know, show in this way.
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
