/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.diff;

import io.heapsight.unit.ByteSize;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Names the holder of most of the growth between two dumps. A single dump cannot distinguish a leak
 * from a cache at its limit, but only the leak grows.
 *
 * @param diff the two dumps
 * @param holder the holder of more than half of the growth; empty if the heap grows by little, or
 *     grows in many places
 */
public record MainGrowth(HeapDiff diff, Optional<HeapDiffRow> holder) {
    /**
     * Minimum growth, as a share of the earlier reachable bytes. Requests cause less. If one holder
     * at least doubled, smaller growth counts, too.
     */
    private static final double LEAST_SHARE = 0.05;

    private static final long LEAST_BYTES = 1 << 20;
    private static final double MOST = 0.5;
    private static final double TWICE = 2;

    public static MainGrowth of(HeapDiff diff) {
        List<HeapDiffRow> most =
                diff.holders().rows().stream()
                        .filter(each -> bytes(each) >= MOST * bytes(diff.reachable()))
                        .toList();
        Optional<HeapDiffRow> more =
                most.stream()
                        .filter(MainGrowth::hasMore)
                        .min(Comparator.comparingInt(each -> each.path().size()));
        Optional<HeapDiffRow> larger =
                most.stream().max(Comparator.comparingInt(each -> each.path().size()));
        Optional<HeapDiffRow> doubled =
                most.stream()
                        .filter(each -> hasMore(each) && isDoubled(each))
                        .min(Comparator.comparingInt(each -> each.path().size()));
        if (bytes(diff.reachable()) < LEAST_BYTES) {
            return new MainGrowth(diff, Optional.empty());
        }
        return new MainGrowth(diff, isMuch(diff) ? more.or(() -> larger) : doubled);
    }

    private static long bytes(HeapDiffRow growth) {
        return growth.by().retainedBytes();
    }

    private static boolean isMuch(HeapDiff diff) {
        long least = Math.max(LEAST_BYTES, (long) (LEAST_SHARE * diff.before().retainedBytes()));
        return bytes(diff.reachable()) >= least;
    }

    private static boolean isDoubled(HeapDiffRow growth) {
        return growth.after().retainedBytes() >= TWICE * growth.before().retainedBytes();
    }

    /**
     * Whether a holder has more objects. A holder that grew without new objects is one larger array
     * or text.
     */
    private static boolean hasMore(HeapDiffRow growth) {
        long more = growth.by().objects();
        return more > 1 && more >= LEAST_SHARE * growth.before().objects();
    }

    /** Returns a sentence for the report. */
    public String sentence() {
        if (holder.isEmpty() && !isMuch(diff)) {
            return bytes(diff.reachable()) > 0
                    ? "The reachable bytes grew by little (%s, %s)."
                            .formatted(change(), words(bytes(diff.reachable())))
                    : "The reachable bytes did not grow (%s): the content of the heap is as large as before."
                            .formatted(change());
        }
        return holder.map(this::sentence)
                .orElseGet(
                        () ->
                                "The reachable bytes grew (%s), in many places: no holder has half of the growth."
                                        .formatted(change()));
    }

    private String sentence(HeapDiffRow growth) {
        List<String> path = growth.path();
        String last = path.getLast();
        String above = String.join(" > ", path.subList(0, path.size() - 1));
        String what =
                hasMore(growth)
                        ? "%,d more %s (%,d before)"
                                .formatted(growth.by().objects(), last, growth.before().objects())
                        : "%s, which grew from %s to %s"
                                .formatted(
                                        last,
                                        words(growth.before().retainedBytes()),
                                        words(growth.after().retainedBytes()));
        return "%s%s: %s of the %s by which the reachable bytes grew. It is a leak if it grows again in a third dump; a cache stops growing at its limit."
                .formatted(
                        above.isEmpty() ? "" : above + " holds ",
                        what,
                        words(bytes(growth)),
                        words(bytes(diff.reachable())));
    }

    private String change() {
        long before = diff.before().retainedBytes();
        return before == 0
                ? "no object before"
                : String.format(Locale.ROOT, "%+.1f %%", 100.0 * bytes(diff.reachable()) / before);
    }

    private static String words(long bytes) {
        return new ByteSize(bytes).toString();
    }
}
