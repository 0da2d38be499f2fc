/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.memory.Forecast;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The law of advice: the recorded past must have survived it. Replays what was recorded under other
 * sizes, and says what would have died or would have spent too much time in collections. Every
 * setting is judged alone and beside all the others, since either may be applied.
 */
final class Replay {
    static final double RESERVE = 1.1;

    /** Where the JVM takes G1 by itself, with two CPUs: it counts as a server from there. */
    static final double SERVER_BYTES = 1792L << 20;

    private static final double TRACKING_SHARE = 0.05;
    private static final double TRACKING_LEAST = 10 << 20;
    private static final double ROUNDING = 1 << 20;
    private static final double METASPACE_RESERVE = 1.25;

    private static final int MANY_READINGS = 3;

    private final Past past;
    private final HeapNeed need;

    Replay(Past past) {
        this.past = past;
        double direct = Double.isNaN(past.now().directBytes()) ? past.directBytes() : Double.NaN;
        this.need = HeapNeed.of(past.seen(), past.live(), past.cost(), since(past), direct);
    }

    /**
     * Where the limit does not hold a full heap, the container dies of garbage: what collections
     * have shown to be such before counts as such.
     */
    private static double since(Past past) {
        boolean isHeld = !(past.now().heldBytes() < past.least(past.now().heapMaxBytes()));
        return isHeld || past.isStale() || past.live().readings() < MANY_READINGS
                ? past.live().sinceBytes()
                : Double.NaN;
    }

    HeapNeed need() {
        return need;
    }

    /** What native memory tracking may take. */
    double tracking() {
        return Math.max(TRACKING_LEAST, TRACKING_SHARE * past.besideHeap());
    }

    /** Why the past would not have survived one setting; empty when it would. */
    Optional<String> forbids(Advice.Setting setting) {
        return forbids(past.now().with(setting, tracking()));
    }

    /** Why the past would not have survived all of these at once; empty when it would. */
    Optional<String> forbids(List<Advice.Setting> settings) {
        Bounds bounds = past.now();
        for (Advice.Setting setting : settings) {
            bounds = bounds.with(setting, tracking());
        }
        return forbids(bounds);
    }

    private Optional<String> forbids(Bounds bounds) {
        List<String> said = new ArrayList<>();
        heap(bounds).ifPresent(said::add);
        direct(bounds).ifPresent(said::add);
        metaspace(bounds).ifPresent(said::add);
        limit(bounds).ifPresent(said::add);
        return said.stream().findFirst();
    }

    private Optional<String> heap(Bounds bounds) {
        double heap = bounds.heapMaxBytes();
        if (bounds.initialHeapBytes() > heap) {
            return Optional.of(
                    "-Xms is %s: the JVM would not start with a smaller -Xmx. Lower -Xms first, or both at once."
                            .formatted(Sizes.words(bounds.initialHeapBytes())));
        }
        if (!(heap < past.now().heapMaxBytes() - ROUNDING)) {
            return Optional.empty();
        }
        Optional<String> kept = keepsHeap();
        if (kept.isPresent() || heap >= need.bytes() - ROUNDING) {
            return kept;
        }
        return Optional.of(
                "A heap of %s %s.".formatted(Sizes.words(heap), need.ruling().because()));
    }

    /** Why no smaller heap can be suggested, whatever its size. */
    Optional<String> keepsHeap() {
        LiveSet live = past.live();
        if (live.readings() == 0) {
            return Optional.of("The live set is not known.");
        }
        if (live.grows()) {
            return Optional.of(
                    "It grows from one to the next: a maximum is not lowered under what grows; GET /histogram/diff tells which classes do.");
        }
        if (past.isStale()) {
            return Optional.of(
                    "Since then collections have left up to %s: whether that lives, the next one of the old generation tells, or a full GC by GET /histogram?live=true."
                            .formatted(Sizes.words(live.sinceBytes())));
        }
        return grows().or(() -> past.trends().forbidsSmallerHeap());
    }

    /** What is certain to grow, outside of the heap or in it. */
    Optional<String> grows() {
        if (past.seen().forecast().outside().verdict() == Forecast.Verdict.GROWING) {
            return Optional.of("What is not heap grows: nothing is lowered while it does.");
        }
        return past.live().grows()
                        || past.seen().forecast().kept().verdict() == Forecast.Verdict.GROWING
                ? Optional.of("The live set grows: nothing is lowered while it does.")
                : Optional.empty();
    }

    private Optional<String> direct(Bounds bounds) {
        double bound = bounds.directBound();
        boolean lower = bound < past.now().directBound() - ROUNDING;
        return lower && bound < past.directBytes()
                ? Optional.of(
                        "Direct memory would be bound to %s, and up to %s outside of the heap may be that."
                                .formatted(Sizes.words(bound), Sizes.words(past.directBytes())))
                : Optional.empty();
    }

    private Optional<String> metaspace(Bounds bounds) {
        boolean lower =
                orUnlimited(bounds.metaspaceBytes()) < orUnlimited(past.now().metaspaceBytes());
        if (!lower) {
            return Optional.empty();
        }
        return past.trends()
                .forbidsSmallerMetaspace()
                .or(
                        () ->
                                bounds.metaspaceBytes()
                                                >= METASPACE_RESERVE * past.metaspaceBytes()
                                                        - ROUNDING
                                        ? Optional.empty()
                                        : Optional.of(
                                                "Metaspace has had %s committed."
                                                        .formatted(
                                                                Sizes.words(
                                                                        past.metaspaceBytes()))));
    }

    private Optional<String> limit(Bounds bounds) {
        double limit = orUnlimited(bounds.limitBytes());
        double before = orUnlimited(past.now().limitBytes());
        if (Double.isNaN(bounds.heapMaxBytes()) && limit != before) {
            return Optional.of("The heap's maximum is not known, so that no limit can be judged.");
        }
        boolean lower = limit < before;
        if (lower) {
            Optional<String> kept = keepsLimit(bounds);
            if (kept.isPresent()) {
                return kept;
            }
        }
        boolean heavier =
                bounds.moreOutsideBytes() > 0
                        || bounds.heapMaxBytes() > past.now().heapMaxBytes() + ROUNDING;
        double needed =
                RESERVE * (past.full(bounds.heapMaxBytes()) + bounds.moreOutsideBytes())
                        + (lower ? past.trends().slowGrowthInADay() : 0);
        return (lower || heavier) && orUnlimited(bounds.heldBytes()) < needed - ROUNDING
                ? Optional.of(
                        "A %s does not hold the %s that a full heap, what is outside of it and a tenth in reserve come to."
                                .formatted(bounds.heldWords(), Sizes.words(needed)))
                : Optional.empty();
    }

    private Optional<String> keepsLimit(Bounds bounds) {
        Optional<String> grows = grows().or(() -> past.trends().forbidsLess());
        if (grows.isPresent()) {
            return grows;
        }
        if (bounds.softBytes() > bounds.limitBytes()) {
            return Optional.of(
                    "The soft limit of %s would be above it: Kubernetes and ECS refuse that."
                            .formatted(Sizes.words(bounds.softBytes())));
        }
        return past.now().limitBytes() >= SERVER_BYTES
                        && bounds.limitBytes() < SERVER_BYTES
                        && past.seen().choosesCollectorByMachine()
                ? Optional.of(
                        "Below %s the JVM would choose the Serial collector by itself: name the collector in its flags first."
                                .formatted(Sizes.words(SERVER_BYTES)))
                : Optional.empty();
    }

    private static double orUnlimited(double bytes) {
        return Double.isNaN(bytes) ? Double.POSITIVE_INFINITY : bytes;
    }
}
