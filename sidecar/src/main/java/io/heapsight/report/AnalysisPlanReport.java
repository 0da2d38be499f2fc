/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.heap.AnalysisPlan;
import io.heapsight.json.Shape;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The memory, disk space and time that the analysis of a heap dump needs, and the matching
 * container limits.
 *
 * @param name of the dump
 * @param downloaded whether the dump is copied to the disk first
 * @param cores for the estimated time
 */
public record AnalysisPlanReport(String name, boolean downloaded, int cores, AnalysisPlan plan)
        implements Report {
    /** The memory of the JVM beside its tables. */
    private static final long JVM_BYTES = 112L << 20;

    /** {@code heapsight analyze} uses three quarters of the memory within a limit for tables. */
    private static final double TABLE_SHARE = 0.75;

    private static final long LIMIT_STEP = 16L << 20;

    /** Download and upload run beside the analysis, in processes of their own. */
    private static final long LEAST_WITH_STORE = 512L << 20;

    private static final long DISK_MARGIN = 128L << 20;

    /** Bytes per second when a compressed dump is inflated, on one core. */
    private static final double INFLATED_PER_SECOND = 250e6;

    /** The time of an analysis that writes an index, relative to one that doesn't. */
    private static final double INDEX_TIMES = 1.17;

    private static final Shape<Needs> LEVEL =
            Shape.<Needs>of()
                    .field("level", TEXT, needs -> label(needs.level()))
                    .field("tableBytes", BYTES, needs -> needs.level().tableBytes())
                    .field("memoryLimitBytes", BYTES, Needs::limitBytes)
                    .field("diskBytes", BYTES, Needs::diskBytes)
                    .field("seconds", NUMBER, Needs::seconds);

    public static final Shape<AnalysisPlanReport> SHAPE =
            Shape.<AnalysisPlanReport>of()
                    .field("file", TEXT, AnalysisPlanReport::name)
                    .field("fileBytes", BYTES, report -> report.plan().fileBytes())
                    .field("dumpBytes", BYTES, report -> report.plan().dumpBytes())
                    .field("compressed", FLAG, report -> report.plan().compressed())
                    .field("objects", COUNT, report -> report.plan().objects())
                    .optional("reachableObjects", COUNT, AnalysisPlanReport::reachableObjects)
                    .field("classes", COUNT, report -> report.plan().classes())
                    .field("references", COUNT, report -> report.plan().references())
                    .field("cores", COUNT, AnalysisPlanReport::cores)
                    .field("levels", list(LEVEL), AnalysisPlanReport::needs);

    /** The needs of a level. */
    private record Needs(
            AnalysisPlan.Level level, long limitBytes, long diskBytes, double seconds) {}

    private List<Needs> needs() {
        return plan.levels().stream()
                .map(
                        level ->
                                new Needs(
                                        level,
                                        Math.max(
                                                limit(level.tableBytes()),
                                                downloaded ? LEAST_WITH_STORE : 0),
                                        level.diskBytes() + (downloaded ? plan.fileBytes() : 0),
                                        seconds(level)))
                .toList();
    }

    /** The memory limit of a container for tables of this size. */
    public static long limit(long tableBytes) {
        long needed = (long) (tableBytes / TABLE_SHARE) + JVM_BYTES;
        return Math.ceilDiv(needed, LIMIT_STEP) * LIMIT_STEP;
    }

    /** Returns the memory limit, as in a manifest. */
    public static String memoryLimit(long tableBytes) {
        return mebibytes(limit(tableBytes));
    }

    /**
     * Estimates the time from measurements with up to four cores; more cores make no difference.
     */
    private double seconds(AnalysisPlan.Level level) {
        int index = cores >= 4 ? 2 : cores >= 2 ? 1 : 0;
        double inflating = plan.compressed() ? plan.dumpBytes() / INFLATED_PER_SECOND : 0;
        double work =
                switch (level.scope()) {
                    case HISTOGRAM -> plan.dumpBytes() / 1e9 * new double[] {0.5, 0.3, 0.16}[index];
                    case GARBAGE -> plan.objects() / 1e6 * new double[] {0.32, 0.2, 0.12}[index];
                    case EVERYTHING ->
                            plan.objects() / 1e6 * new double[] {0.89, 0.58, 0.42}[index];
                };
        return 0.5 + inflating + (level.index() ? INDEX_TIMES * work : work);
    }

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        out.append(
                "%s: %s, %s objects (%s), %s references, %s classes\n\n"
                        .formatted(
                                name,
                                new ByteSize(plan.dumpBytes()),
                                NumberText.count(plan.objects()),
                                reachable(),
                                NumberText.count(plan.references()),
                                NumberText.count(plan.classes())));
        TextTable table = new TextTable("LEVEL", "TABLES", "MEMORY LIMIT", "DISK", "SECONDS");
        List<Needs> needs = needs();
        for (Needs each : needs) {
            table.add(
                    label(each.level()),
                    new ByteSize(each.level().tableBytes()).toString(),
                    mebibytes(each.limitBytes()),
                    new ByteSize(each.diskBytes()).toString(),
                    String.format(Locale.ROOT, "%.1f", each.seconds()));
        }
        out.append(table.alignRight(List.of(1, 2, 3, 4)).text());
        if (downloaded && plan.reachable().isEmpty() && plan.fileBytes() > 0) {
            out.append("\n%s read, none stored.\n".formatted(new ByteSize(plan.fileBytes())));
        }
        out.append(
                """

                Seconds: on %d cores, with the dump in the page cache. With less memory, tables are
                files: add the column TABLES and a tenth of it to the disk, and several times the time.

                resources:  # of the whole analysis and its index
                  requests: {cpu: "%d", memory: %s%s}
                  limits: {memory: %s%s}
                """
                        .formatted(
                                cores,
                                Math.min(cores, 4),
                                mebibytes(needs.getLast().limitBytes()),
                                storage(needs.getLast()),
                                mebibytes(needs.getLast().limitBytes()),
                                storage(needs.getLast())));
        return out.toString();
    }

    private Optional<Long> reachableObjects() {
        return plan.reachable().stream().boxed().findFirst();
    }

    private String reachable() {
        return plan.reachable().isPresent()
                ? NumberText.count(plan.reachable().getAsLong()) + " reachable"
                : "all counted as reachable: upper bounds";
    }

    private static String storage(Needs needs) {
        return needs.diskBytes() == 0
                ? ""
                : ", ephemeral-storage: " + mebibytes(needs.diskBytes() + DISK_MARGIN);
    }

    private static String mebibytes(long bytes) {
        return Math.ceilDiv(bytes, 1L << 20) + "Mi";
    }

    private static String label(AnalysisPlan.Level level) {
        return level.index() ? "index" : level.scope().name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
