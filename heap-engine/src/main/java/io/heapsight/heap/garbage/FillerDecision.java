/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.garbage;

import io.heapsight.hprof.LongMap;
import java.util.Arrays;

/**
 * Decides whether {@link FillerRule.Look#BLANK} arrays are filler, once all arrays are known. In a
 * heap that was never used before they are filler; elsewhere most filler contains remains of
 * objects. Large arrays of a length that no program would choose are filler, too: the blank rest of
 * a buffer is still blank at the next collection. Such arrays are not filler if the program creates
 * many of that length.
 */
final class FillerDecision {
    /**
     * If at least this many blank arrays have the same length, they belong to the program; rests of
     * buffers vary in length.
     */
    private static final long OFTEN = 4;

    /** Up to this length, rests of buffers are frequent at each length. */
    private static final long VARYING = 256;

    /** Programs choose multiples of these; rests of buffers have such lengths only by chance. */
    private static final int[] ROUND = {100, 64};

    /** Remains in one or two arrays may be chance: numbers that resemble a header. */
    private static final long CHANCE = 2;

    private final LongMap blanksByLength = new LongMap();
    private long withRemains;

    /** Adds an array without referrers. */
    void add(FillerRule.Look look, long length) {
        if (look == FillerRule.Look.BLANK) {
            blanksByLength.put(length, blanks(length) + 1);
        } else if (look == FillerRule.Look.REMAINS) {
            withRemains++;
        }
    }

    /** Adds the arrays seen by another thread. */
    void addAll(FillerDecision other) {
        for (long length : other.blanksByLength.sortedKeys()) {
            blanksByLength.put(length, blanks(length) + other.blanks(length));
        }
        withRemains += other.withRemains;
    }

    /** Whether an array that was added is filler. */
    boolean isFiller(FillerRule.Look look, long length) {
        return switch (look) {
            case GARBAGE, AMBIGUOUS -> false;
            case REGION_END, REMAINS -> true;
            case BLANK ->
                    length <= VARYING
                            ? withRemains <= CHANCE
                            : blanks(length) < OFTEN && (withRemains <= CHANCE || !isRound(length));
        };
    }

    /** Whether an array that is not recognized as filler may be filler nevertheless. */
    boolean isPerhapsFiller(FillerRule.Look look, long length) {
        return switch (look) {
            case GARBAGE -> false;
            case AMBIGUOUS, REGION_END, REMAINS -> true;
            case BLANK -> blanks(length) < OFTEN;
        };
    }

    private static boolean isRound(long length) {
        return Arrays.stream(ROUND).anyMatch(unit -> length % unit == 0);
    }

    private long blanks(long length) {
        return Math.max(0, blanksByLength.get(length));
    }
}
