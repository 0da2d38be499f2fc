/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.hprof.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

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
     * @param share makes a member's part
     * @param progress is told of bytes
     * @return all members' parts
     */
    static <S extends Share> List<S> run(
            List<Segment> segments, Crew crew, Supplier<S> share, PhaseProgress progress)
            throws BudgetExceededException {
        List<S> shares = new ArrayList<>();
        for (int i = 0; i < crew.size(); i++) {
            shares.add(share.get());
        }
        AtomicInteger next = new AtomicInteger();
        crew.run(
                member -> {
                    Share own = shares.get(member);
                    int i = next.getAndIncrement();
                    while (i < segments.size()) {
                        Segment segment = segments.get(i);
                        own.read(segment);
                        progress.add(segment.end() - segment.start());
                        i = next.getAndIncrement();
                    }
                });
        return shares;
    }
}
