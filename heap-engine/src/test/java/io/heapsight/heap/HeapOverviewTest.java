/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.explore.ClassList;
import io.heapsight.explore.DuplicateClassList;
import io.heapsight.explore.GarbageRootList;
import io.heapsight.explore.LoaderList;
import io.heapsight.explore.ObjectRow;
import io.heapsight.explore.PackageList;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.RootKind;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.LoaderRow;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares packages, loaders and duplicate classes with sums over single objects, and garbage with
 * the summary.
 */
class HeapOverviewTest {
    private static final int ALL = 2_000_000;

    @TempDir private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"SERIAL_25", "COMPACT_HEADERS_25"})
    void sumsOfRealDumps(GoldenDump dump) throws Exception {
        Path copy = Files.copy(dump.file(), directory.resolve("dump.hprof"));
        try (HeapExplorer explorer = RandomHeapExplorerTest.open(copy)) {
            comparePackages(explorer);
            compareLoaders(explorer);
            assertThat(explorer.packages("no.such", ALL).rows()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void garbageByRootsAddsUpToTheSummary(GoldenDump dump) throws Exception {
        Path copy = Files.copy(dump.file(), directory.resolve("dump.hprof"));
        HeapSummary summary =
                new HeapAnalyzer()
                        .keepingIndex(HeapExplorer.indexOf(copy))
                        .analyze(
                                RandomHeapExplorerTest.request(copy, ALL),
                                Progress.SILENT,
                                new CancelSignal());
        GarbageRoots expected = summary.garbageRoots().orElseThrow();
        Map<String, Long> largest = new HashMap<>();
        expected.single().forEach(root -> largest.putIfAbsent(root.className(), root.address()));
        try (HeapExplorer explorer = RandomHeapExplorerTest.open(copy)) {
            GarbageRootList found = explorer.garbageRoots(ALL);
            assertThat(found.rows()).isNotEmpty().isEqualTo(expected.byClass());
            assertThat(found.onCycles()).isEqualTo(expected.onCycles());
            assertThat(found.roots()).isEqualTo(expected.single().size());
            assertThat(found.below().plus(found.onCycles()))
                    .isEqualTo(summary.garbage().orElseThrow().atLeast());
            for (GarbageRoots.RootClass row : found.rows()) {
                ObjectRow root = explorer.object(row.largest()).object();
                assertThat(root.isReachable()).isFalse();
                assertThat(root.className()).isEqualTo(row.className());
                assertThat(largest).containsEntry(row.className(), row.largest());
            }
            assertThat(explorer.garbageRoots(1).rows()).isEqualTo(found.rows().subList(0, 1));
            assertThat(explorer.garbageRoots(1).below()).isEqualTo(found.below());
        }
    }

    private static String className(ObjectRow row) {
        return row.label()
                .filter(label -> label.startsWith("class "))
                .map(label -> label.substring("class ".length()))
                .orElse(row.className());
    }

    /** Walks down all levels: each sums up the tree below it, down to single classes. */
    private static void comparePackages(HeapExplorer explorer) throws Exception {
        List<ObjectRow> top = explorer.dominated(OptionalLong.empty(), ALL).rows();
        Map<String, List<ObjectRow>> byClass =
                top.stream().collect(groupingBy(HeapOverviewTest::className));
        Deque<PackageList.Row> open = new ArrayDeque<>();
        open.add(explorer.packages("", ALL).of());
        int classes = 0;
        while (!open.isEmpty()) {
            PackageList.Row of = open.remove();
            String prefix = of.name().isEmpty() ? "" : of.name() + ".";
            List<ObjectRow> its =
                    top.stream()
                            .filter(
                                    row ->
                                            of.isPackage()
                                                    ? className(row).startsWith(prefix)
                                                    : className(row).equals(of.name()))
                            .toList();
            assertThat(of.objects()).as(of.name()).isEqualTo(its.size());
            assertThat(of.shallowBytes())
                    .as(of.name())
                    .isEqualTo(its.stream().mapToLong(ObjectRow::shallowBytes).sum());
            assertThat(of.retainedBytes())
                    .as(of.name())
                    .isEqualTo(
                            its.stream().mapToLong(row -> row.retainedBytes().orElseThrow()).sum());
            classes += of.isPackage() ? 0 : 1;
            if (of.isPackage()) {
                PackageList level = explorer.packages(of.name(), ALL);
                assertThat(level.of()).isEqualTo(of);
                assertThat(level.total()).isEqualTo(level.rows().size());
                open.addAll(level.rows());
            }
        }
        assertThat(classes).isEqualTo(byClass.size());
    }

    private static void compareLoaders(HeapExplorer explorer) throws Exception {
        Map<Long, Long> bytes = new HashMap<>();
        explorer.classes(_ -> true, ClassList.Order.BYTES, ALL)
                .rows()
                .forEach(row -> bytes.merge(row.loader(), row.bytes(), Long::sum));
        LoaderList loaders = explorer.loaders(ALL);
        assertThat(loaders.rows()).hasSizeGreaterThan(2);
        for (LoaderRow row : loaders.rows()) {
            assertThat(row.instances().bytes()).isEqualTo(bytes.getOrDefault(row.address(), 0L));
            if (row.address() != 0) {
                assertThat(row.retainedBytes())
                        .isEqualTo(explorer.object(row.address()).object().retainedBytes());
            }
        }
        assertThat(explorer.loaders(1).rows()).isEqualTo(loaders.rows().subList(0, 1));
    }

    @Test
    void classDefinedBySeveralLoadersIsADuplicate() throws Exception {
        DumpBuilder dump = new DumpBuilder();
        DumpClass loader = dump.addClass("com.acme.PluginLoader");
        long one = dump.instance(loader);
        long other = dump.instance(loader);
        DumpClass first = dump.addClass("com.acme.Plugin").loadedBy(one);
        DumpClass second = dump.addClassAgain("com.acme.Plugin").loadedBy(other);
        dump.addClass("com.acme.Twice").loadedBy(one);
        dump.addClassAgain("com.acme.Twice").loadedBy(one);
        dump.addClass("com.acme.Once").loadedBy(other);
        dump.root(RootKind.JNI_GLOBAL, dump.instance(first));
        dump.root(RootKind.JNI_GLOBAL, dump.instance(second));
        dump.root(RootKind.JNI_GLOBAL, dump.instance(second));
        Path file = Files.write(directory.resolve("plugins.hprof"), dump.bytes());

        try (HeapExplorer explorer = RandomHeapExplorerTest.open(file)) {
            DuplicateClassList found = explorer.duplicateClasses(_ -> true, 10);
            assertThat(found.total()).isOne();
            DuplicateClassList.Row plugin = found.rows().getFirst();
            assertThat(plugin.name()).isEqualTo("com.acme.Plugin");
            assertThat(plugin.loaders()).isEqualTo(2);
            assertThat(plugin.objects()).isEqualTo(3);
            assertThat(plugin.copies())
                    .extracting(copy -> copy.figure().address())
                    .containsExactlyInAnyOrder(first.address(), second.address());
            assertThat(plugin.copies())
                    .extracting(DuplicateClassList.Copy::loaderClass)
                    .containsOnly("com.acme.PluginLoader");
            assertThat(explorer.duplicateClasses(name -> name.startsWith("org."), 10).rows())
                    .isEmpty();
        }
    }
}
