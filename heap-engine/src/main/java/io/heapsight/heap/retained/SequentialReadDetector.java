/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.hprof.HprofBytes;

/**
 * Detects that positions in a dump are read roughly in ascending order, and then reads ahead.
 * Otherwise single pages are read.
 */
final class SequentialReadDetector {
    private static final long SHORT_STEP = 64 << 10;
    private static final int MANY_STEPS = 64;
    private static final long READ_AHEAD = 1 << 20;

    private final HprofBytes bytes;
    private long before;
    private int shortSteps;
    private long readTo;

    SequentialReadDetector(HprofBytes bytes) {
        this.bytes = bytes;
    }

    /** Call it with each position before reading there. */
    void readAhead(long position) {
        long step = position - before;
        before = position;
        if (step < 0 || step > SHORT_STEP) {
            shortSteps = 0;
            readTo = 0;
        } else if (++shortSteps >= MANY_STEPS && position + READ_AHEAD / 2 > readTo) {
            bytes.willRead(Math.max(readTo, position), position + READ_AHEAD);
            readTo = position + READ_AHEAD;
        }
    }
}
