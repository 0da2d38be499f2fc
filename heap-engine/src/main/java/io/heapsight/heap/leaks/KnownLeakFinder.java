/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.heap.retained.RetainedHeap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Finds the leaks of known kinds in a heap. */
public final class KnownLeakFinder {
    /** Minimum share of the reachable bytes, for any kind. */
    private static final double LEAST_SHARE = 0.01;

    /** Minimum share for kinds that healthy programs don't have. */
    private static final double LEAST_SHARE_OF_LEAK = 0.001;

    private static final int MOST_LEAKS = 16;

    private static final Comparator<KnownLeak> MOST_FIRST =
            Comparator.comparingLong(KnownLeak::bytes).reversed();

    /** Many healthy caches must not displace a leak. */
    private static final Comparator<KnownLeak> MOST_CERTAIN_FIRST =
            Comparator.comparing((KnownLeak each) -> each.cause().certainty())
                    .thenComparing(MOST_FIRST);

    private static final int LONGEST_WAY = 10_000;

    private final List<LeakKind> kinds;
    private final LeakObjectReader reader;
    private final List<Instances> instances;

    /** Finds the objects of the kinds. */
    public KnownLeakFinder(List<LeakKind> kinds, RetainedHeap retention, LeakObjectReader reader) {
        this.kinds = kinds;
        this.reader = reader;
        this.instances = InstanceScan.of(kinds, retention);
    }

    /** Finds the most certain leaks, those that retain most first. */
    public List<KnownLeak> find() {
        List<KnownLeak> found = found(false);
        for (KnownLeak each : found(true)) {
            if (found.stream().noneMatch(known -> isRelated(known, each))) {
                found.add(each);
            }
        }
        return distinct(found).stream()
                .sorted(MOST_CERTAIN_FIRST)
                .limit(MOST_LEAKS)
                .sorted(MOST_FIRST)
                .toList();
    }

    private List<KnownLeak> found(boolean general) {
        List<KnownLeak> found = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            LeakKind kind = kinds.get(i);
            if (kind.isGeneral() == general && instances.get(i).count() > 0) {
                List<KnownLeak> leaks = new ArrayList<>(kind.find(instances.get(i), reader));
                leaks.removeIf(each -> !kind.costsOutside() && isSmall(each));
                found.addAll(leaks);
            }
        }
        return found;
    }

    /** Leaks of one kind; if one holds another, only the first one found. */
    private List<KnownLeak> distinct(List<KnownLeak> all) {
        List<KnownLeak> distinct = new ArrayList<>();
        for (KnownLeak each : all) {
            if (distinct.stream().noneMatch(known -> isSame(known, each))) {
                distinct.add(each);
            }
        }
        return distinct;
    }

    private boolean isSame(KnownLeak known, KnownLeak other) {
        return known.cause().id().equals(other.cause().id()) && isRelated(known, other);
    }

    /** Whether one leak holds the other. */
    private boolean isRelated(KnownLeak known, KnownLeak other) {
        return isBelow(other.holders()[0], known) || isBelow(known.holders()[0], other);
    }

    private boolean isBelow(int rank, KnownLeak leak) {
        int at = rank;
        for (int i = 0; i < LONGEST_WAY && at != 0; i++) {
            if (Arrays.binarySearch(leak.holders(), at) >= 0 || leak.holders()[0] == at) {
                return true;
            }
            at = reader.dominator(at);
        }
        return false;
    }

    private boolean isSmall(KnownLeak found) {
        double least =
                switch (found.cause().certainty()) {
                    case LEAK -> LEAST_SHARE_OF_LEAK;
                    case SHARE, BOUNDED -> LEAST_SHARE;
                };
        return Math.max(found.bytes(), found.outside()) < least * reader.reachableBytes();
    }
}
