/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.parallel;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.hprof.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A reading of all segments of a dump by a crew: each member takes the next one until none is left.
 *
 * @param <S> a member's part
 */
public final class SegmentPass<S extends SegmentPass.Share> {
    private final List<Segment> segments;
    private final List<S> shares = new ArrayList<>();
    private final PhaseProgress progress;
    private final AtomicInteger next = new AtomicInteger();

    /** One member's part of a pass. */
    @FunctionalInterface
    public interface Share {
        void read(Segment segment) throws BudgetExceededException;
    }

    /**
     * For members to {@link #read} when they have time.
     *
     * @param share makes a member's part
     * @param progress is told of bytes
     */
    public SegmentPass(
            List<Segment> segments,
            Crew crew,
            Supplier<? extends S> share,
            PhaseProgress progress) {
        this.segments = segments;
        this.progress = progress;
        for (int i = 0; i < crew.size(); i++) {
            shares.add(share.get());
        }
    }

    /**
     * Reads all segments, with the whole crew at a time.
     *
     * @param share makes a member's part
     * @param progress is told of bytes
     * @return all members' parts
     */
    public static <S extends Share> List<S> run(
            List<Segment> segments, Crew crew, Supplier<S> share, PhaseProgress progress)
            throws BudgetExceededException {
        SegmentPass<S> pass = new SegmentPass<>(segments, crew, share, progress);
        crew.run(pass::read);
        return pass.shares;
    }

    /** Reads segments, as one member, until none is left. */
    public void read(int member) throws BudgetExceededException {
        Share own = shares.get(member);
        int i = next.getAndIncrement();
        while (i < segments.size()) {
            Segment segment = segments.get(i);
            own.read(segment);
            progress.add(segment.end() - segment.start());
            i = next.getAndIncrement();
        }
    }

    /** All members' parts. */
    public List<S> shares() {
        return shares;
    }
}
