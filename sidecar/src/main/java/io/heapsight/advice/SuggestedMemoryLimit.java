/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.advice.Advice.Refused;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.memory.MaxHeapSource;
import io.heapsight.memory.TuningOption;
import java.util.List;

/**
 * The suggested memory limit.
 *
 * @param move its purpose
 * @param neededBytes required for a full present heap, plus a tenth
 * @param settings the present one if it stays; empty without a limit
 * @param refused rejected suggestions
 */
record SuggestedMemoryLimit(
        Move move, double neededBytes, List<Setting> settings, List<Refused> refused) {
    private static final int ROUNDS = 50;

    /** The purpose of a choice. */
    enum Move {
        /** The present limit fits. */
        KEEP,
        /** The limit is missing, or smaller than required. */
        MORE,
        /** The limit is too small for the present heap, but fits the suggested heap. */
        HEAP,
        /** The limit suffices, but the kernel throttles earlier, at {@code memory.high}. */
        HIGH,
        /** The limit is far larger than required. */
        LESS,
        /** The limit may be too large, but the requirement is unknown. */
        WAIT
    }

    static SuggestedMemoryLimit of(
            ObservedMemory past, SettingsReplayCheck survival, SuggestedHeapSize heap) {
        double limit = past.now().limitBytes();
        double needed = SettingsReplayCheck.RESERVE * past.least(past.now().heapMaxBytes());
        double heaviest =
                Math.max(
                        Double.isNaN(limit) ? heap.bytes() : heap.wantedBytes(),
                        past.now().heapMaxBytes());
        double wanted = wanted(past, heaviest);
        if (Double.isNaN(limit)) {
            return judged(survival, Move.MORE, needed, setting(limit, wanted));
        }
        if (past.now().heldBytes() < needed && heap.move() == SuggestedHeapSize.Move.FIT) {
            return keep(Move.HEAP, needed, limit);
        }
        if (isBelow(limit, needed)
                || (heap.move() == SuggestedHeapSize.Move.MORE && isBelow(limit, wanted))) {
            return Double.isInfinite(wanted)
                    ? keep(Move.MORE, needed, limit)
                    : judged(survival, Move.MORE, needed, setting(limit, Math.max(limit, wanted)));
        }
        if (isBelow(past.now().heldBytes(), needed)) {
            return keep(Move.HIGH, needed, limit);
        }
        double less = lowered(past, wanted);
        if (!(limit > past.seen().source().tooLargeLimit() * less)) {
            return keep(Move.KEEP, needed, limit);
        }
        double soft = Math.min(limit, orZero(past.now().softBytes()));
        Setting bySoft = setting(limit, Math.max(less, soft));
        // A soft limit that is not below the limit forbids less: the check names it.
        return judged(
                survival, Move.LESS, needed, bySoft.isChange() ? bySoft : setting(limit, less));
    }

    /** Returns whether a limit is too small by more than its rounding. */
    private static boolean isBelow(double limit, double needed) {
        return limit < needed - SettingsReplayCheck.ROUNDING;
    }

    /**
     * Returns the limit for a heap of that size, also if the heap's size is a share of the limit.
     */
    private static double wanted(ObservedMemory past, double heap) {
        if (!(past.now().heap() instanceof MaxHeapSource.Share share)
                || Double.isNaN(past.now().limitBytes())) {
            return SettingsReplayCheck.RESERVE * past.full(heap);
        }
        double limit = Math.max(past.now().limitBytes(), 100 * heap / share.percent());
        limit = heap > past.now().heapMaxBytes() ? limit : past.now().limitBytes();
        for (int i = 0; i < ROUNDS; i++) {
            double needed = SettingsReplayCheck.RESERVE * past.full(share.under(limit));
            if (needed <= limit) {
                return limit;
            }
            limit = needed;
        }
        return Double.POSITIVE_INFINITY; // the share leaves too little for memory outside the heap
    }

    /**
     * Returns the limit with a reserve, larger after a short observation, plus the slow growth of a
     * day and the page cache in active use.
     */
    private static double lowered(ObservedMemory past, double wanted) {
        double reserve =
                past.seen().certainty() == Certainty.HIGH
                        ? 1
                        : past.seen().certainty() == Certainty.MEDIUM ? 1.05 : 1.15;
        double slow = past.trends().slowGrowthInADay();
        if (past.now().heap() instanceof MaxHeapSource.Share) {
            return past.now().limitBytes(); // a lower limit would lower the heap, too
        }
        return reserve * wanted + slow + past.activeCacheBytes();
    }

    private static SuggestedMemoryLimit judged(
            SettingsReplayCheck survival, Move move, double needed, Setting setting) {
        return survival.forbids(setting)
                .map(
                        because ->
                                new SuggestedMemoryLimit(
                                        move == Move.LESS ? Move.WAIT : move,
                                        needed,
                                        setting.current().isPresent()
                                                ? List.of(
                                                        new Setting(
                                                                setting.option(),
                                                                setting.current(),
                                                                setting.current().get()))
                                                : List.of(),
                                        List.of(new Refused(setting.line(), because))))
                .orElseGet(
                        () -> new SuggestedMemoryLimit(move, needed, List.of(setting), List.of()));
    }

    private static SuggestedMemoryLimit keep(Move move, double needed, double limit) {
        return new SuggestedMemoryLimit(move, needed, List.of(setting(limit, limit)), List.of());
    }

    private static Setting setting(double limit, double suggested) {
        return new Setting(
                TuningOption.MEMORY_LIMIT,
                SizeFormatter.quantityIfAny(limit),
                SizeFormatter.quantity(suggested));
    }
}
