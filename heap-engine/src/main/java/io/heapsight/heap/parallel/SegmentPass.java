/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.parallel;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.hprof.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Reads all segments of a dump on the worker threads: each reads the next segment until none is
 * left.
 *
 * @param <S> a worker's part
 */
public final class SegmentPass<S extends SegmentPass.Share> {
    private final List<Segment> segments;
    private final List<S> shares = new ArrayList<>();
    private final PhaseProgress progress;
    private final AtomicInteger next = new AtomicInteger();

    /** One worker's part of a pass. */
    @FunctionalInterface
    public interface Share {
        void read(Segment segment) throws BudgetExceededException;
    }

    /**
     * Creates a pass; idle workers call {@link #read}.
     *
     * @param share creates a worker's part
     * @param progress receives the number of bytes read
     */
    public SegmentPass(
            List<Segment> segments,
            WorkerThreads workers,
            Supplier<? extends S> share,
            PhaseProgress progress) {
        this.segments = segments;
        this.progress = progress;
        for (int i = 0; i < workers.size(); i++) {
            shares.add(share.get());
        }
    }

    /**
     * Reads all segments, on all worker threads.
     *
     * @param share creates a worker's part
     * @param progress receives the number of bytes read
     * @return all workers' parts
     */
    public static <S extends Share> List<S> run(
            List<Segment> segments,
            WorkerThreads workers,
            Supplier<S> share,
            PhaseProgress progress)
            throws BudgetExceededException {
        SegmentPass<S> pass = new SegmentPass<>(segments, workers, share, progress);
        workers.run(pass::read);
        return pass.shares;
    }

    /** Reads segments, as one worker, until none is left. */
    public void read(int worker) throws BudgetExceededException {
        Share own = shares.get(worker);
        int i = next.getAndIncrement();
        while (i < segments.size()) {
            Segment segment = segments.get(i);
            own.read(segment);
            progress.add(segment.end() - segment.start());
            i = next.getAndIncrement();
        }
    }

    /** All workers' parts. */
    public List<S> shares() {
        return shares;
    }
}
