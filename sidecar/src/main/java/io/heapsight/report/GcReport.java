/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.unit.NanFigures.known;

import io.heapsight.compare.Metric.Unit;
import io.heapsight.gc.GcActivity;
import io.heapsight.gc.GcActivity.CauseTotal;
import io.heapsight.gc.GcActivity.HeapSpace;
import io.heapsight.gc.GcActivity.Quantile;
import io.heapsight.gc.GcEnvironment;
import io.heapsight.gc.GcEvent;
import io.heapsight.gc.GcFinding;
import io.heapsight.gc.GcFindings;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.gc.GcVerdict;
import io.heapsight.json.Shape;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The activity of a garbage collector, and its problems.
 *
 * @param subject the JVM's label or the log's name, the first words of the text
 * @param target empty for a GC log
 */
public record GcReport(String subject, Optional<Target> target, GcActivity activity)
        implements Report {
    public static final Shape<GcReport> SHAPE = GcJson.SHAPE;

    /** The part of {@link #SHAPE} that a log has, too. */
    public static final Shape<GcReport> ANSWER = GcJson.ANSWER;

    /** Most causes in the text; the JSON document has all. */
    private static final int MOST_CAUSES = 8;

    /** Returns the findings, most important first. */
    public List<GcFinding> findings() {
        return GcFindings.of(activity);
    }

    /** Returns the answer to "is it the collector?". */
    public GcVerdict verdict() {
        return GcVerdict.of(activity, findings());
    }

    @Override
    public String text() {
        return text(true);
    }

    /** Returns the text, with or without the table of pauses by cause. */
    public String text(boolean withCauses) {
        StringBuilder out = new StringBuilder();
        TextWrapper.wrap(out, "", subject + ": " + verdict().sentence());
        findings(out);
        out.append('\n');
        TextWrapper.wrap(out, "collector: ", collector());
        TextWrapper.wrap(out, "pauses:    ", pauses());
        TextWrapper.wrap(out, "cost:      ", cost());
        TextWrapper.wrap(out, "full:      ", full());
        TextWrapper.wrap(out, "heap:      ", heap());
        TextWrapper.wrap(out, "troubles:  ", troubles());
        TextWrapper.wrap(out, "platform:  ", platform());
        if (withCauses) {
            causes(out);
        }
        last(out);
        activity.notes().forEach(note -> TextWrapper.wrap(out, "note: ", note));
        return out.toString();
    }

    private void findings(StringBuilder out) {
        int rank = 1;
        for (GcFinding finding : findings()) {
            out.append('\n');
            TextWrapper.wrap(
                    out,
                    "%d. ".formatted(rank),
                    "%s: %s".formatted(finding.severity().words(), finding.conclusion()));
            TextWrapper.wrap(out, "   from: ", String.join("; ", finding.evidence()));
            TextWrapper.wrap(out, "   remedy: ", finding.remedy());
            if (!finding.line().isEmpty()) {
                TextWrapper.wrap(out, "   change: ", finding.line());
            }
            rank++;
        }
    }

    private String collector() {
        String name = activity.collector().isEmpty() ? "unknown" : activity.collector();
        String jdk = activity.jdkFeature() == 0 ? "" : ", JDK " + activity.jdkFeature();
        GcEnvironment at = activity.environment();
        String threads =
                Double.isNaN(at.parallelThreads())
                        ? ""
                        : ", GC threads: %.0f in pauses".formatted(at.parallelThreads());
        String beside =
                at.concurrentThreads() > 0
                        ? ", %.0f beside the program".formatted(at.concurrentThreads())
                        : "";
        return name + jdk + threads + beside;
    }

    private String pauses() {
        GcActivity.PauseTotals pauses = activity.pauses();
        if (Double.isNaN(pauses.count())) {
            return "not known one by one";
        }
        String merged =
                pauses.merged() > 0
                        ? "; of %s only the sum is known".formatted(count(pauses.merged()))
                        : "";
        return "%s in %s; longest %s, p50 %s, p99 %s%s"
                .formatted(
                        count(pauses.count()),
                        seconds(activity.periodSeconds()),
                        seconds(pauses.longestSeconds()),
                        words(pauses.p50()),
                        words(pauses.p99()),
                        merged);
    }

    private static String words(Quantile quantile) {
        if (!quantile.isKnown()) {
            return "-";
        }
        return quantile.isExact()
                ? seconds(quantile.atMostSeconds())
                : "%s to %s"
                        .formatted(
                                seconds(quantile.atLeastSeconds()),
                                seconds(quantile.atMostSeconds()));
    }

    private String cost() {
        GcActivity.GcOverhead cost = activity.overhead();
        return "%s of the time in pauses (worst minute %s); %s of the process's CPU time (%s)"
                .formatted(
                        Amount.of(known(cost.wallRatio()), Unit.RATIO),
                        Amount.of(known(cost.worstMinuteWallRatio()), Unit.RATIO),
                        Amount.of(known(cost.cpuRatio()), Unit.RATIO),
                        seconds(cost.cpuSeconds()));
    }

    private String full() {
        GcActivity.FullCollections full = activity.full();
        if (Double.isNaN(full.count())) {
            return "not known";
        }
        return full.count() == 0
                ? "none"
                : "%s, %s in total, left %s in use"
                        .formatted(
                                count(full.count()),
                                seconds(full.seconds()),
                                bytes(full.leftBytes()));
    }

    private String heap() {
        GcActivity.GcHeap heap = activity.heap();
        String spaces =
                heap.spaces().stream().map(GcReport::words).collect(Collectors.joining(", "));
        return "live set %s, committed %s, maximum %s; allocates %s%s/s, promotes %s/s%s"
                .formatted(
                        bytes(heap.liveBytes()),
                        bytes(heap.capacityBytes()),
                        bytes(heap.maxBytes()),
                        heap.isAllocatedAtLeast() && heap.allocatedBytesPerSecond() >= 0
                                ? "at least "
                                : "",
                        bytes(heap.allocatedBytesPerSecond()),
                        bytes(heap.promotedBytesPerSecond()),
                        spaces.isEmpty() ? "" : "; " + spaces);
    }

    private static String words(HeapSpace space) {
        return "%s %s of %s"
                .formatted(space.name(), bytes(space.usedBytes()), bytes(space.capacityBytes()));
    }

    private String troubles() {
        List<String> known = new ArrayList<>();
        for (Trouble trouble : Trouble.values()) {
            Occurrences seen = activity.troubles().of(trouble);
            if (seen.count() == 0) {
                known.add("no " + name(trouble));
            } else if (!Double.isNaN(seen.count()) || !Double.isNaN(seen.seconds())) {
                known.add(words(trouble, seen));
            }
        }
        return known.isEmpty() ? "not known" : String.join(", ", known);
    }

    private static String words(Trouble trouble, Occurrences seen) {
        String count = Double.isNaN(seen.count()) ? "" : " " + count(seen.count());
        String seconds = Double.isNaN(seen.seconds()) ? "" : " " + seconds(seen.seconds());
        String longest =
                Double.isNaN(seen.longestSeconds())
                        ? ""
                        : " (longest %s)".formatted(seconds(seen.longestSeconds()));
        return name(trouble)
                + count
                + (count.isEmpty() || seconds.isEmpty() ? "" : ",")
                + seconds
                + longest;
    }

    /** "explicit gc" is "System.gc()". */
    private static String name(Trouble trouble) {
        return trouble == Trouble.EXPLICIT_GC
                ? "System.gc()"
                : trouble.name().toLowerCase(Locale.ROOT).replace('_', ' ').replace(" gc", " GC");
    }

    private String platform() {
        GcEnvironment at = activity.environment();
        return "%s; throttled in %s of the periods; waits for a CPU %s, for memory %s of the time; memory limit %s, swap %s"
                .formatted(
                        Double.isNaN(at.cpus())
                                ? "no CPU limit"
                                : Amount.of(at.cpus(), Unit.CORES) + " CPUs",
                        Amount.of(known(at.throttledRatio()), Unit.RATIO),
                        Amount.of(known(at.cpuPressureRatio()), Unit.RATIO),
                        Amount.of(known(at.memoryPressureRatio()), Unit.RATIO),
                        bytes(at.memoryLimitBytes()),
                        bytes(at.swapBytes()));
    }

    private void causes(StringBuilder out) {
        if (activity.causes().isEmpty()) {
            return;
        }
        TextTable table =
                new TextTable("COLLECTOR", "PAUSES", "TOTAL", "CAUSE").alignRight(List.of(1, 2));
        for (CauseTotal each : activity.causes().stream().limit(MOST_CAUSES).toList()) {
            table.add(each.collector(), count(each.count()), seconds(each.seconds()), each.cause());
        }
        out.append('\n').append(table.text());
    }

    private void last(StringBuilder out) {
        if (activity.lastEvents().isEmpty()) {
            return;
        }
        TextTable table =
                new TextTable("LAST PAUSES", "DURATION", "HEAP", "COLLECTOR", "CAUSE")
                        .alignRight(List.of(1));
        for (GcEvent each : activity.lastEvents()) {
            table.add(
                    each.at()
                            .map(at -> at.truncatedTo(ChronoUnit.MILLIS))
                            .map(Instant::toString)
                            .orElse(seconds(each.uptimeSeconds())),
                    seconds(each.seconds()),
                    Double.isNaN(each.heapAfterBytes())
                            ? "-"
                            : "%s -> %s"
                                    .formatted(
                                            bytes(each.heapBeforeBytes()),
                                            bytes(each.heapAfterBytes())),
                    each.collector(),
                    each.cause());
        }
        out.append('\n').append(table.text());
    }

    private static String seconds(double value) {
        return Amount.of(known(value), Unit.SECONDS);
    }

    private static String bytes(double value) {
        return Amount.of(known(value), Unit.BYTES);
    }

    private static String count(double value) {
        return Amount.of(known(value), Unit.COUNT);
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
