/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.unreachable.ClassValueMaps;
import io.heapsight.heap.unreachable.UndecidedByHolder;
import io.heapsight.summary.DominatorResults;
import io.heapsight.summary.HeldObjects;
import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.summary.Severity;
import io.heapsight.summary.Suspect;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Creates a leak suspect for the objects that classes hold by {@code ClassValue}s. The dump
 * contains no reference to these objects, so no dominator tree includes them. The suspect's share
 * is relative to the reachable bytes plus the bytes of these objects.
 */
final class ClassValueSuspect {
    private static final double LEAST_SHARE = 0.1;
    private static final double MOST = 0.5;
    private static final long LEAST_BYTES = 2L << 20;

    private ClassValueSuspect() {}

    /** Adds the suspect, unless it is small. */
    static Optional<DominatorResults> addTo(
            Optional<DominatorResults> results,
            DumpedHeap heap,
            UndecidedByHolder undecided,
            long reachableBytes) {
        Optional<Suspect> suspect =
                ClassValueMaps.read(heap, undecided).flatMap(found -> of(found, reachableBytes));
        return suspect.isEmpty() ? results : results.map(known -> known.with(suspect.get()));
    }

    private static Optional<Suspect> of(ClassValueMaps.Found found, long reachableBytes) {
        double share = (double) found.bytes() / (reachableBytes + found.bytes());
        if (share < LEAST_SHARE) {
            return Optional.empty();
        }
        Severity severity =
                share >= MOST && found.bytes() >= LEAST_BYTES
                        ? Severity.HIGH
                        : Severity.INFORMATION;
        LeakCause cause =
                new LeakCause(
                        "class-values",
                        LeakCause.Certainty.SHARE,
                        found.place(),
                        "ClassValue " + found.place(),
                        false,
                        found.detail(),
                        found.entries(),
                        "Keep little in a ClassValue, and call remove() for classes that are done"
                                + " with: a value lives as long as its class.",
                        "Healthy programs keep a few hundred bytes for a class.");
        return Optional.of(
                new Suspect(
                        Suspect.Kind.GROUP,
                        OptionalLong.empty(),
                        "java.lang.ClassValue$ClassValueMap",
                        Optional.empty(),
                        0,
                        found.entries(),
                        found.bytes(),
                        share,
                        Optional.empty(),
                        List.of(),
                        holding(severity, found, cause)));
    }

    private static HeldObjects holding(
            Severity severity, ClassValueMaps.Found found, LeakCause cause) {
        return new HeldObjects(
                severity,
                HeldObjects.Pattern.COLLECTION,
                List.of(HolderPlace.of(HolderPlace.Kind.STATIC_FIELD, found.place(), false)),
                List.of(),
                found.entries(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                found.classes(),
                List.of(),
                List.of(),
                Optional.of(cause));
    }
}
