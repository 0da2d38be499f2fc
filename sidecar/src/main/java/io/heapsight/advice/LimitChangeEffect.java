/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.jstat.ContainerLimitKind;
import io.heapsight.jstat.LimitChange;
import io.heapsight.memory.MaxHeapSource;
import io.heapsight.run.RunLimitChange;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Describes the effect of a changed memory limit on the heap of a running JVM, which reads the
 * limit only at its start.
 */
final class LimitChangeEffect {
    /** Collectors that keep their heap below -XX:SoftMaxHeapSize if they can. */
    private static final Pattern SOFT = Pattern.compile("(ZGC|Shenandoah).*");

    private LimitChangeEffect() {}

    /** Returns a whole sentence; empty if the limit has not changed within the samples. */
    static Optional<String> of(ObservedMemory past) {
        List<LimitChange> changes =
                RunLimitChange.of(past.seen().samples()).stream()
                        .map(RunLimitChange::change)
                        .filter(change -> change.limit() == ContainerLimitKind.MEMORY)
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
        LimitChange whole = new LimitChange(ContainerLimitKind.MEMORY, before, after);
        return Optional.of(
                "The %s while the target was running; %s."
                        .formatted(
                                whole.words(),
                                heap(past, whole)
                                        + soft(past, whole.isLower())
                                                .map("; "::concat)
                                                .orElse("")));
    }

    private static String heap(ObservedMemory past, LimitChange change) {
        double max = past.now().heapMaxBytes();
        if (Double.isNaN(max)) {
            return "the heap does not follow, because a JVM reads the limit at its start";
        }
        String cant =
                change.isLower() ? "the heap does not shrink with it" : "the heap does not follow";
        MaxHeapSource source = MaxHeapSource.of(past.seen().jvm().flags(), max, change.before());
        return source instanceof MaxHeapSource.Share
                ? "%s: its maximum of %s is a share of the limit at the start of the JVM; a restart recomputes it"
                        .formatted(cant, SizeFormatter.words(max))
                : "%s: -Xmx is fixed at %s".formatted(cant, SizeFormatter.words(max));
    }

    /** Describes the heap limit that can be set at run time, if the collector supports it. */
    private static Optional<String> soft(ObservedMemory past, boolean isLower) {
        double soft = past.seen().flagBytes("SoftMaxHeapSize");
        double max = past.now().heapMaxBytes();
        boolean heeds =
                past.seen()
                        .jvm()
                        .collector()
                        .toOptional()
                        .filter(SOFT.asMatchPredicate())
                        .isPresent();
        if (!heeds || Double.isNaN(soft) || !(isLower || soft < max)) {
            return Optional.empty();
        }
        return Optional.of(
                "%s (%s) can be %s at run time: %s"
                        .formatted(
                                "-XX:SoftMaxHeapSize",
                                SizeFormatter.words(soft),
                                isLower ? "lowered" : "raised to -Xmx",
                                "jcmd PID VM.set_flag SoftMaxHeapSize BYTES"));
    }
}
