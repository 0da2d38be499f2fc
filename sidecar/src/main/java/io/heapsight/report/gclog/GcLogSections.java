/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.gclog;

import static io.heapsight.report.section.Section.Column.number;
import static io.heapsight.report.section.Section.Column.words;
import static io.heapsight.unit.NanFigures.known;

import io.heapsight.compare.Metric.Unit;
import io.heapsight.gclog.GcLogSummary;
import io.heapsight.gclog.GcLogSummary.CyclesByCause;
import io.heapsight.gclog.GcLogSummary.GcLogSource;
import io.heapsight.gclog.GcLogSummary.LiveSource;
import io.heapsight.gclog.GcLogSummary.PauseTimes;
import io.heapsight.gclog.GcLogSummary.PausesByCause;
import io.heapsight.gclog.GcLogSummary.PhaseTimes;
import io.heapsight.gclog.GcLogSummary.SafepointTimes;
import io.heapsight.report.Amount;
import io.heapsight.report.section.Cell;
import io.heapsight.report.section.Fact;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.Section;
import java.util.ArrayList;
import java.util.List;

/** The facts and tables that only a GC log provides. */
final class GcLogSections {
    private final GcLogSummary log;

    GcLogSections(GcLogSummary log) {
        this.log = log;
    }

    List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        GcLogSource source = log.source();
        facts.add(
                new Fact(
                        "Log",
                        "%s, %s, %s over %s"
                                .formatted(
                                        NumberText.plural(source.files().size(), "file"),
                                        NumberText.plural(source.lines(), "line"),
                                        NumberText.bytes(source.bytes()),
                                        seconds(log.seconds()))));
        if (!log.jvm().version().isEmpty()) {
            facts.add(new Fact("JVM", log.jvm().version()));
        }
        GcLogSummary.GcLogHeap heap = log.heap();
        facts.add(
                new Fact(
                        "Allocated",
                        "%s%s over %s, promoted %s"
                                .formatted(
                                        heap.isAllocatedAtLeast() ? "at least " : "",
                                        bytes(heap.allocatedBytes()),
                                        seconds(heap.allocatedSeconds()),
                                        bytes(heap.promotedBytes()))));
        facts.add(
                new Fact(
                        "Most used",
                        "%s before a collection, %s committed"
                                .formatted(
                                        bytes(heap.mostUsedBytes()),
                                        bytes(heap.mostCapacityBytes()))));
        if (heap.liveReadings() > 0) {
            facts.add(
                    new Fact(
                            "Left",
                            "%s after the last of %s, at least %s"
                                    .formatted(
                                            bytes(heap.liveBytes()),
                                            liveReadings(heap),
                                            bytes(heap.leastLiveBytes()))));
        }
        if (log.safepoints().count() > 0) {
            facts.add(new Fact("Safepoints", safepoints(log.safepoints())));
        }
        return facts;
    }

    /** "3 collections of the whole heap"; G1's cycles collect it in steps. */
    private static String liveReadings(GcLogSummary.GcLogHeap heap) {
        return heap.liveSource() == LiveSource.G1_MINIMUM
                ? NumberText.plural(heap.liveReadings(), "cycle") + " with mixed collections"
                : NumberText.plural(heap.liveReadings(), "collection") + " of the whole heap";
    }

    private static String safepoints(SafepointTimes times) {
        return "%s in total %s, longest %s; time to reach them %s, longest %s"
                .formatted(
                        NumberText.count(times.count()),
                        seconds(times.seconds()),
                        seconds(times.longestSeconds()),
                        seconds(times.reachSeconds()),
                        seconds(times.longestReachSeconds()));
    }

    /** Tables that have rows. */
    List<Section> tables() {
        List<Section> tables = new ArrayList<>();
        if (!log.byCause().isEmpty()) {
            tables.add(pauses());
        }
        if (!log.phases().isEmpty()) {
            tables.add(phases());
        }
        if (!log.cycles().isEmpty()) {
            tables.add(cycles());
        }
        return tables;
    }

    private Section pauses() {
        List<List<Cell>> rows = new ArrayList<>();
        for (PausesByCause each : log.byCause()) {
            rows.add(row(each.times(), each.name(), each.cause()));
        }
        if (log.byCause().size() > 1) {
            rows.add(row(log.pauses(), "all", ""));
        }
        return new Section.Table(
                "Pauses by kind and cause",
                "Quantiles are by nearest rank.",
                List.of(
                        number("count"),
                        number("total"),
                        number("longest"),
                        number("p50"),
                        number("p90"),
                        number("p99"),
                        words("pause"),
                        words("cause")),
                rows,
                false);
    }

    private static List<Cell> row(PauseTimes times, String name, String cause) {
        return List.of(
                Cell.of(times.count()),
                time(times.seconds()),
                time(times.longestSeconds()),
                time(times.p50Seconds()),
                time(times.p90Seconds()),
                time(times.p99Seconds()),
                Cell.of(name),
                Cell.of(cause));
    }

    private Section phases() {
        List<List<Cell>> rows = new ArrayList<>();
        for (PhaseTimes each : log.phases()) {
            rows.add(
                    List.of(
                            Cell.of(each.count()),
                            time(each.seconds()),
                            time(each.longestSeconds()),
                            Cell.of(each.name())));
        }
        return new Section.Table(
                "Phases beside the program",
                "Some phases include others.",
                List.of(number("count"), number("total"), number("longest"), words("phase")),
                rows,
                true);
    }

    private Section cycles() {
        List<List<Cell>> rows = new ArrayList<>();
        for (CyclesByCause each : log.cycles()) {
            rows.add(List.of(Cell.of(each.count()), Cell.of(each.name() + ": " + each.cause())));
        }
        return new Section.Table(
                "Cycles by cause", "", List.of(number("count"), words("cycle")), rows, true);
    }

    private static Cell time(double seconds) {
        return new Cell(seconds(seconds), seconds);
    }

    static String seconds(double value) {
        return Amount.of(known(value), Unit.SECONDS);
    }

    static String bytes(double value) {
        return Amount.of(known(value), Unit.BYTES);
    }
}
