/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import static io.heapsight.report.section.Section.Column.number;
import static io.heapsight.report.section.Section.Column.words;

import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.FrameComparison;
import io.heapsight.compare.Metric;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.report.Amount;
import io.heapsight.report.section.Cell;
import io.heapsight.report.section.Section;
import io.heapsight.stats.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The profile sections of a comparison: the methods that account for the difference. */
final class FrameSections {
    private FrameSections() {}

    /**
     * Returns the tables of methods: by their own weight, then with their callees.
     *
     * @param top number of rows of each table
     */
    static List<Section.Table> of(FrameComparison frames, int top) {
        ComparisonRow whole = frames.whole();
        String what = noun(frames.event(), whole.metric().unit());
        String note =
                "In %s, largest difference first; all methods: %s and %s."
                        .formatted(
                                unit(whole.metric().unit()),
                                amount(whole, whole.base()),
                                amount(whole, whole.candidate()));
        return List.of(
                table(
                        "Methods that account for the difference in " + what,
                        note,
                        frames.self(),
                        top),
                table(
                        "Methods, with their callees, that account for it",
                        "Without methods that nearly all samples contain, or that only call one of"
                                + " these.",
                        frames.total(),
                        top));
    }

    private static Section.Table table(
            String title, String note, List<ComparisonRow> rows, int top) {
        List<List<Cell>> cells = new ArrayList<>();
        for (ComparisonRow row : rows.subList(0, Math.min(top, rows.size()))) {
            Optional<ComparisonRow.Change> change = row.change();
            cells.add(
                    List.of(
                            new Cell(amount(row, row.base()), row.base().orElse(0)),
                            new Cell(amount(row, row.candidate()), row.candidate().orElse(0)),
                            new Cell(
                                    change.map(each -> signed(row, each.difference().value()))
                                            .orElse(""),
                                    change.map(each -> each.difference().value()).orElse(0.0)),
                            Cell.of(interval(row)),
                            Cell.of(VerdictText.of(row.verdict())),
                            Cell.of(row.metric().words())));
        }
        return new Section.Table(
                title,
                note,
                List.of(
                        number("base"),
                        number("candidate"),
                        number("change"),
                        number("interval"),
                        words("verdict"),
                        words("method")),
                cells,
                true);
    }

    private static String interval(ComparisonRow row) {
        Optional<Estimate> difference =
                row.change()
                        .filter(ComparisonRow.Change::hasInterval)
                        .map(ComparisonRow.Change::difference);
        return difference
                .map(each -> signed(row, each.low()) + " … " + signed(row, each.high()))
                .orElse("");
    }

    private static String noun(ProfileEvent event, Metric.Unit unit) {
        return switch (event) {
            case CPU -> unit == Metric.Unit.RATIO ? "running code" : "CPU time";
            case ALLOC -> "allocation";
            case LOCK -> "waits for locks";
            case WALL -> "where threads are";
            case LIVE -> "live objects";
            case NATIVEMEM -> "native memory";
        };
    }

    private static String unit(Metric.Unit unit) {
        return switch (unit) {
            case CORES -> "cores (CPU seconds a second)";
            case THREADS -> "threads that wait";
            case RATIO -> "shares of all samples";
            default -> "bytes a second";
        };
    }

    private static String amount(ComparisonRow row, OptionalDouble value) {
        return value.isPresent() ? amount(row, value.getAsDouble()) : "-";
    }

    /** Formats an amount with three digits: a hundredth of a core is much for one method. */
    private static String amount(ComparisonRow row, double value) {
        return switch (row.metric().unit()) {
            case CORES, THREADS -> String.format(Locale.ROOT, "%.3f", value);
            default -> Amount.of(value, row.metric().unit());
        };
    }

    private static String signed(ComparisonRow row, double value) {
        return (value < 0 ? "" : "+") + amount(row, value);
    }
}
