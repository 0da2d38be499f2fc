/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.ContainerLimit;
import io.heapsight.jstat.LimitChange;
import io.heapsight.memory.HeapSource;
import io.heapsight.run.RunLimitChange;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Says what a memory limit that changed while the JVM ran means for its heap: a JVM reads the limit
 * when it starts, and never again.
 */
final class LimitChangeSentence {
    /** Collectors that keep their heap below -XX:SoftMaxHeapSize while they can. */
    private static final Set<String> SOFT = Set.of("ZGC", "Shenandoah");

    private LimitChangeSentence() {}

    /** Ends in a full stop; empty where the limit is what it was when the samples began. */
    static Optional<String> of(Past past) {
        List<LimitChange> changes =
                RunLimitChange.of(past.seen().samples()).stream()
                        .map(RunLimitChange::change)
                        .filter(change -> change.limit() == ContainerLimit.MEMORY)
                        .toList();
        if (changes.isEmpty()) {
            return Optional.empty();
        }
        double before = changes.getFirst().before();
        double after = changes.getLast().after();
        // No limit, NaN, equals no limit.
        if (Double.compare(before, after) == 0) {
            return Optional.empty();
        }
        LimitChange whole = new LimitChange(ContainerLimit.MEMORY, before, after);
        return Optional.of(
                "The %s while it ran; %s."
                        .formatted(
                                whole.words(),
                                heap(past, whole)
                                        + soft(past, whole.isLower())
                                                .map("; "::concat)
                                                .orElse("")));
    }

    private static String heap(Past past, LimitChange change) {
        double max = past.now().heapMaxBytes();
        if (Double.isNaN(max)) {
            return "the heap can't follow, as a JVM reads the limit at its start";
        }
        String cant =
                change.isLower() ? "the heap does not shrink with it" : "the heap can't follow";
        HeapSource source = HeapSource.of(past.seen().jvm().flags(), max, change.before());
        return source instanceof HeapSource.Share
                ? "%s: its maximum of %s is a share of the limit at the JVM's start, and a restart computes it anew"
                        .formatted(cant, Sizes.words(max))
                : "%s: -Xmx is fixed at %s".formatted(cant, Sizes.words(max));
    }

    /** The bound that can be set while the JVM runs, where its collector heeds it. */
    private static Optional<String> soft(Past past, boolean isLower) {
        double soft = past.seen().flagBytes("SoftMaxHeapSize", "-XX:SoftMaxHeapSize=");
        double max = past.now().heapMaxBytes();
        boolean heeds =
                past.seen().jvm().collector().toOptional().filter(SOFT::contains).isPresent();
        if (!heeds || Double.isNaN(soft) || !(isLower || soft < max)) {
            return Optional.empty();
        }
        return Optional.of(
                "%s, %s, can be %s while it runs: %s"
                        .formatted(
                                "-XX:SoftMaxHeapSize",
                                Sizes.words(soft),
                                isLower ? "lowered" : "raised to -Xmx",
                                "jcmd PID VM.set_flag SoftMaxHeapSize BYTES"));
    }
}
