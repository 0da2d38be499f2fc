/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.advice.Advice.Refused;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.memory.MaxHeapSource;
import io.heapsight.memory.TuningOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The suggested maximum heap size.
 *
 * @param move its purpose
 * @param bytes the maximum
 * @param wantedBytes the size in a sufficiently large container
 * @param settings flags that set it, or the present one if it stays
 * @param refused rejected suggestions
 */
record SuggestedHeapSize(
        Move move,
        double bytes,
        double wantedBytes,
        List<Setting> settings,
        List<Refused> refused) {
    static final double MOST_LIVE = 0.55;
    static final double LEAST_LIVE = 0.25;
    private static final double MUCH_LESS = 0.8;
    private static final double LITTLE_MORE = 1.05;
    private static final double MOST_MORE = 2;
    private static final double HEAP_TO_LIVE = 2;
    private static final double RESERVE = 1.25;

    /** The purpose of a choice. */
    enum Move {
        /** The live set is unknown, or the heap fits. */
        KEEP,
        /** The live set needs far less. */
        LESS,
        /** The live set or the cost of collections needs a larger heap. */
        MORE,
        /** The limit is too small for the heap, but large enough for the live set. */
        FIT,
        /** Collections cost too much in a heap that stays below its maximum. */
        INITIAL
    }

    static SuggestedHeapSize of(ObservedMemory past, SettingsReplayCheck survival) {
        double max = past.seen().heapMaxBytes();
        LiveSet live = past.live();
        if (Double.isNaN(max) || live.readings() == 0) {
            return keep(past, max, List.of());
        }
        double share = live.p95Bytes() / max;
        Optional<String> shared = past.seen().sharedGroup();
        double wanted = wanted(past, max);
        if (isAbove(wanted, max) && (share > MOST_LIVE || collectsTooMuch(past))) {
            return shared.isPresent()
                    ? keep(past, max, List.of(refused(wanted, shared.get())))
                    : more(past, survival, wanted);
        }
        double room = past.room();
        boolean isLimited = !Double.isNaN(past.now().heldBytes() + past.outsideBytes());
        if (shared.isEmpty() && isLimited && isAbove(max, room)) {
            if (room >= survival.need().bytes()) {
                return less(past, survival, Move.FIT, room);
            }
            return collectsTooMuch(past)
                    ? more(past, survival, wanted)
                    : keep(past, max, List.of());
        }
        if (collectsTooMuch(past)) {
            return initial(past, max);
        }
        double leastLive = past.seen().source().leastLive();
        Optional<String> kept = share < leastLive ? survival.keepsHeap() : Optional.empty();
        if (kept.isPresent()) {
            double less = Math.max(HeapNeed.LEAST_BYTES, HEAP_TO_LIVE * live.p95Bytes());
            return keep(past, max, List.of(refused(less, kept.get())));
        }
        return share < leastLive && survival.need().bytes() < MUCH_LESS * max
                ? less(past, survival, Move.LESS, survival.need().bytes())
                : keep(past, max, List.of());
    }

    private static boolean isAbove(double bytes, double other) {
        return bytes > other + SettingsReplayCheck.ROUNDING;
    }

    /** Returns whether collections cost too much, and a larger heap would reduce that. */
    static boolean collectsTooMuch(ObservedMemory past) {
        return past.cost().mean() > GcOverheadModel.MOST
                && past.cost().heapBytes() > LEAST_LIVE * past.now().heapMaxBytes();
    }

    private static double wanted(ObservedMemory past, double max) {
        LiveSet live = past.live();
        double most = Math.max(live.maxBytes(), orZero(live.sinceBytes()));
        double byLive = Math.max(HEAP_TO_LIVE * live.p95Bytes(), RESERVE * most);
        double byCost =
                collectsTooMuch(past)
                        ? Math.min(MOST_MORE * max, past.cost().heapFor(GcOverheadModel.SUGGESTED))
                        : 0;
        return Math.max(max, Math.max(byLive, byCost));
    }

    /**
     * Chooses the part of the wanted heap that fits the present limit, since a user may apply
     * either change first.
     */
    private static SuggestedHeapSize more(
            ObservedMemory past, SettingsReplayCheck survival, double needed) {
        double max = past.seen().heapMaxBytes();
        double room = past.room();
        double wanted = ReferenceWidth.same(past.seen(), max, needed);
        double most =
                Double.isNaN(room) ? wanted : Math.min(wanted, SizeFormatter.wholeMebibytes(room));
        double bytes =
                most < wanted && ReferenceWidth.widens(past.seen(), max, most)
                        ? Math.max(max, ReferenceWidth.MOST_COMPRESSED)
                        : most;
        if (bytes < Math.min(wanted, LITTLE_MORE * max)) {
            return new SuggestedHeapSize(
                    Move.MORE,
                    max,
                    wanted,
                    List.of(present(past, max)),
                    List.of(
                            refused(
                                    wanted,
                                    survival.forbids(size(max, wanted))
                                            .orElse(
                                                    Double.isNaN(past.now().heldBytes())
                                                            ? "The machine has too little memory left for it."
                                                            : "The limit is too small for it."))));
        }
        Setting setting = written(past, Move.MORE, bytes);
        return survival.forbids(setting)
                .map(
                        because ->
                                new SuggestedHeapSize(
                                        Move.MORE,
                                        max,
                                        wanted,
                                        List.of(present(past, max)),
                                        List.of(new Refused(setting.line(), because))))
                .orElseGet(
                        () ->
                                new SuggestedHeapSize(
                                        Move.MORE, bytes, wanted, List.of(setting), List.of()));
    }

    private static Refused refused(double bytes, String because) {
        return new Refused(TuningOption.MAX_HEAP.line(SizeFormatter.flag(bytes)), because);
    }

    private static SuggestedHeapSize less(
            ObservedMemory past, SettingsReplayCheck survival, Move move, double bytes) {
        double max = past.seen().heapMaxBytes();
        Setting setting = written(past, move, bytes);
        Optional<String> forbidden = survival.forbids(setting);
        if (forbidden.isPresent()) {
            return keep(past, max, List.of(new Refused(setting.line(), forbidden.get())));
        }
        List<Setting> settings = new ArrayList<>(List.of(setting));
        if (Double.isNaN(past.now().directBytes())) {
            settings.add(
                    new Setting(
                            TuningOption.MAX_DIRECT_MEMORY,
                            Optional.empty(),
                            SizeFormatter.flag(max)));
        }
        double heap = past.now().with(setting, 0).heapMaxBytes();
        return new SuggestedHeapSize(move, heap, heap, settings, List.of());
    }

    /** Suggests a larger initial heap, for fewer collections; the maximum suffices for it. */
    private static SuggestedHeapSize initial(ObservedMemory past, double max) {
        double initial = past.seen().jvm().flags().initialHeapBytes().orElse(Double.NaN);
        double enough =
                Math.min(
                        SizeFormatter.wholeMebibytes(max),
                        past.cost().heapFor(GcOverheadModel.SUGGESTED));
        return new SuggestedHeapSize(
                Move.INITIAL,
                max,
                max,
                List.of(
                        present(past, max),
                        new Setting(
                                TuningOption.INITIAL_HEAP,
                                SizeFormatter.flagIfAny(initial),
                                SizeFormatter.flag(enough))),
                List.of());
    }

    private static SuggestedHeapSize keep(ObservedMemory past, double max, List<Refused> refused) {
        return new SuggestedHeapSize(
                Move.KEEP,
                max,
                max,
                Double.isNaN(max) ? List.of() : List.of(present(past, max)),
                refused);
    }

    /** Returns the setting in the present form: a share remains a share if one gives this size. */
    private static Setting written(ObservedMemory past, Move move, double bytes) {
        double max = past.seen().heapMaxBytes();
        double limit = past.now().limitBytes();
        if (past.now().heap() instanceof MaxHeapSource.Share share
                && share.isSet()
                && knowsPercentage(past.seen())) {
            OptionalDouble percent = percent(share, move, bytes, limit);
            boolean isMore = percent.orElse(share.percent()) > share.percent();
            boolean isLess = percent.orElse(share.percent()) < share.percent();
            if (move == Move.MORE ? isMore : isLess) {
                return new Setting(
                        TuningOption.MAX_RAM_PERCENTAGE,
                        Optional.of(SizeFormatter.percentFlag(share.percent())),
                        SizeFormatter.percentFlag(percent.orElseThrow()));
            }
        }
        return size(
                max,
                move == Move.FIT || move == Move.MORE
                        ? SizeFormatter.wholeMebibytes(bytes)
                        : bytes);
    }

    /**
     * Returns whether the JVM has percentage flags; before update 191, JDK 8 has only fractions.
     */
    private static boolean knowsPercentage(TargetObservation seen) {
        return seen.flags().values().containsKey("MaxRAMPercentage")
                || seen.jvm().flags().value("-XX:MaxRAMPercentage=").isPresent();
    }

    /**
     * Returns the share with at least this size if less is suggested, else with at most this size.
     */
    private static OptionalDouble percent(
            MaxHeapSource.Share share, Move move, double bytes, double limit) {
        OptionalDouble below = share.percentOf(bytes, limit);
        if (below.isEmpty() || move != Move.LESS) {
            return below;
        }
        double above = below.getAsDouble() + 1;
        double heap = share.with(above).under(limit);
        return heap >= bytes && heap < share.under(limit)
                ? OptionalDouble.of(above)
                : OptionalDouble.empty();
    }

    private static Setting size(double max, double bytes) {
        return new Setting(
                TuningOption.MAX_HEAP, SizeFormatter.flagIfAny(max), SizeFormatter.flag(bytes));
    }

    private static Setting present(ObservedMemory past, double max) {
        if (past.now().heap() instanceof MaxHeapSource.Share share && share.isSet()) {
            String percent = SizeFormatter.percentFlag(share.percent());
            return new Setting(TuningOption.MAX_RAM_PERCENTAGE, Optional.of(percent), percent);
        }
        return size(max, max);
    }
}
