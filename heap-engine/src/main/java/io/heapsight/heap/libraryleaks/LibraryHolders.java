/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.leaks.Instances;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.LeakKind;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds objects of libraries that hold many others, by the names of their classes. */
final class LibraryHolders implements LeakKind {
    /** Minimum share of a holder in the reachable bytes. */
    private static final double LEAST_SHARE = 0.01;

    private static final int MOST_HOLDERS = 64;

    /** A logger's children are loggers, not handlers. */
    private static final String CHILD_LOGGERS = "java.util.logging.Logger.kids";

    @Override
    public Set<String> classes() {
        return Set.of();
    }

    @Override
    public boolean wants(HeapClass level) {
        return LibraryHolderPattern.of(level.name()).isPresent();
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        long least = (long) (LEAST_SHARE * heap.reachableBytes());
        Set<Long> collections = new HashSet<>();
        List<KnownLeak> leaks = new ArrayList<>();
        int looked = 0;
        for (int rank : found.ranks()) {
            if (heap.retained(rank) >= least && looked++ < MOST_HOLDERS) {
                leak(heap.address(rank), rank, heap, collections).ifPresent(leaks::add);
            }
        }
        return leaks;
    }

    private static Optional<KnownLeak> leak(
            long holder, int rank, LeakObjectReader heap, Set<Long> collections) {
        LargestCollection.Found largest = new LargestCollection(heap).below(holder);
        long counting = counting(holder, largest, heap);
        LibraryHolderPattern pattern = pattern(counting, heap);
        long counted =
                pattern.counter().isEmpty() ? 0 : heap.anyNumber(counting, pattern.counter());
        long count = counted > 0 || largest == null ? counted : largest.elements();
        if (count < pattern.kind().some()
                || (largest != null && !collections.add(largest.address()))) {
            return Optional.empty();
        }
        String in =
                counted > 0 || largest == null
                        ? heap.declaredField(counting, pattern.counter())
                        : field(largest, heap);
        if (in.equals(CHILD_LOGGERS)) {
            return Optional.empty();
        }
        LibraryLeakText kind = ofContent(pattern.kind(), in);
        HoldingChain chain = HoldingChain.of(holder, heap);
        String place = chain.application().orElse(in);
        String detail =
                "%s %s in %s%s"
                        .formatted(Thousands.of(count), kind.noun(), in, chain.within(place));
        int[] ranks = ranks(rank, largest, heap);
        return Optional.of(
                new KnownLeak(
                        kind.cause(place, place, detail, count),
                        heap.retained(ranks),
                        ranks,
                        chain.places()));
    }

    /** The kind of a collection: a bus also queues messages, a pool the callers that wait. */
    private static LibraryLeakText ofContent(LibraryLeakText kind, String field) {
        String owner = field.substring(0, Math.max(0, field.lastIndexOf('.')));
        if (kind.equals(LibraryLeakTexts.LISTENERS) && owner.endsWith("Queue")) {
            return LibraryLeakTexts.UNREAD;
        }
        return kind.equals(LibraryLeakTexts.POOLED) && owner.endsWith("Waiter")
                ? LibraryLeakTexts.WAITERS
                : kind;
    }

    /** The object below the holder that stores the number of its elements, if there is one. */
    private static long counting(
            long holder, LargestCollection.@Nullable Found largest, LeakObjectReader heap) {
        long owner = largest == null ? holder : largest.owner();
        return LibraryHolderPattern.of(heap.className(owner))
                        .filter(each -> !each.counter().isEmpty())
                        .isPresent()
                ? owner
                : holder;
    }

    /**
     * The ranks of the holder and, if another object also holds most of its elements, of the
     * elements.
     */
    private static int[] ranks(
            int holder, LargestCollection.@Nullable Found largest, LeakObjectReader heap) {
        if (largest == null || heap.className(largest.address()).endsWith("[]")) {
            return new int[] {holder};
        }
        int[] elements =
                new ElementClass(heap)
                        .elements(largest.address()).stream()
                                .mapToInt(heap::rank)
                                .filter(rank -> rank != 0)
                                .sorted()
                                .toArray();
        long outside = IntStream.of(elements).filter(each -> !heap.isHeldBy(each, holder)).count();
        return 2 * outside > elements.length
                ? IntStream.concat(IntStream.of(holder), IntStream.of(elements)).toArray()
                : new int[] {holder};
    }

    /** The field on the way to a collection; the collection itself if the holder is one. */
    private static String field(LargestCollection.Found largest, LeakObjectReader heap) {
        return largest.next() == 0
                ? heap.className(largest.address())
                : heap.fieldTo(largest.owner(), largest.next());
    }

    private static LibraryHolderPattern pattern(long holder, LeakObjectReader heap) {
        for (String level : heap.classNames(holder)) {
            Optional<LibraryHolderPattern> pattern = LibraryHolderPattern.of(level);
            if (pattern.isPresent()) {
                return pattern.get();
            }
        }
        throw new IllegalStateException("no pattern of " + heap.className(holder));
    }
}
