/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import static io.heapsight.json.JsonValueCodec.ADDRESS;
import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.json.JsonValueCodec.text;
import static io.heapsight.summary.TotalJson.CLASS_TOTAL;
import static io.heapsight.summary.TotalJson.TOTAL;
import static io.heapsight.summary.TotalJson.address;

import io.heapsight.json.Shape;
import io.heapsight.summary.HeapSummary.DumpFacts;
import io.heapsight.summary.HeapSummary.HeldOnlyBy;
import io.heapsight.summary.HeapSummary.LayoutFacts;
import io.heapsight.summary.HeapSummary.SkippedPhase;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Declares the fields of a heap summary. Unknown values are null. A list that was not created is
 * null, too; an empty one means that there is nothing. Every dump has threads and loaders, so an
 * empty list of these means that they were not read. The boot loader is "0x0".
 */
public final class SummaryJson {
    private static final Shape<DumpFacts> DUMP =
            Shape.<DumpFacts>of()
                    .field("formatVersion", TEXT, DumpFacts::formatVersion)
                    .field("idBytes", BYTES, DumpFacts::idBytes)
                    .field("takenAt", TIME, DumpFacts::takenAt)
                    .field("gzip", FLAG, DumpFacts::gzip)
                    .field("bytes", BYTES, DumpFacts::bytes)
                    .field("whole", FLAG, DumpFacts::whole);

    private static final Shape<LayoutFacts> LAYOUT =
            Shape.<LayoutFacts>of()
                    .field("referenceBytes", BYTES, LayoutFacts::referenceBytes)
                    .field("headerBytes", BYTES, LayoutFacts::headerBytes)
                    .field("alignmentBytes", BYTES, LayoutFacts::alignmentBytes)
                    .field("source", choice(LayoutFacts.Source.values()), LayoutFacts::source)
                    .field("compressedClassPointers", FLAG, LayoutFacts::compressedClassPointers)
                    .field("compactHeaders", FLAG, LayoutFacts::compactHeaders)
                    .field("evidence", TEXT, LayoutFacts::evidence);

    private static final Shape<Totals> TOTALS =
            Shape.<Totals>of()
                    .field("all", TOTAL, Totals::all)
                    .nullable("reachable", TOTAL, part(Totals.Split::reachable))
                    .nullable("unreachable", TOTAL, part(Totals.Split::unreachable))
                    .nullable("filler", TOTAL, part(Totals.Split::filler));

    private static final Shape<Garbage> GARBAGE =
            Shape.<Garbage>of()
                    .field(
                            "source",
                            choice(Garbage.Source.values(), Garbage.Source::label),
                            Garbage::source)
                    .field("atLeast", TOTAL, Garbage::atLeast)
                    .field("atMost", TOTAL, Garbage::atMost)
                    .field(
                            "undecided",
                            list(
                                    Shape.<Garbage.Undecided>of()
                                            .field(
                                                    "holder",
                                                    choice(VmHolder.values(), VmHolder::id),
                                                    Garbage.Undecided::holder)
                                            .and(TOTAL, Garbage.Undecided::total)
                                            .field(
                                                    "perhapsGarbage",
                                                    TOTAL,
                                                    Garbage.Undecided::perhapsGarbage)),
                            Garbage::undecided);

    private static final Shape<Finding> FINDING =
            Shape.<Finding>of()
                    .field("kind", choice(Finding.Kind.values()), Finding::kind)
                    .field("severity", choice(Severity.values()), Finding::severity)
                    .field("bytes", BYTES, Finding::bytes)
                    .field("share", NUMBER, Finding::share)
                    .nullable("place", TEXT, each -> text(each.place()))
                    .field("text", TEXT, Finding::text)
                    .field("remedy", TEXT, Finding::remedy);

    private static final Shape<HeldOnlyBy> HELD_ONLY_BY =
            Shape.<HeldOnlyBy>of()
                    .field("strength", choice(ReferenceStrength.values()), HeldOnlyBy::strength)
                    .and(TOTAL, HeldOnlyBy::total)
                    .field("classes", list(CLASS_TOTAL), HeldOnlyBy::top);

    /** Objects and bytes include filler, which also has its own fields if there is any. */
    private static final Shape<ClassRow> CLASS =
            Shape.<ClassRow>of()
                    .field("name", TEXT, ClassRow::name)
                    .field("address", ADDRESS, ClassRow::address)
                    .field("loader", ADDRESS, ClassRow::loader)
                    .and(TOTAL, row -> row.totals().all())
                    .nullable("unreachableObjects", COUNT, objects(Totals.Split::unreachable))
                    .nullable("unreachableBytes", BYTES, bytes(Totals.Split::unreachable))
                    .nullable("garbageObjects", COUNT, objects(Totals.Split::garbage))
                    .nullable("garbageBytes", BYTES, bytes(Totals.Split::garbage))
                    .optional("fillerObjects", COUNT, row -> filler(row).map(Total::objects))
                    .optional("fillerBytes", BYTES, row -> filler(row).map(Total::bytes))
                    .nullable("retainedBytes", BYTES, row -> number(row.retainedBytes()));

    private static final Shape<GarbageRoots.Root> ROOT =
            Shape.<GarbageRoots.Root>of()
                    .field("address", ADDRESS, GarbageRoots.Root::address)
                    .field("class", TEXT, GarbageRoots.Root::className)
                    .and(TOTAL, GarbageRoots.Root::below);

    /** The garbage roots of one class. */
    public static final Shape<GarbageRoots.RootClass> ROOT_CLASS =
            Shape.<GarbageRoots.RootClass>of()
                    .field("class", TEXT, GarbageRoots.RootClass::className)
                    .field("roots", COUNT, GarbageRoots.RootClass::roots)
                    .and(TOTAL, GarbageRoots.RootClass::below)
                    .field("largest", ADDRESS, GarbageRoots.RootClass::largest);

    private static final Shape<ThreadRow.Local> LOCAL =
            Shape.<ThreadRow.Local>of()
                    .field("frame", TEXT, ThreadRow.Local::frame)
                    .field("class", TEXT, ThreadRow.Local::className)
                    .field("address", ADDRESS, ThreadRow.Local::address)
                    .nullable("retainedBytes", BYTES, local -> number(local.retainedBytes()));

    private static final Shape<ThreadRow> THREAD =
            Shape.<ThreadRow>of()
                    .field("name", TEXT, ThreadRow::name)
                    .field("address", ADDRESS, ThreadRow::address)
                    .field("class", TEXT, ThreadRow::className)
                    .nullable("daemon", FLAG, ThreadRow::daemon)
                    .nullable("retainedBytes", BYTES, thread -> number(thread.retainedBytes()))
                    .nullable("failedIn", TEXT, ThreadRow::failedIn)
                    .field("locals", list(LOCAL), ThreadRow::locals);

    public static final Shape<LoaderRow> LOADER =
            Shape.<LoaderRow>of()
                    .field("address", ADDRESS, LoaderRow::address)
                    .field("class", TEXT, LoaderRow::className)
                    .nullable("name", TEXT, LoaderRow::name)
                    .nullable("parent", ADDRESS, loader -> address(loader.parent()))
                    .field("classes", COUNT, LoaderRow::classes)
                    .field("instances", COUNT, loader -> loader.instances().objects())
                    .field("bytes", BYTES, loader -> loader.instances().bytes())
                    .nullable("retainedBytes", BYTES, loader -> number(loader.retainedBytes()));

    private static final Shape<SkippedPhase> SKIPPED =
            Shape.<SkippedPhase>of()
                    .field("phase", TEXT, SkippedPhase::phase)
                    .field("reason", TEXT, SkippedPhase::reason)
                    .field("remedy", TEXT, SkippedPhase::remedy);

    /** The document with all classes. */
    public static final Shape<HeapSummary> ALL = shape(Integer.MAX_VALUE);

    private SummaryJson() {}

    /**
     * The fields of the document.
     *
     * @param topClasses maximum number of classes; totals include all classes
     */
    public static Shape<HeapSummary> shape(int topClasses) {
        return Shape.<HeapSummary>of()
                .field("file", TEXT, summary -> summary.file().name())
                .field("dump", DUMP, HeapSummary::file)
                .field("warnings", TEXTS, summary -> summary.file().warnings())
                .nullable("jdk", TEXT, HeapSummary::jdk)
                .nullable("collector", TEXT, HeapSummary::collector)
                .field("layout", LAYOUT, HeapSummary::layout)
                .field("totals", TOTALS, HeapSummary::totals)
                .nullable("garbage", GARBAGE, HeapSummary::garbage)
                .field("findings", list(FINDING), HeapSummary::findings)
                .nullable("heldOnlyBy", list(HELD_ONLY_BY), each -> made(each.heldOnlyBy()))
                .field("classes", list(CLASS), summary -> top(summary.classes(), topClasses))
                .nullable("garbageRoots", list(ROOT), roots(GarbageRoots::single))
                .nullable("garbageRootClasses", list(ROOT_CLASS), roots(GarbageRoots::byClass))
                .nullable("garbageOnCycles", TOTAL, roots(GarbageRoots::onCycles))
                .and(DominatorResultsJson.RETAINED, HeapSummary::retained)
                .nullable("waste", WasteJson.WASTE, HeapSummary::waste)
                .nullable("threads", list(THREAD), summary -> made(summary.threads()))
                .nullable("loaders", list(LOADER), summary -> made(summary.loaders()))
                .field("skipped", list(SKIPPED), HeapSummary::skipped)
                .field("seconds", NUMBER, HeapSummary::seconds)
                .field("peakBytes", BYTES, HeapSummary::peakBytes);
    }

    private static Function<Totals, Optional<Total>> part(Function<Totals.Split, Total> part) {
        return totals -> totals.split().map(part);
    }

    private static Function<ClassRow, Optional<Long>> objects(Function<Totals.Split, Total> part) {
        return row -> row.totals().split().map(part).map(Total::objects);
    }

    private static Function<ClassRow, Optional<Long>> bytes(Function<Totals.Split, Total> part) {
        return row -> row.totals().split().map(part).map(Total::bytes);
    }

    private static Optional<Total> filler(ClassRow row) {
        return row.totals()
                .split()
                .map(Totals.Split::filler)
                .filter(filler -> filler.objects() > 0);
    }

    private static <V> Function<HeapSummary, Optional<V>> roots(Function<GarbageRoots, V> part) {
        return summary -> summary.garbageRoots().map(part);
    }

    private static <V> List<V> top(List<V> rows, int top) {
        return rows.subList(0, Math.min(top, rows.size()));
    }

    private static <V> Optional<List<V>> made(List<V> rows) {
        return Optional.of(rows).filter(all -> !all.isEmpty());
    }
}
