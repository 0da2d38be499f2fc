/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.hprof.HprofBytes;

/**
 * Notices when positions in a dump are looked at roughly one after another, and has what follows
 * read ahead then. Single pages are read otherwise.
 */
final class ForwardSteps {
    private static final long SHORT_STEP = 64 << 10;
    private static final int MANY_STEPS = 64;
    private static final long READ_AHEAD = 1 << 20;

    private final HprofBytes bytes;
    private long before;
    private int shortSteps;
    private long readTo;

    ForwardSteps(HprofBytes bytes) {
        this.bytes = bytes;
    }

    /** To be told of each position before it is read. */
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
