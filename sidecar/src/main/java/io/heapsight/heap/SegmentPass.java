/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.hprof.Segment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A reading of all segments of a dump by a crew: each member takes the next one until none is left.
 */
final class SegmentPass {
    private SegmentPass() {}

    /** One member's part of a pass. */
    @FunctionalInterface
    interface Share {
        void read(Segment segment) throws BudgetExceededException;
    }

    /**
     * Reads all segments.
     *
     * @param shares a member's part each
     * @param progress is told of bytes
     */
    static void run(
            List<Segment> segments, Crew crew, List<? extends Share> shares, PhaseProgress progress)
            throws BudgetExceededException {
        AtomicInteger next = new AtomicInteger();
        crew.run(
                member -> {
                    Share share = shares.get(member);
                    int i = next.getAndIncrement();
                    while (i < segments.size()) {
                        Segment segment = segments.get(i);
                        share.read(segment);
                        progress.add(segment.end() - segment.start());
                        i = next.getAndIncrement();
                    }
                });
    }
}
