/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.json.JsonValueCodec.text;
import static io.heapsight.report.SharedJsonShapes.INTERVAL;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.compare.Metric;
import io.heapsight.json.Shape;
import io.heapsight.loader.MetaspaceByLoaderClass;
import io.heapsight.memory.Forecast;
import io.heapsight.memory.MemoryPart;
import io.heapsight.memory.MemoryTable;
import io.heapsight.memory.MemoryView;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.stats.Estimate;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Durations;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The memory breakdown of a target, and its forecast.
 *
 * @param loaders metaspace by class loader; empty unless requested
 */
public record MemoryReport(MemoryView view, Optional<MetaspaceByLoaderClass> loaders)
        implements Report {
    private static final Shape<MemoryTable.Row> PART =
            Shape.<MemoryTable.Row>of()
                    .field(
                            "part",
                            choice(MemoryPart.values(), MemoryPart::label),
                            MemoryTable.Row::part)
                    .field("residentBytes", BYTES, MemoryTable.Row::residentBytes)
                    .nullable("committedBytes", BYTES, row -> number(row.committedBytes()))
                    .field(
                            "source",
                            choice(MemoryTable.Source.values(), MemoryTable.Source::label),
                            MemoryTable.Row::source)
                    .field("meaning", TEXT, row -> row.part().meaning());

    private static final Shape<MemoryView.Container> CONTAINER =
            Shape.<MemoryView.Container>of()
                    .nullable("limitBytes", BYTES, it -> number(it.limitBytes()))
                    .nullable("highBytes", BYTES, it -> number(it.highBytes()))
                    .nullable("effectiveLimitBytes", BYTES, it -> number(it.effectiveLimitBytes()))
                    .nullable("softLimitBytes", BYTES, it -> number(it.softLimitBytes()))
                    .nullable("minBytes", BYTES, it -> number(it.minBytes()))
                    .nullable("swapLimitBytes", BYTES, it -> number(it.swapLimitBytes()))
                    .nullable("usageBytes", BYTES, it -> number(it.usageBytes()))
                    .nullable("workingSetBytes", BYTES, it -> number(it.workingSetBytes()))
                    .nullable("anonBytes", BYTES, it -> number(it.anonBytes()))
                    .nullable("fileBytes", BYTES, it -> number(it.fileBytes()))
                    .nullable("shmemBytes", BYTES, it -> number(it.shmemBytes()))
                    .nullable("kernelBytes", BYTES, it -> number(it.kernelBytes()))
                    .nullable("socketBytes", BYTES, it -> number(it.socketBytes()))
                    .nullable("swapCacheBytes", BYTES, it -> number(it.swapCacheBytes()))
                    .nullable("otherBytes", BYTES, it -> number(it.otherBytes()))
                    .nullable("swapBytes", BYTES, it -> number(it.swapBytes()))
                    .nullable("zswappedBytes", BYTES, it -> number(it.zswappedBytes()))
                    .nullable("zswapBytes", BYTES, it -> number(it.zswapBytes()));

    private static final Shape<Forecast> FORECAST =
            Shape.<Forecast>of()
                    .field(
                            "verdict",
                            choice(Forecast.Verdict.values(), Forecast.Verdict::label),
                            Forecast::verdict)
                    .field("windowSeconds", COUNT, forecast -> forecast.window().toSeconds())
                    .nullable(
                            "bytesPerSecond",
                            NUMBER,
                            it -> it.bytesPerSecond().map(Estimate::value))
                    .nullable("bytesPerSecondInterval", INTERVAL, Forecast::bytesPerSecond)
                    .nullable(
                            "secondsToLimit",
                            NUMBER,
                            it -> it.secondsToLimit().map(Estimate::value))
                    .nullable("secondsToLimitInterval", INTERVAL, Forecast::secondsToLimit)
                    .nullable("end", TEXT, it -> it.end().map(Forecast.End::name))
                    .nullable("endBytes", NUMBER, it -> it.end().map(Forecast.End::bytes))
                    .nullable(
                            "secondsToEnd",
                            NUMBER,
                            it -> it.end().flatMap(Forecast.End::seconds).map(Estimate::value))
                    .nullable(
                            "secondsToEndInterval",
                            INTERVAL,
                            it -> it.end().flatMap(Forecast.End::seconds))
                    .field("because", TEXT, Forecast::because);

    /** The document without class loaders, which only {@code GET /memory} counts. */
    public static final Shape<MemoryReport> WITHOUT_LOADERS =
            Shape.<MemoryReport>of()
                    .field("target", TARGET, it -> Target.of(it.view.jvm()))
                    .field("takenAt", TIME, it -> it.view.takenAt())
                    .nullable(
                            "residentBytes",
                            BYTES,
                            it -> it.view.table().toOptional().map(MemoryTable::residentBytes))
                    .field(
                            "parts",
                            list(PART),
                            it ->
                                    it.view
                                            .table()
                                            .toOptional()
                                            .map(MemoryTable::rows)
                                            .orElse(List.of()))
                    .field("threadStacks", list(MemoryReportSections.STACK), MemoryReport::stacks)
                    .field(
                            "codeHeaps",
                            list(MemoryReportSections.CODE_HEAP),
                            it -> it.view.codeHeaps())
                    .field("mappedFiles", list(MemoryReportSections.FILE), MemoryReport::files)
                    .nullable(
                            "nativeGrowth",
                            MemoryReportSections.NATIVE_GROWTH,
                            it -> it.view.nativeGrowth())
                    .field("notes", TEXTS, MemoryReport::notes)
                    .field("container", CONTAINER, it -> it.view.container())
                    .field("forecast", FORECAST, it -> it.view.forecast());

    public static final Shape<MemoryReport> SHAPE =
            WITHOUT_LOADERS.nullable(
                    "classLoaders", MemoryReportSections.LOADERS, MemoryReport::loaders);

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        MemoryView.Container container = view.container();
        String head = view.jvm().label() + ": ";
        switch (view.table()) {
            case Reading.Present<MemoryTable>(var table) -> {
                String resident = new ByteSize(table.residentBytes()) + " resident; ";
                TextWrapper.wrap(out, "", head + resident + limit(container));
                out.append('\n').append(rows(table));
            }
            case Reading.Missing<MemoryTable>(String reason) -> {
                TextWrapper.wrap(out, "", head + limit(container));
                out.append('\n');
                TextWrapper.wrap(out, "", reason);
            }
        }
        out.append('\n');
        TextWrapper.wrap(
                out,
                "container: ",
                "usage %s, working set %s, anonymous %s, file %s, kernel %s%s%s%s"
                        .formatted(
                                size(container.usageBytes()),
                                size(container.workingSetBytes()),
                                size(container.anonBytes()),
                                size(container.fileBytes()),
                                size(container.kernelBytes()),
                                ifAny(", sockets %s", container.socketBytes()),
                                ifAny(", being swapped %s", container.swapCacheBytes()),
                                ifAny(", other %s", container.otherBytes())));
        swap(container).ifPresent(words -> TextWrapper.wrap(out, "swap: ", words));
        line(out, "thread stacks: ", MemoryReportSections.stacks(stacks()));
        line(out, "code cache: ", MemoryReportSections.codeHeaps(view.codeHeaps()));
        line(out, "mapped files: ", MemoryReportSections.files(files()));
        view.nativeGrowth()
                .map(MemoryReportSections::growth)
                .ifPresent(words -> line(out, "native growth: ", words));
        loaders.ifPresent(table -> MemoryReportSections.loaders(out, table));
        TextWrapper.wrap(out, "forecast: ", words(view.forecast()));
        view.notes().forEach(note -> TextWrapper.wrap(out, "note: ", note));
        return out.toString();
    }

    private static void line(StringBuilder out, String title, String words) {
        if (!words.isEmpty()) {
            TextWrapper.wrap(out, title, words);
        }
    }

    private List<MemoryTable.StackRow> stacks() {
        return view.table().toOptional().map(MemoryTable::stacks).orElse(List.of());
    }

    private List<MemoryTable.FileRow> files() {
        return view.table().toOptional().map(MemoryTable::files).orElse(List.of());
    }

    private static String ifAny(String format, OptionalLong bytes) {
        return bytes.orElse(0) > 0 ? format.formatted(size(bytes)) : "";
    }

    /** Describes swap; empty if the kernel doesn't report it. */
    private static Optional<String> swap(MemoryView.Container container) {
        if (container.swapBytes().isEmpty()) {
            return Optional.empty();
        }
        String most =
                container.swapLimitBytes().isEmpty()
                        ? ""
                        : " of at most " + size(container.swapLimitBytes());
        String swapped = size(container.swapBytes()) + most;
        return Optional.of(
                container.swapBytes().getAsLong() == 0
                        ? swapped
                        : swapped
                                + " are swapped out: not in the rows above, which are resident"
                                + " memory, and not part of the usage"
                                + zswap(container));
    }

    private static String zswap(MemoryView.Container container) {
        return container.zswappedBytes().orElse(0) > 0
                ? "; zswap holds %s of it in memory, as %s of the kernel's"
                        .formatted(size(container.zswappedBytes()), size(container.zswapBytes()))
                : "";
    }

    private static String limit(MemoryView.Container container) {
        if (container.effectiveLimitBytes().isEmpty()) {
            return "the container has no limit";
        }
        long limit = container.effectiveLimitBytes().getAsLong();
        String words =
                container.isThrottledFirst()
                        ? "the kernel throttles the container above memory.high, %s%s"
                                .formatted(new ByteSize(limit), hardLimit(container))
                        : "the container's limit is " + new ByteSize(limit);
        return container.workingSetBytes().isEmpty()
                ? words
                : "%s, its working set %s of it"
                        .formatted(words, percent(container.workingSetBytes().getAsLong(), limit));
    }

    private static String hardLimit(MemoryView.Container container) {
        return container.limitBytes().isEmpty()
                ? ""
                : " (its limit is %s)".formatted(new ByteSize(container.limitBytes().getAsLong()));
    }

    private static String rows(MemoryTable table) {
        TextTable text =
                new TextTable("PART", "RESIDENT", "SHARE", "COMMITTED", "FROM", "WHAT IT IS")
                        .alignRight(List.of(1, 2, 3))
                        .wrapLast();
        for (MemoryTable.Row row : table.rows()) {
            text.add(
                    row.part().label(),
                    new ByteSize(row.residentBytes()).toString(),
                    percent(row.residentBytes(), table.residentBytes()),
                    size(row.committedBytes()),
                    row.source().label(),
                    row.part().meaning());
        }
        long sum = table.rows().stream().mapToLong(MemoryTable.Row::residentBytes).sum();
        text.add(
                "sum",
                new ByteSize(sum).toString(),
                percent(sum, table.residentBytes()),
                "",
                "",
                "");
        return text.text();
    }

    private static String percent(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }

    private static String size(OptionalLong bytes) {
        return bytes.isEmpty() ? "-" : new ByteSize(bytes.getAsLong()).toString();
    }

    /** Returns a forecast in a sentence. */
    public static String words(Forecast forecast) {
        return switch (forecast.verdict()) {
            case UNKNOWN -> forecast.because();
            case NO_TREND ->
                    "no lasting growth over %s: %s"
                            .formatted(minutes(forecast.window().toSeconds()), forecast.because());
            case BOUNDED, GROWING ->
                    "%s: by %s a minute (%s to %s) over the last %s"
                                    .formatted(
                                            forecast.because(),
                                            perMinute(slope(forecast).value()),
                                            perMinute(slope(forecast).low()),
                                            perMinute(slope(forecast).high()),
                                            minutes(forecast.window().toSeconds()))
                            + forecast.end().map(end -> end(forecast, end)).orElse("");
        };
    }

    private static Estimate slope(Forecast forecast) {
        return forecast.bytesPerSecond().orElseThrow();
    }

    private static String end(Forecast forecast, Forecast.End end) {
        if (forecast.verdict() == Forecast.Verdict.BOUNDED) {
            return ". It ends at %s, with %s in total, which fits the limit"
                    .formatted(end.name(), new ByteSize((long) end.bytes()));
        }
        return end.seconds()
                .map(
                        seconds ->
                                ". At this rate, the %s is reached in %s (%s to %s)"
                                        .formatted(
                                                end.name(),
                                                minutes(seconds.value()),
                                                minutes(seconds.low()),
                                                minutes(seconds.high())))
                .orElse("");
    }

    private static String perMinute(double bytesPerSecond) {
        return Amount.of(60 * bytesPerSecond, Metric.Unit.BYTES);
    }

    private static String minutes(double seconds) {
        return Durations.words(Duration.ofSeconds(Math.round(seconds)));
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }

    /** The reason for a missing table comes first. */
    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (view.table() instanceof Reading.Missing<MemoryTable>(String reason)) {
            notes.add(reason);
        }
        notes.addAll(view.notes());
        return notes;
    }
}
