/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.garbage;

import io.heapsight.hprof.LongMap;
import java.util.Arrays;

/**
 * Decides whether {@link FillerRule.Look#BLANK} arrays are filler, once all of them were seen. They
 * are where the heap was never used before, since otherwise most filler contains remains of
 * objects; and where they are large and of a length that no program would choose: what was left of
 * a buffer at one collection is as blank at the next. They are not when the program makes them of
 * that length again and again.
 */
final class FillerDecision {
    /** Several blank arrays of one length are a program's; rests of buffers vary. */
    private static final long OFTEN = 4;

    /** The least rests of buffers are many of each length. */
    private static final long VARYING = 256;

    /** Programs choose multiples of these, rests of buffers are one by chance only. */
    private static final int[] ROUND = {100, 64};

    /** Remains in one or two arrays may be chance: numbers that look like a header. */
    private static final long CHANCE = 2;

    private final LongMap blanksByLength = new LongMap();
    private long withRemains;

    /** Adds an array that nothing refers to. */
    void add(FillerRule.Look look, long length) {
        if (look == FillerRule.Look.BLANK) {
            blanksByLength.put(length, blanks(length) + 1);
        } else if (look == FillerRule.Look.REMAINS) {
            withRemains++;
        }
    }

    /** Adds what another thread has seen. */
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

    /** Whether an array that is not told to be filler may be it all the same. */
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
