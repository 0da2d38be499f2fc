/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.INTEGER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.Shape;
import io.heapsight.jstat.CodeHeap;
import io.heapsight.loader.MetaspaceByLoaderClass;
import io.heapsight.memory.MemoryTable;
import io.heapsight.memory.NativeGrowth;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.unit.ByteSize;
import java.util.List;
import java.util.stream.Collectors;

/** Formats the owners of parts of a target's memory: threads, code heaps, files, class loaders. */
final class MemoryReportSections {
    private static final int MOST_IN_TEXT = 5;
    private static final int MOST_LOADERS_IN_TEXT = 10;

    /** Minimum growth to report. */
    private static final long LEAST_GROWTH = 64 * 1024;

    static final Shape<MemoryTable.StackRow> STACK =
            Shape.<MemoryTable.StackRow>of()
                    .field("name", TEXT, MemoryTable.StackRow::name)
                    .field("count", COUNT, MemoryTable.StackRow::count)
                    .field("residentBytes", BYTES, MemoryTable.StackRow::residentBytes);

    static final Shape<CodeHeap> CODE_HEAP =
            Shape.<CodeHeap>of()
                    .field("name", TEXT, CodeHeap::name)
                    .field("usedBytes", BYTES, CodeHeap::usedBytes)
                    .field("committedBytes", BYTES, CodeHeap::committedBytes)
                    .field("reservedBytes", BYTES, CodeHeap::reservedBytes);

    static final Shape<MemoryTable.FileRow> FILE =
            Shape.<MemoryTable.FileRow>of()
                    .field("path", TEXT, MemoryTable.FileRow::path)
                    .field("residentBytes", BYTES, MemoryTable.FileRow::residentBytes)
                    .field("mappings", COUNT, MemoryTable.FileRow::mappings);

    private static final Shape<NativeGrowth.CategoryGrowth> CATEGORY =
            Shape.<NativeGrowth.CategoryGrowth>of()
                    .field("category", TEXT, NativeGrowth.CategoryGrowth::category)
                    .field("committedBytes", BYTES, NativeGrowth.CategoryGrowth::committedBytes)
                    .field("grownBytes", INTEGER, NativeGrowth.CategoryGrowth::grownBytes);

    static final Shape<NativeGrowth> NATIVE_GROWTH =
            Shape.<NativeGrowth>of()
                    .field("since", TIME, NativeGrowth::since)
                    .field("categories", list(CATEGORY), NativeGrowth::categories);

    private static final Shape<MetaspaceByLoaderClass.Row> LOADER =
            Shape.<MetaspaceByLoaderClass.Row>of()
                    .field("loaderClass", TEXT, MetaspaceByLoaderClass.Row::loaderClass)
                    .field("loaders", COUNT, MetaspaceByLoaderClass.Row::loaders)
                    .field("classes", COUNT, MetaspaceByLoaderClass.Row::classes)
                    .field("usedBytes", BYTES, MetaspaceByLoaderClass.Row::usedBytes)
                    .field("chunkBytes", BYTES, MetaspaceByLoaderClass.Row::chunkBytes);

    static final Shape<MetaspaceByLoaderClass> LOADERS =
            Shape.<MetaspaceByLoaderClass>of()
                    .field("loaders", COUNT, it -> it.total().loaders())
                    .field("classes", COUNT, it -> it.total().classes())
                    .field("usedBytes", BYTES, it -> it.total().usedBytes())
                    .field("chunkBytes", BYTES, it -> it.total().chunkBytes())
                    .field("byClass", list(LOADER), MetaspaceByLoaderClass::rows);

    private MemoryReportSections() {}

    /** Describes the largest stacks, one phrase each; "" for none. */
    static String stacks(List<MemoryTable.StackRow> rows) {
        return rows.stream()
                .limit(MOST_IN_TEXT)
                .map(
                        row ->
                                "%s %s (%s)"
                                        .formatted(
                                                row.name(),
                                                new ByteSize(row.residentBytes()),
                                                NumberText.plural(row.count(), "thread")))
                .collect(Collectors.joining("; "));
    }

    static String codeHeaps(List<CodeHeap> heaps) {
        return heaps.stream()
                .map(
                        heap ->
                                "%s %s of %s used, %s committed"
                                        .formatted(
                                                heap.name(),
                                                new ByteSize(heap.usedBytes()),
                                                new ByteSize(heap.reservedBytes()),
                                                new ByteSize(heap.committedBytes())))
                .collect(Collectors.joining("; "));
    }

    static String files(List<MemoryTable.FileRow> rows) {
        return rows.stream()
                .filter(file -> file.residentBytes() > 0)
                .limit(MOST_IN_TEXT)
                .map(
                        file ->
                                "%s %s (%s)"
                                        .formatted(
                                                file.path(),
                                                new ByteSize(file.residentBytes()),
                                                NumberText.plural(file.mappings(), "mapping")))
                .collect(Collectors.joining("; "));
    }

    /** Describes the growth of native memory by the JVM's names of categories. */
    static String growth(NativeGrowth growth) {
        String grown =
                growth.categories().stream()
                        .filter(each -> each.grownBytes() >= LEAST_GROWTH)
                        .limit(MOST_IN_TEXT)
                        .map(
                                each ->
                                        "%s +%s to %s"
                                                .formatted(
                                                        each.category(),
                                                        new ByteSize(each.grownBytes()),
                                                        new ByteSize(each.committedBytes())))
                        .collect(Collectors.joining("; "));
        return "since %s: %s".formatted(growth.since(), grown.isEmpty() ? "none" : grown);
    }

    /** Writes the table of class loaders. */
    static void loaders(StringBuilder out, MetaspaceByLoaderClass table) {
        MetaspaceByLoaderClass.Row total = table.total();
        TextWrapper.wrap(
                out,
                "class loaders: ",
                "%s with %s classes use %s of metaspace, in chunks of %s"
                        .formatted(
                                NumberText.plural(total.loaders(), "loader"),
                                NumberText.count(total.classes()),
                                new ByteSize(total.usedBytes()),
                                new ByteSize(total.chunkBytes())));
        TextTable text =
                new TextTable("USED", "CHUNKS", "LOADERS", "CLASSES", "CLASS OF THE LOADER")
                        .alignRight(List.of(0, 1, 2, 3))
                        .wrapLast();
        table.rows().stream()
                .limit(MOST_LOADERS_IN_TEXT)
                .forEach(
                        row ->
                                text.add(
                                        new ByteSize(row.usedBytes()).toString(),
                                        new ByteSize(row.chunkBytes()).toString(),
                                        NumberText.count(row.loaders()),
                                        NumberText.count(row.classes()),
                                        row.loaderClass()));
        out.append('\n').append(text.text()).append('\n');
    }
}
