/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.memory.Forecast;
import io.heapsight.memory.MaxHeapSource;
import io.heapsight.unit.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks suggested settings: the target must survive its recorded past with them. Replays that past
 * with other sizes, and reports whether the target would have died or spent too much time in
 * collections. Checks every setting alone and together with all others, since a user may apply one
 * or all.
 */
final class SettingsReplayCheck {
    static final double RESERVE = 1.1;

    private static final double TRACKING_SHARE = 0.05;
    private static final double TRACKING_LEAST = 10 << 20;
    static final double ROUNDING = 1 << 20;
    private static final double METASPACE_RESERVE = 1.25;

    private static final int MANY_READINGS = 3;

    private final ObservedMemory past;
    private final HeapNeed need;

    SettingsReplayCheck(ObservedMemory past) {
        this.past = past;
        double direct = Double.isNaN(past.now().directBytes()) ? past.directBytes() : Double.NaN;
        this.need = need(direct);
    }

    private HeapNeed need(double directBytes) {
        return HeapNeed.of(past.seen(), past.live(), past.cost(), since(past), directBytes);
    }

    /**
     * Returns the heap in use since the last collection of the old generation, if it may be live.
     * NaN if the limit does not hold a full heap, and collections have proved such bytes to be
     * garbage: there, garbage kills the container.
     */
    private static double since(ObservedMemory past) {
        boolean isHeld = !(past.now().heldBytes() < past.least(past.now().heapMaxBytes()));
        return isHeld || past.live().isStale() || past.live().readings() < MANY_READINGS
                ? past.live().sinceBytes()
                : Double.NaN;
    }

    HeapNeed need() {
        return need;
    }

    /** Returns the smallest heap beside a flag that bounds direct memory. */
    double needBesideDirect() {
        return need(Double.NaN).bytes();
    }

    /** Returns the memory that native memory tracking may take. */
    double tracking() {
        return Math.max(TRACKING_LEAST, TRACKING_SHARE * past.besideHeap());
    }

    /** Returns why the target would not have survived one setting; empty if it would. */
    Optional<String> forbids(Advice.Setting setting) {
        return forbids(past.now().with(setting, tracking()));
    }

    /**
     * Returns why the target would not have survived all these settings together; empty if it
     * would.
     */
    Optional<String> forbids(List<Advice.Setting> settings) {
        MemorySettings bounds = past.now();
        for (Advice.Setting setting : settings) {
            bounds = bounds.with(setting, tracking());
        }
        return forbids(bounds);
    }

    /**
     * Returns why the sizes of the recorded past do not fit these settings, whatever its trends;
     * empty if they do. For targets too young to show a trend.
     */
    Optional<String> exceeds(List<Advice.Setting> settings) {
        MemorySettings bounds = past.now();
        for (Advice.Setting setting : settings) {
            bounds = bounds.with(setting, 0);
        }
        double heap = bounds.heapMaxBytes();
        if (past.live().readings() > 0
                && heap < Math.min(need.bytes(), past.now().heapMaxBytes())) {
            return Optional.of(
                    "A heap of %s %s."
                            .formatted(SizeFormatter.words(heap), need.ruling().because()));
        }
        double held = RESERVE * past.held();
        return orUnlimited(bounds.limitBytes())
                        < Math.min(held, orUnlimited(past.now().limitBytes())) - ROUNDING
                ? Optional.of(
                        "A limit of %s is too small for the %s that it used."
                                .formatted(
                                        SizeFormatter.words(bounds.limitBytes()),
                                        SizeFormatter.words(past.held())))
                : Optional.empty();
    }

    private Optional<String> forbids(MemorySettings bounds) {
        List<String> said = new ArrayList<>();
        heap(bounds).ifPresent(said::add);
        direct(bounds).ifPresent(said::add);
        metaspace(bounds).ifPresent(said::add);
        limit(bounds).ifPresent(said::add);
        return said.stream().findFirst();
    }

    private Optional<String> heap(MemorySettings bounds) {
        double heap = bounds.heapMaxBytes();
        if (bounds.initialHeapBytes() > heap) {
            return Optional.of(
                    "-Xms is %s: the JVM would not start with a smaller -Xmx. Lower -Xms first, or both at once."
                            .formatted(SizeFormatter.words(bounds.initialHeapBytes())));
        }
        if (!(heap < past.now().heapMaxBytes() - ROUNDING)) {
            return Optional.empty();
        }
        Optional<String> kept = keepsHeap();
        if (kept.isPresent() || heap >= need.bytes() - ROUNDING) {
            return kept;
        }
        boolean followsLimit =
                bounds.heap() instanceof MaxHeapSource.Share
                        && bounds.heap().equals(past.now().heap());
        if (followsLimit) {
            return Optional.of(
                    "Without -Xmx, the heap would be a share of that limit, %s: set -Xmx, too."
                            .formatted(SizeFormatter.words(heap)));
        }
        return Optional.of(
                "A heap of %s %s.".formatted(SizeFormatter.words(heap), need.ruling().because()));
    }

    /** Returns why no smaller heap of any size can be suggested. */
    Optional<String> keepsHeap() {
        LiveSet live = past.live();
        if (live.readings() == 0) {
            return Optional.of("The live set is unknown.");
        }
        if (live.grows()) {
            return Optional.of(
                    "The live set grows from one collection to the next, so the maximum is not"
                            + " lowered; GET /histogram/diff shows which classes grow.");
        }
        if (past.live().isStale()) {
            return Optional.of(
                    "Since then up to %s remained after collections: the next collection of the old generation, or a full GC with GET /histogram?live=true, shows how much of it is live."
                            .formatted(SizeFormatter.words(live.sinceBytes())));
        }
        return grows().or(() -> past.trends().forbidsSmallerHeap());
    }

    /** Returns the part that certainly grows, outside the heap or in it. */
    Optional<String> grows() {
        if (past.seen().forecast().outside().verdict() == Forecast.Verdict.GROWING) {
            return Optional.of("Memory outside the heap grows: nothing is lowered while it does.");
        }
        return past.live().grows()
                        || past.seen().forecast().kept().verdict() == Forecast.Verdict.GROWING
                ? Optional.of("The live set grows: nothing is lowered while it does.")
                : Optional.empty();
    }

    private Optional<String> direct(MemorySettings bounds) {
        double bound = bounds.directBound();
        boolean lower = bound < past.now().directBound() - ROUNDING;
        return lower && bound < past.directBytes()
                ? Optional.of(
                        "Direct memory would be limited to %s, but up to %s outside the heap may be direct memory."
                                .formatted(
                                        SizeFormatter.words(bound),
                                        SizeFormatter.words(past.directBytes())))
                : Optional.empty();
    }

    private Optional<String> metaspace(MemorySettings bounds) {
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
                                                "Committed metaspace reached %s."
                                                        .formatted(
                                                                SizeFormatter.words(
                                                                        past.metaspaceBytes()))));
    }

    private Optional<String> limit(MemorySettings bounds) {
        double limit = orUnlimited(bounds.limitBytes());
        double before = orUnlimited(past.now().limitBytes());
        if (Double.isNaN(bounds.heapMaxBytes()) && limit != before) {
            return Optional.of("The maximum heap size is unknown, so no limit can be judged.");
        }
        boolean lower = limit < before;
        if (lower) {
            Optional<String> kept = keepsLimit(bounds);
            if (kept.isPresent()) {
                return kept;
            }
        }
        if (limit != before && bounds.heap().equals(past.now().heap())) {
            Optional<String> changed = past.heapOfEarlierLimit();
            if (changed.isPresent()) {
                return changed;
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
                        "A %s is too small for the %s of a full heap, the memory outside it and a reserve of a tenth."
                                .formatted(bounds.heldWords(), SizeFormatter.words(needed)))
                : Optional.empty();
    }

    private Optional<String> keepsLimit(MemorySettings bounds) {
        Optional<String> grows = grows().or(() -> past.trends().forbidsLess());
        if (grows.isPresent()) {
            return grows;
        }
        if (bounds.softBytes() > bounds.limitBytes()) {
            return Optional.of(
                    "The soft limit of %s would be above it: Kubernetes and ECS refuse that."
                            .formatted(SizeFormatter.words(bounds.softBytes())));
        }
        double limit = past.now().limitBytes();
        // A first limit is refused only if the collector is known, unlike that of most fleets.
        boolean isServer =
                Double.isNaN(limit)
                        ? past.seen().jvm().collector() instanceof Reading.Present<String>
                        : limit >= ServerClass.LEAST_BYTES;
        return isServer
                        && bounds.limitBytes() < ServerClass.LEAST_BYTES
                        && past.seen().choosesCollectorByMachine()
                ? Optional.of(
                        "Below %s the JVM would select the Serial collector: set the collector in its flags first."
                                .formatted(SizeFormatter.words(ServerClass.LEAST_BYTES)))
                : Optional.empty();
    }

    private static double orUnlimited(double bytes) {
        return Double.isNaN(bytes) ? Double.POSITIVE_INFINITY : bytes;
    }
}
