/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import io.heapsight.heap.content.CollectionLayout;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.reachability.Reachability;
import io.heapsight.heap.unreachable.UnreachableHistogram;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import io.heapsight.summary.Waste.DuplicateStrings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the dump once after marking, in a pass that idle worker threads join: counts unreachable
 * objects, and finds duplicate strings and collections that waste memory. The spare bits of
 * unreachable objects belong to {@link UnreachableHistogram}; those of reachable objects mark the
 * results until this object is closed.
 */
public final class WastePass implements AutoCloseable {
    private final DumpedHeap heap;
    private final ObjectSizes sizes;
    private final Reachability reachability;
    private final DuplicateStringOptions listing;
    private final MemoryBudget budget;
    private final UnreachableHistogram histogram;
    private final Optional<StringDuplicates> strings;
    private @Nullable PhaseProgress progress;
    private @Nullable SegmentPass<Share> pass;
    private @Nullable DuplicateStrings found;

    /** Whether the memory did not suffice to compare strings. */
    private volatile boolean full;

    public WastePass(
            DumpedHeap heap,
            ObjectSizes sizes,
            Reachability reachability,
            DuplicateStringOptions listing,
            MemoryBudget budget) {
        this.heap = heap;
        this.sizes = sizes;
        this.reachability = reachability;
        this.listing = listing;
        this.budget = budget;
        this.histogram = UnreachableHistogram.begin(heap, sizes);
        this.strings = StringDuplicates.begin(heap, sizes, listing, budget);
    }

    public boolean isBegun() {
        return pass != null;
    }

    /** Starts the pass; workers may then call {@link #read}. */
    public void begin(WorkerThreads workers, PhaseProgress phase) {
        @Nullable CollectionLayout[] layouts = CollectionLayout.ofAll(heap);
        progress = phase;
        pass = new SegmentPass<>(heap.segments(), workers, () -> new Share(layouts), phase);
    }

    /** Reads segments that no other worker has read. */
    public void read(int worker) throws BudgetExceededException {
        if (pass == null) {
            throw new IllegalStateException("not begun");
        }
        pass.read(worker);
    }

    /** Ends the pass after all workers have read, and frees memory. */
    public void end(WorkerThreads workers) {
        if (progress == null) {
            throw new IllegalStateException("not begun");
        }
        histogram.end(reachability);
        try (StringDuplicates duplicates = strings.orElse(null)) {
            if (duplicates == null) {
                found = StringDuplicates.NONE;
            } else if (!full) {
                found = duplicates.finish(workers, progress);
            }
        } catch (BudgetExceededException e) {
            full = true;
        }
    }

    /**
     * The duplicate strings of the pass; empty if the memory did not suffice. If present, the spare
     * bits of reachable objects mark arrays of strings, repeated strings, and maps that belong to a
     * set.
     */
    public Optional<DuplicateStrings> stringsFound() {
        return Optional.ofNullable(found);
    }

    /** The unreachable objects. */
    public UnreachableHistogram unreachable() {
        return histogram;
    }

    public CollectionSurvey collections() {
        if (pass == null) {
            throw new IllegalStateException("not begun");
        }
        List<CollectionSurvey.Share> shares =
                pass.shares().stream().map(share -> share.toCollections).toList();
        return CollectionSurvey.of(heap.classes(), shares);
    }

    /**
     * The duplicate strings; repeats the search if the memory did not suffice in the pass.
     *
     * @throws BudgetExceededException if it still does not suffice
     */
    public DuplicateStrings strings(WorkerThreads workers, PhaseStarter phases)
            throws BudgetExceededException {
        if (found == null) {
            PhaseProgress again = phases.start("comparing strings", heap.bytes().size());
            found = StringDuplicates.find(heap, sizes, budget, workers, again, listing);
        }
        return found;
    }

    /** One thread's part of the pass. */
    private final class Share implements SegmentPass.Share {
        private final RecordCursor record = new RecordCursor(heap.bytes());
        private final UnreachableHistogram.Share toHistogram = histogram.share();
        private final CollectionSurvey.Share toCollections;
        private final StringDuplicates.@Nullable Share toStrings;

        Share(@Nullable CollectionLayout[] layouts) {
            toCollections = new CollectionSurvey.Share(heap, sizes, layouts);
            toStrings = strings.map(StringDuplicates::share).orElse(null);
        }

        @Override
        public void read(Segment segment) {
            record.reset(segment.start(), segment.end());
            while (record.next()) {
                toHistogram.take(record);
                toCollections.take(record);
                if (toStrings != null && record.tag() == SubRecord.INSTANCE && !full) {
                    takeString(toStrings);
                }
            }
        }

        private void takeString(StringDuplicates.Share share) {
            try {
                share.take(record);
            } catch (BudgetExceededException e) {
                full = true;
            }
        }
    }

    @Override
    public void close() {
        strings.ifPresent(StringDuplicates::close);
        heap.index().clearSpareOfMarked();
    }
}
