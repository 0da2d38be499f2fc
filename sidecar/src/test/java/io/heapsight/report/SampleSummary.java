/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import io.heapsight.summary.ClassRow;
import io.heapsight.summary.DominatorNode;
import io.heapsight.summary.DominatorResults;
import io.heapsight.summary.DominatorResults.ClassCopies;
import io.heapsight.summary.DominatorResults.LinkedShape;
import io.heapsight.summary.Garbage;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.HeapSummary.DumpFacts;
import io.heapsight.summary.HeapSummary.HeldOnlyBy;
import io.heapsight.summary.HeapSummary.LayoutFacts;
import io.heapsight.summary.HeapSummary.SkippedPhase;
import io.heapsight.summary.HeldObjects;
import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.summary.LoaderRow;
import io.heapsight.summary.ReferenceStrength;
import io.heapsight.summary.Severity;
import io.heapsight.summary.Suspect;
import io.heapsight.summary.ThreadRow;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import io.heapsight.summary.VmHolder;
import io.heapsight.summary.Waste;
import io.heapsight.summary.Waste.CollectionWaste;
import io.heapsight.summary.Waste.DuplicateStrings;
import io.heapsight.summary.WasteAt;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A heap summary of a shop that leaks order lines, with a class name that attacks its reader. */
public final class SampleSummary {
    static final String HOSTILE = "com.evil.<script>alert('1')</script>\"&{{tree}}\u001b[2J\u202e";

    private static final long CACHE = 0x7f0010L;
    private static final Total NONE = Total.NONE;

    private SampleSummary() {}

    public static HeapSummary complete() {
        List<ClassRow> classes = classes();
        Total reachable = NONE;
        Total unreachable = NONE;
        Total garbage = NONE;
        Total filler = NONE;
        for (ClassRow row : classes) {
            Totals.Split split = row.totals().split().orElseThrow();
            reachable = reachable.plus(split.reachable());
            unreachable = unreachable.plus(split.unreachable());
            garbage = garbage.plus(split.garbage());
            filler = filler.plus(split.filler());
        }
        Totals totals = Totals.of(reachable, unreachable, garbage, filler);
        return new HeapSummary(
                file(List.of("cut at offset 123,456,789: what follows is missing")),
                Optional.of("25.0.3+9-LTS"),
                Optional.of("Serial"),
                new LayoutFacts(
                        4,
                        12,
                        8,
                        true,
                        false,
                        LayoutFacts.Source.INFERRED,
                        "48,123 neighbouring objects agree, none differs"),
                totals,
                classes,
                heldOnlyBy(),
                Optional.of(garbage(garbage, unreachable.minus(garbage))),
                Optional.of(garbageRoots()),
                Optional.of(
                        new DominatorResults(
                                biggest(),
                                suspects(),
                                List.of(
                                        new ClassCopies(
                                                "com.acme.plugin.Handler",
                                                "com.acme.plugin.PluginLoader",
                                                40,
                                                17,
                                                900_000)),
                                List.of(
                                        new LinkedShape(
                                                "com.acme.shop.Log", 20_000, 20_001, 480_024)))),
                Optional.of(waste()),
                threads(),
                loaders(),
                List.of(
                        new SkippedPhase(
                                "threads' stacks",
                                "needs 412.0 MiB of 96.0 MiB",
                                "give more to --max-memory")),
                1.25,
                41_943_040);
    }

    /** With a suspect whose holder is within another. */
    public static HeapSummary heldWithin() {
        HeldObjects found = cacheOfOrders();
        Suspect first = suspects().getFirst();
        Suspect suspect =
                new Suspect(
                        first.kind(),
                        first.address(),
                        first.className(),
                        first.label(),
                        first.loader(),
                        first.instances(),
                        first.retainedBytes(),
                        first.share(),
                        first.accumulation(),
                        first.path(),
                        new HeldObjects(
                                found.severity(),
                                found.pattern(),
                                found.places(),
                                found.places(),
                                found.holders(),
                                found.elements(),
                                found.content(),
                                found.inner(),
                                found.classes(),
                                found.others(),
                                found.mergedPaths(),
                                Optional.of(queue())));
        return with(List.of(suspect), complete().waste());
    }

    /** The summary of a program whose allocation failed although nothing is conspicuous. */
    public static HeapSummary failedWithoutSuspect() {
        return with(List.of(), Optional.empty());
    }

    private static HeapSummary with(List<Suspect> suspects, Optional<Waste> waste) {
        HeapSummary all = complete();
        return new HeapSummary(
                all.file(),
                all.jdk(),
                all.collector(),
                all.layout(),
                all.totals(),
                all.classes(),
                all.heldOnlyBy(),
                all.garbage(),
                all.garbageRoots(),
                Optional.of(new DominatorResults(List.of(), suspects, List.of(), List.of())),
                waste,
                all.threads(),
                all.loaders(),
                all.skipped(),
                all.seconds(),
                all.peakBytes());
    }

    /** The summary if only the histogram was requested. */
    public static HeapSummary histogramOnly() {
        List<ClassRow> classes =
                List.of(
                        new ClassRow(
                                "int[]",
                                0x10,
                                0,
                                Totals.counted(new Total(3, 4_096)),
                                OptionalLong.empty()));
        return new HeapSummary(
                file(List.of()),
                Optional.empty(),
                Optional.empty(),
                new LayoutFacts(8, 16, 8, false, false, LayoutFacts.Source.FLAGS, ""),
                Totals.counted(new Total(3, 4_096)),
                classes,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(new SkippedPhase("garbage", "not asked for", "leave --only out")),
                0.5,
                1_048_576);
    }

    private static DumpFacts file(List<String> warnings) {
        Instant noon = Instant.parse("2026-11-21T12:00:00Z");
        return new DumpFacts("shop.hprof.gz", "1.0.2", 8, noon, true, 24_117_248, true, warnings);
    }

    private static List<ClassRow> classes() {
        return List.of(
                row("com.acme.shop.OrderLine", 0x7f0001, t(422_500, 23_660_000), NONE, 23_660_000),
                filled("int[]", t(120, 40_960), t(31, 1_984), t(146, 9_099_872), 40_960),
                row("byte[]", 0, t(16_160, 660_776), t(71_234, 4_711_200), 660_776),
                row("java.lang.Object[]", 0, t(1_089, 5_341_816), t(17, 2_176), 26_880_104),
                held(
                        "java.lang.String",
                        t(15_900, 381_600),
                        t(70_011, 1_680_264),
                        t(69_000, 1_656_000),
                        980_000),
                row(HOSTILE, 0x7f0002, t(10, 320), t(2, 64), 640),
                row("com.acme.plugin.Handler", 0x7f0003, t(2, 48), NONE, 96),
                row("com.acme.plugin.Handler", 0x7f0004, t(1, 24), NONE, 48));
    }

    private static Total t(long objects, long bytes) {
        return new Total(objects, bytes);
    }

    private static ClassRow row(
            String name, long loader, Total reachable, Total unreachable, long retained) {
        Totals totals = Totals.of(reachable, unreachable, unreachable, NONE);
        return new ClassRow(name, 0x10, loader, totals, OptionalLong.of(retained));
    }

    private static Garbage garbage(Total atLeast, Total undecided) {
        return Garbage.of(
                atLeast,
                List.of(
                        new Garbage.Undecided(VmHolder.CLASS_MIRROR, undecided, t(11, 264)),
                        new Garbage.Undecided(VmHolder.VM, NONE, NONE)));
    }

    private static ClassRow held(
            String name, Total reachable, Total unreachable, Total garbage, long retained) {
        Totals totals = Totals.of(reachable, unreachable, garbage, NONE);
        return new ClassRow(name, 0x18, 0, totals, OptionalLong.of(retained));
    }

    private static ClassRow filled(
            String name, Total reachable, Total unreachable, Total filler, long retained) {
        Totals totals = Totals.of(reachable, unreachable, unreachable, filler);
        return new ClassRow(name, 0x18, 0, totals, OptionalLong.of(retained));
    }

    private static List<HeldOnlyBy> heldOnlyBy() {
        return List.of(
                new HeldOnlyBy(
                        ReferenceStrength.SOFT,
                        t(812, 65_536),
                        List.of(new Total.OfClass("java.lang.invoke.LambdaForm", t(400, 25_600)))),
                new HeldOnlyBy(ReferenceStrength.FINALIZER, NONE, List.of()),
                new HeldOnlyBy(
                        ReferenceStrength.WEAK,
                        t(99, 9_504),
                        List.of(new Total.OfClass("java.lang.Class", t(12, 1_344)))),
                new HeldOnlyBy(ReferenceStrength.PHANTOM, NONE, List.of()));
    }

    private static GarbageRoots garbageRoots() {
        return new GarbageRoots(
                List.of(
                        new GarbageRoots.Root(
                                0x7f9000, "java.util.ArrayList", t(60_001, 3_900_024)),
                        new GarbageRoots.Root(0x7fa000, HOSTILE, t(3, 128))),
                List.of(
                        new GarbageRoots.RootClass(
                                "java.util.ArrayList", 17, t(60_040, 3_902_424), 0x7f9000),
                        new GarbageRoots.RootClass(HOSTILE, 2, t(6, 256), 0x7fa000)),
                t(5_000, 240_000));
    }

    private static List<DominatorNode> biggest() {
        DominatorNode lines = group("com.acme.shop.OrderLine", 422_500, 23_660_000, 23_660_000);
        DominatorNode other = group(HOSTILE, 10, 320, 640);
        DominatorNode table =
                node(0x7f0020, "java.lang.Object[]", "", 2_222_232, 25_882_872, lines, other);
        DominatorNode list = node(0x7f0018, "java.util.ArrayList", "", 24, 25_882_896, table);
        DominatorNode cache = node(CACHE, "com.acme.shop.OrderCache", "", 24, 25_882_920, list);
        DominatorNode main = node(0x7f0100, "java.lang.Thread", "main", 120, 812_344);
        DominatorNode loader =
                node(
                        0x7f0001,
                        "jdk.internal.loader.ClassLoaders$AppClassLoader",
                        "app",
                        96,
                        402_112);
        DominatorNode shop = node(0x7f0200, "java.lang.Class", "com.acme.shop.Shop", 120, 2_112);
        return List.of(cache, main, loader, shop);
    }

    private static DominatorNode node(
            long address,
            String className,
            String label,
            long shallow,
            long retained,
            DominatorNode... children) {
        return new DominatorNode(
                OptionalLong.of(address),
                className,
                label.isEmpty() ? Optional.empty() : Optional.of(label),
                1,
                shallow,
                retained,
                List.of(children));
    }

    private static DominatorNode group(
            String className, long instances, long shallow, long retained) {
        return new DominatorNode(
                OptionalLong.empty(),
                className,
                Optional.empty(),
                instances,
                shallow,
                retained,
                List.of());
    }

    private static List<Suspect> suspects() {
        return List.of(
                new Suspect(
                        Suspect.Kind.SINGLE,
                        OptionalLong.of(CACHE),
                        "com.acme.shop.OrderCache",
                        Optional.empty(),
                        0x7f0001,
                        1,
                        25_882_920,
                        0.8611,
                        Optional.of(
                                new Suspect.Accumulation(
                                        0x7f0020, "java.lang.Object[]", 25_882_872)),
                        List.of(
                                new Suspect.PathStep(
                                        CACHE,
                                        "com.acme.shop.OrderCache",
                                        Optional.empty(),
                                        Optional.empty()),
                                new Suspect.PathStep(
                                        0x7f0200,
                                        "class com.acme.shop.Shop",
                                        Optional.of("static field cache"),
                                        Optional.of("sticky class"))),
                        cacheOfOrders()),
                new Suspect(
                        Suspect.Kind.GROUP,
                        OptionalLong.empty(),
                        HOSTILE,
                        Optional.empty(),
                        0x7f0002,
                        10,
                        4_000_000,
                        0.133,
                        Optional.empty(),
                        List.of(),
                        hostileGroup()));
    }

    private static LeakCause queue() {
        return new LeakCause(
                "executor-queue",
                LeakCause.Certainty.LEAK,
                "com.acme.shop.Mail.POOL",
                "The queue of com.acme.shop.Mail.POOL",
                false,
                "60,000 x com.acme.shop.Mail wait for 2 threads",
                60_000,
                "Bound the queue.",
                "A healthy pool's queue is short.");
    }

    private static HeldObjects cacheOfOrders() {
        return new HeldObjects(
                Severity.HIGH,
                HeldObjects.Pattern.COLLECTION,
                List.of(
                        HolderPlace.of(
                                HolderPlace.Kind.STATIC_FIELD, "com.acme.shop.Shop.cache", false)),
                List.of(),
                1,
                OptionalLong.of(42_250),
                Optional.of(new HeldObjects.Content("com.acme.shop.Order", 42_250)),
                Optional.of(
                        new HeldObjects.Inner(
                                HolderPlace.of(
                                        HolderPlace.Kind.FIELD, "com.acme.shop.Order.lines", false),
                                new HeldObjects.Content("com.acme.shop.OrderLine", 422_500))),
                List.of(
                        new Total.OfClass("com.acme.shop.OrderLine", t(422_500, 23_660_000)),
                        new Total.OfClass("java.lang.Object[]", t(1, 2_222_232))),
                List.of(
                        new HeldObjects.Other(
                                HolderPlace.of(
                                        HolderPlace.Kind.STATIC_FIELD,
                                        "com.acme.shop.Shop.log",
                                        false),
                                2_588_292)),
                List.of(),
                Optional.empty());
    }

    private static HeldObjects hostileGroup() {
        return new HeldObjects(
                Severity.INFORMATION,
                HeldObjects.Pattern.GROUP,
                List.of(),
                List.of(),
                1,
                OptionalLong.empty(),
                Optional.of(new HeldObjects.Content(HOSTILE, 10)),
                Optional.empty(),
                List.of(new Total.OfClass(HOSTILE, t(10, 320))),
                List.of(),
                List.of(
                        new HeldObjects.MergedStep(0, 10, "class " + HOSTILE, ""),
                        new HeldObjects.MergedStep(1, 10, HOSTILE, "static all")),
                Optional.empty());
    }

    private static Waste waste() {
        return new Waste(
                Optional.of(
                        new DuplicateStrings(
                                15_900,
                                9_001,
                                212_340,
                                List.of(
                                        new DuplicateStrings.Group(
                                                4_000, 32, 11, Optional.empty())))),
                List.of(new CollectionWaste("java.util.HashMap", 3_200, 900, 1_100, 77, 98_304)),
                List.of(new Total.OfClass("java.lang.Integer", t(12_000, 192_000))),
                List.of(new Total.OfClass("byte[]", t(410, 6_560))),
                List.of(
                        new WasteAt(
                                WasteAt.Kind.BOXED_NUMBERS,
                                HolderPlace.of(
                                        HolderPlace.Kind.FIELD,
                                        "com.acme.shop.Order.number",
                                        false),
                                "java.lang.Integer",
                                100_000,
                                1_600_000,
                                ""),
                        new WasteAt(
                                WasteAt.Kind.DIRECT_BUFFERS,
                                HolderPlace.of(HolderPlace.Kind.THREAD_LOCAL, HOSTILE, false),
                                "java.nio.DirectByteBuffer",
                                40,
                                41_943_040,
                                ""),
                        new WasteAt(
                                WasteAt.Kind.EMPTY_COLLECTIONS,
                                HolderPlace.of(
                                        HolderPlace.Kind.FIELD, "com.acme.shop.Order.notes", false),
                                "java.util.HashMap",
                                42_250,
                                2_028_000,
                                "")));
    }

    private static List<ThreadRow> threads() {
        return List.of(
                new ThreadRow(
                        "main",
                        0x7f0100,
                        "java.lang.Thread",
                        Optional.of(false),
                        OptionalLong.of(812_344),
                        Optional.of("com.acme.shop.Shop.sell(Shop.java:17)"),
                        List.of(
                                new ThreadRow.Local(
                                        "com.acme.shop.Shop.sell(Shop.java:17)",
                                        "java.util.ArrayList",
                                        0x7f0300,
                                        OptionalLong.of(800_024)),
                                new ThreadRow.Local(
                                        "com.acme.shop.Shop.main(Shop.java:9)",
                                        "java.util.ArrayList",
                                        0x7f0300,
                                        OptionalLong.of(800_024)),
                                new ThreadRow.Local(
                                        "java.lang.Thread.run(Thread.java:1474)",
                                        "java.lang.Thread",
                                        0x7f0100,
                                        OptionalLong.of(812_344)))),
                new ThreadRow(
                        "<b>worker</b>",
                        0x7f0400,
                        "com.acme.shop.Worker",
                        Optional.of(true),
                        OptionalLong.empty(),
                        Optional.empty(),
                        List.of()));
    }

    private static List<LoaderRow> loaders() {
        return List.of(
                new LoaderRow(
                        0x7f0001,
                        "jdk.internal.loader.ClassLoaders$AppClassLoader",
                        Optional.of("app"),
                        OptionalLong.of(0x7f0500),
                        17,
                        t(422_517, 23_660_512),
                        OptionalLong.of(402_112)),
                new LoaderRow(
                        0,
                        "(boot)",
                        Optional.empty(),
                        OptionalLong.empty(),
                        512,
                        t(174_708, 21_922_040),
                        OptionalLong.empty()));
    }
}
