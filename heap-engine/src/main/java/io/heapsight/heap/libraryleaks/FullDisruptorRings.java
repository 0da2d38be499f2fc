/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.leaks.Instances;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.LeakKind;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.unit.Thousands;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds full ring buffers of the LMAX Disruptor, such as Log4j's: the consumer is stuck. The events
 * of a ring are allocated in advance, so the sequences show the fill, not the events.
 */
final class FullDisruptorRings implements LeakKind {
    @Override
    public Set<String> classes() {
        return Set.of();
    }

    @Override
    public boolean wants(HeapClass level) {
        return level.name().endsWith("lmax.disruptor.RingBuffer");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        return found.leaks(rank -> leak(rank, heap));
    }

    private static Optional<KnownLeak> leak(int rank, LeakObjectReader heap) {
        long ring = heap.address(rank);
        long sequencer = heap.reference(ring, "sequencer");
        long published = heap.anyNumber(sequencer, "cursor");
        long waiting = 0;
        for (long gate : heap.elements(heap.reference(sequencer, "gatingSequences"), 64)) {
            waiting = Math.max(waiting, published - heap.anyNumber(gate, "value"));
        }
        LibraryLeakText kind = LibraryLeakTexts.LOG_EVENTS;
        if (waiting < kind.some()) {
            return Optional.empty();
        }
        HoldingChain chain = HoldingChain.of(ring, heap);
        String place = chain.application().orElse("com.lmax.disruptor.RingBuffer");
        String event =
                heap.elements(heap.reference(ring, "entries"), 1 << 10).length == 0
                        ? "events"
                        : name(ring, heap);
        String detail =
                "%s events (%s) wait in a com.lmax.disruptor.RingBuffer of %s%s"
                        .formatted(
                                Thousands.of(waiting),
                                event,
                                Thousands.of(heap.anyNumber(ring, "bufferSize")),
                                chain.within(place));
        return Optional.of(
                new KnownLeak(
                        kind.cause(place, place, detail, waiting),
                        heap.retained(rank),
                        new int[] {rank},
                        chain.places()));
    }

    private static String name(long ring, LeakObjectReader heap) {
        for (long event : heap.elements(heap.reference(ring, "entries"), 1 << 10)) {
            if (event != 0) {
                return heap.className(event);
            }
        }
        return "empty";
    }
}
