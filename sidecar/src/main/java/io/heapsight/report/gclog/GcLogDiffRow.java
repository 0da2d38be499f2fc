/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.gclog;

import static io.heapsight.unit.NanFigures.known;

import io.heapsight.compare.Metric.Unit;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.gclog.GcLogSummary;
import io.heapsight.gclog.GcLogSummary.LiveSource;
import io.heapsight.report.Amount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * One figure of two logs; NaN if one lacks it.
 *
 * @param name "longest pause"
 */
record GcLogDiffRow(String name, Unit unit, double base, double candidate) {
    private record Figure(String name, Unit unit, ToDoubleFunction<GcLogSummary> value) {}

    private static final List<Figure> FIGURES =
            List.of(
                    new Figure("time", Unit.SECONDS, GcLogSummary::seconds),
                    new Figure("pauses", Unit.COUNT, GcLogDiffRow::pauses),
                    new Figure("pauses, total", Unit.SECONDS, log -> log.pauses().seconds()),
                    new Figure("share of time in pauses", Unit.RATIO, GcLogSummary::overhead),
                    new Figure("longest pause", Unit.SECONDS, log -> log.pauses().longestSeconds()),
                    new Figure("pause p50", Unit.SECONDS, log -> log.pauses().p50Seconds()),
                    new Figure("pause p90", Unit.SECONDS, log -> log.pauses().p90Seconds()),
                    new Figure("pause p99", Unit.SECONDS, log -> log.pauses().p99Seconds()),
                    new Figure("CPU time of pauses", Unit.SECONDS, log -> log.heap().cpuSeconds()),
                    new Figure(
                            "full collections", Unit.COUNT, log -> log.activity().full().count()),
                    new Figure(
                            "full collections, total",
                            Unit.SECONDS,
                            log -> log.activity().full().seconds()),
                    new Figure("allocation", Unit.BYTES_PER_SECOND, log -> allocation(log, false)),
                    new Figure(
                            "allocation at least",
                            Unit.BYTES_PER_SECOND,
                            log -> allocation(log, true)),
                    new Figure(
                            "promotion", Unit.BYTES_PER_SECOND, log -> log.heap().promotionRate()),
                    new Figure("heap in use, most", Unit.BYTES, log -> log.heap().mostUsedBytes()),
                    new Figure(
                            "heap committed, most",
                            Unit.BYTES,
                            log -> log.heap().mostCapacityBytes()),
                    new Figure(
                            "live set (after a full collection)",
                            Unit.BYTES,
                            log -> live(log, LiveSource.FULL_COLLECTION)),
                    new Figure(
                            "live set at most (after a cycle)",
                            Unit.BYTES,
                            log -> live(log, LiveSource.CYCLE)),
                    new Figure(
                            "live set at most (minimum after a cycle)",
                            Unit.BYTES,
                            log -> live(log, LiveSource.G1_MINIMUM)),
                    new Figure("safepoints", Unit.COUNT, GcLogDiffRow::safepoints),
                    new Figure(
                            "time to safepoint, longest",
                            Unit.SECONDS,
                            log -> log.safepoints().longestReachSeconds()));

    /** Returns the figures that at least one log has. */
    static List<GcLogDiffRow> of(GcLogSummary base, GcLogSummary candidate) {
        List<GcLogDiffRow> rows = new ArrayList<>();
        for (Figure figure : FIGURES) {
            rows.add(
                    new GcLogDiffRow(
                            figure.name,
                            figure.unit,
                            figure.value.applyAsDouble(base),
                            figure.value.applyAsDouble(candidate)));
        }
        for (Trouble trouble : Trouble.values()) {
            double before = base.troubles().of(trouble).count();
            double after = candidate.troubles().of(trouble).count();
            if (trouble != Trouble.TIME_TO_SAFEPOINT && (before > 0 || after > 0)) {
                String name = trouble.name().toLowerCase(Locale.ROOT).replace('_', ' ');
                rows.add(new GcLogDiffRow(name, Unit.COUNT, before, after));
            }
        }
        return rows.stream().filter(GcLogDiffRow::isKnown).toList();
    }

    private static double pauses(GcLogSummary log) {
        return log.activity().pauses().count();
    }

    /** NaN if it is a lower bound and the row is not, or the other way round. */
    private static double allocation(GcLogSummary log, boolean isAtLeast) {
        return log.heap().isAllocatedAtLeast() == isAtLeast
                ? log.heap().allocationRate()
                : Double.NaN;
    }

    /** NaN if the log's live set has another meaning. */
    private static double live(GcLogSummary log, LiveSource source) {
        return log.heap().liveSource() == source ? log.heap().liveBytes() : Double.NaN;
    }

    /** Returns whether both logs have a live set, but of different meaning. */
    static boolean haveOtherLiveSets(GcLogSummary base, GcLogSummary candidate) {
        return base.heap().liveReadings() > 0
                && candidate.heap().liveReadings() > 0
                && base.heap().liveSource() != candidate.heap().liveSource();
    }

    private static double safepoints(GcLogSummary log) {
        return log.safepoints().count() == 0 ? Double.NaN : log.safepoints().count();
    }

    private boolean isKnown() {
        return !Double.isNaN(base) || !Double.isNaN(candidate);
    }

    /** "+12.5 %"; "-" if it is unknown. */
    String change() {
        if (Double.isNaN(base) || Double.isNaN(candidate)) {
            return "-";
        }
        if (base == candidate) {
            return "0 %";
        }
        return base == 0
                ? "new"
                : String.format(Locale.ROOT, "%+.1f %%", 100 * (candidate - base) / base);
    }

    String text(double value) {
        return Amount.of(known(value), unit);
    }
}
