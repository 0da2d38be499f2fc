/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.explore.ClassList;
import io.heapsight.explore.MergedPaths;
import io.heapsight.explore.ObjectRow;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.DumpFormat;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.RandomHeap;
import io.heapsight.hprof.RootKind;
import io.heapsight.summary.ReferenceStrength;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares merged paths of real, random and built dumps with searches of the whole dump. */
class MergedPathsTest {
    private static final int ALL = 10_000_000;
    private static final int FEW = 20;
    private static final int MOST_CHILDREN = 10;
    private static final int SEEDS = 150;
    private static final int MOST_OBJECTS = 60;

    @TempDir private Path directory;

    /** Result of a search of the whole dump. */
    private record Truth(
            DumpGraph strong,
            DumpGraph any,
            Map<Long, Integer> strongDistances,
            Map<Long, Integer> anyDistances) {
        static Truth of(Path dump) throws Exception {
            DumpGraph strong = DumpGraph.of(dump, ReferenceStrength.STRONG);
            DumpGraph any = DumpGraph.of(dump, ReferenceStrength.PHANTOM);
            return new Truth(strong, any, strong.distances(), any.distances());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SERIAL_25", "NO_COMPRESSED_OOPS_17"})
    void pathsOfRealDumpsAreShortestAndLeadToAllObjects(GoldenDump dump) throws Exception {
        Path copy = Files.copy(dump.file(), directory.resolve("dump.hprof"));
        Truth truth = Truth.of(copy);
        try (HeapExplorer explorer = RandomHeapExplorerTest.open(copy)) {
            long others = 0;
            for (String name :
                    List.of(
                            "java.lang.String",
                            "java.util.HashMap",
                            "java.lang.Class",
                            "java.lang.Thread",
                            "java.lang.invoke.MethodType")) {
                others += compare(explorer, truth, name).others().below().objects();
            }
            assertThat(others).isPositive();
        }
    }

    @Test
    void pathsOfRandomHeapsAreShortestAndLeadToAllObjects() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            DumpFormat format = DumpFormat.HOTSPOT.shuffled(DumpFormat.Order.SHUFFLED, seed);
            Path dump =
                    Files.write(
                            directory.resolve("dump.hprof"),
                            new RandomHeap(seed, MOST_OBJECTS).dump().format(format).bytes());
            Truth truth = Truth.of(dump);
            try (HeapExplorer explorer = RandomHeapExplorerTest.open(dump)) {
                Set<String> names =
                        explorer.classes(_ -> true, ClassList.Order.OBJECTS, ALL).rows().stream()
                                .map(ClassList.Row::name)
                                .collect(toSet());
                for (String name : names) {
                    compare(explorer, truth, name);
                }
            }
        }
    }

    private static MergedPaths compare(HeapExplorer explorer, Truth truth, String className)
            throws Exception {
        Map<Boolean, Set<Long>> instances = new HashMap<>();
        for (ObjectRow row : explorer.instances(className, ALL).rows()) {
            instances.computeIfAbsent(row.isReachable(), _ -> new HashSet<>()).add(row.address());
        }
        Set<Long> reachable = instances.getOrDefault(true, Set.of());
        long unreachable = instances.getOrDefault(false, Set.of()).size();
        if (className.equals("java.lang.Class")) { // its instances are no records of the dump
            reachable = new HashSet<>();
            for (ClassList.Row each :
                    explorer.classes(_ -> true, ClassList.Order.OBJECTS, ALL).rows()) {
                if (truth.anyDistances.containsKey(each.address())) {
                    reachable.add(each.address());
                }
            }
            for (long address : truth.any.classObjects()) {
                if (truth.anyDistances.containsKey(address)) {
                    reachable.add(address);
                }
            }
            unreachable = explorer.mergedPaths(className, true, 1).unreachable();
        }
        MergedPaths paths = explorer.mergedPaths(className, true, ALL);
        assertThat(paths.className()).isEqualTo(className);
        assertThat(paths.unreachable()).as(className).isEqualTo(unreachable);
        Set<Long> strong = new HashSet<>(reachable);
        strong.retainAll(truth.strongDistances.keySet());
        Set<Long> others = new HashSet<>(reachable);
        others.removeAll(strong);
        compare(paths.strong(), truth.strong, truth.strongDistances, strong);
        compare(paths.others(), truth.any, truth.anyDistances, others);
        MergedPaths few = explorer.mergedPaths(className, true, FEW);
        compareFew(few.strong(), paths.strong(), strong);
        compareFew(few.others(), paths.others(), others);
        return paths;
    }

    /** A complete tree. */
    private static void compare(
            MergedPaths.Tree tree,
            DumpGraph graph,
            Map<Long, Integer> distances,
            Set<Long> wanted) {
        assertThat(tree.below().objects()).isEqualTo(wanted.size());
        assertThat(tree.moreRoots()).isZero();
        assertThat(tree.moreObjects()).isZero();
        Set<Long> seen = new HashSet<>();
        List<MergedPaths.Row> way = new ArrayList<>();
        for (MergedPaths.Row row : tree.rows()) {
            long address = row.object().address();
            assertThat(seen.add(address)).isTrue();
            assertThat(row.more()).isZero();
            assertThat(row.moreObjects()).isZero();
            assertThat(row.depth()).isEqualTo(requireNonNull(distances.get(address)));
            way.subList(row.depth(), way.size()).clear();
            assertThat(way).hasSize(row.depth());
            if (way.isEmpty()) {
                assertThat(graph.roots().contains(address)).isTrue();
                assertThat(row.root()).isPresent();
            } else {
                assertThat(graph.isEdge(way.getLast().object().address(), address)).isTrue();
                assertThat(row.root()).isEmpty();
                assertThat(row.object().via()).isPresent().isNotEqualTo(Optional.of("?"));
            }
            way.add(row);
        }
        assertThat(seen.containsAll(wanted)).isTrue(); // assertj's own check is quadratic
        compareSums(tree, wanted);
    }

    /** Checks that an object's total is the sum of shown children, itself, and hidden ones. */
    private static void compareSums(MergedPaths.Tree tree, Set<Long> wanted) {
        Map<Integer, Long> objects = new HashMap<>();
        Map<Integer, Long> bytes = new HashMap<>();
        Map<Integer, Long> last = new HashMap<>();
        for (MergedPaths.Row row : tree.rows().reversed()) {
            boolean own = wanted.contains(row.object().address());
            long below = (own ? 1 : 0) + row.moreObjects() + sum(objects.remove(row.depth() + 1));
            long its = (own ? row.object().shallowBytes() : 0) + sum(bytes.remove(row.depth() + 1));
            assertThat(row.below().objects()).isEqualTo(below).isPositive();
            if (row.more() == 0) {
                assertThat(row.below().bytes()).isEqualTo(its);
            } else {
                assertThat(row.below().bytes()).isGreaterThan(its);
            }
            objects.merge(row.depth(), row.below().objects(), Long::sum);
            bytes.merge(row.depth(), row.below().bytes(), Long::sum);
            // Siblings are sorted by the size below them.
            assertThat(row.below().objects())
                    .isGreaterThanOrEqualTo(last.getOrDefault(row.depth(), 0L));
            last.put(row.depth(), row.below().objects());
            last.remove(row.depth() + 1);
        }
        assertThat(sum(objects.get(0)) + tree.moreObjects()).isEqualTo(tree.below().objects());
        if (tree.moreRoots() == 0) {
            assertThat(sum(bytes.get(0))).isEqualTo(tree.below().bytes());
        }
    }

    private static long sum(@Nullable Long added) {
        return added == null ? 0 : added;
    }

    private static void compareFew(MergedPaths.Tree few, MergedPaths.Tree whole, Set<Long> wanted) {
        assertThat(few.below()).isEqualTo(whole.below());
        Map<Long, MergedPaths.Row> rows = new HashMap<>();
        whole.rows().forEach(row -> rows.put(row.object().address(), row));
        for (MergedPaths.Row row : few.rows()) {
            MergedPaths.Row its = requireNonNull(rows.get(row.object().address()));
            assertThat(row.below()).isEqualTo(its.below());
            assertThat(row.object()).isEqualTo(its.object());
            assertThat(row.depth()).isEqualTo(its.depth());
        }
        compareSums(few, wanted);
        assertThat(objects(few, FEW)).isEqualTo(objects(whole, FEW));
    }

    /** Maximum number of rows: at most ten children per object. */
    private static List<Long> objects(MergedPaths.Tree tree, int most) {
        List<Long> all = new ArrayList<>();
        Map<Integer, Integer> siblings = new HashMap<>();
        int leftOut = Integer.MAX_VALUE;
        for (MergedPaths.Row row : tree.rows()) {
            siblings.put(row.depth() + 1, 0);
            int before = siblings.merge(row.depth(), 1, Integer::sum) - 1;
            if (row.depth() <= leftOut) {
                leftOut = before < MOST_CHILDREN ? Integer.MAX_VALUE : row.depth();
            }
            if (leftOut == Integer.MAX_VALUE) {
                all.add(row.below().objects());
            }
        }
        all.sort(Collections.reverseOrder());
        return all.subList(0, Math.min(most, all.size()));
    }

    /** Orders held by a static list, one only by a weak reference, and a dead one. */
    private static DumpBuilder shop() {
        DumpBuilder dump = new DumpBuilder();
        DumpClass order = dump.addClass("com.acme.Order");
        DumpClass list = dump.addClass("com.acme.Orders").reference("all");
        DumpClass weak = dump.addClass("com.acme.Weak", weakReference(dump)).reference("name");
        DumpClass holder = dump.addClass("com.acme.Shop");
        long strong = dump.instance(order);
        long all = dump.array(order, strong, dump.instance(order), dump.instance(order));
        long weakly = dump.instance(order);
        dump.instance(order);
        holder.staticReference("ORDERS", dump.instance(list, "all", all));
        holder.staticReference("NEAR", dump.instance(weak, "referent", strong));
        holder.staticReference("WEAK", dump.instance(weak, "referent", weakly));
        dump.root(RootKind.STICKY_CLASS, holder.address());
        return dump;
    }

    private static DumpClass weakReference(DumpBuilder dump) {
        DumpClass reference = dump.addClass("java.lang.ref.Reference").reference("referent");
        return dump.addClass("java.lang.ref.WeakReference", reference);
    }

    @Test
    void weakReferencesAreFollowedOnlyAsLastResort() throws Exception {
        Path file = Files.write(directory.resolve("shop.hprof"), shop().bytes());
        try (HeapExplorer explorer = RandomHeapExplorerTest.open(file)) {
            MergedPaths paths = explorer.mergedPaths("com.acme.Order", true, ALL);
            assertThat(paths.unreachable()).isOne();
            assertThat(paths.strong().below().objects() + paths.weaklyHeld()).isEqualTo(4);
            assertThat(paths.others().below().objects()).isEqualTo(paths.weaklyHeld());
            assertThat(explorer.mergedPaths("com.acme.Order", false, ALL))
                    .isEqualTo(
                            new MergedPaths(
                                    "com.acme.Order",
                                    1,
                                    paths.weaklyHeld(),
                                    paths.strong(),
                                    MergedPaths.Tree.NONE));
            assertThat(ways(paths.strong()))
                    .containsExactly(
                            "system class 3",
                            "static ORDERS 3",
                            "all 3",
                            "[0] 1",
                            "[1] 1",
                            "[2] 1");
            assertThat(ways(paths.others()))
                    .containsExactly("system class 1", "static WEAK 1", "referent 1");
            compare(explorer, Truth.of(file), "com.acme.Order");

            MergedPaths two = explorer.mergedPaths("com.acme.Order", true, 4);
            MergedPaths.Row array = two.strong().rows().get(2);
            assertThat(array.more()).isEqualTo(2);
            assertThat(array.moreObjects()).isEqualTo(2);
            assertThatThrownBy(() -> explorer.mergedPaths("com.acme.Nothing", true, FEW))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("No class is named com.acme.Nothing");
        }
    }

    private static List<String> ways(MergedPaths.Tree tree) {
        return tree.rows().stream()
                .map(
                        row ->
                                row.root().or(() -> row.object().via()).orElse("")
                                        + " "
                                        + row.below().objects())
                .toList();
    }

    @Test
    void largeArrayDoesNotTakeAllRows() throws Exception {
        DumpBuilder dump = new DumpBuilder();
        DumpClass order = dump.addClass("com.acme.Order");
        for (int i = 0; i < 50; i++) {
            long[] orders = new long[1_000];
            for (int j = 0; j < orders.length; j++) {
                orders[j] = dump.instance(order);
            }
            dump.root(RootKind.JNI_GLOBAL, dump.array(order, orders));
        }
        Path file = Files.write(directory.resolve("arrays.hprof"), dump.bytes());
        try (HeapExplorer explorer = RandomHeapExplorerTest.open(file)) {
            MergedPaths.Tree tree = explorer.mergedPaths("com.acme.Order", true, 200).strong();
            assertThat(tree.rows()).hasSize(200);
            assertThat(tree.rows().stream().filter(row -> row.depth() == 0).toList()).hasSize(20);
            assertThat(tree.moreRoots()).isEqualTo(30);
            assertThat(tree.moreObjects()).isEqualTo(30_000);
            MergedPaths.Row first = tree.rows().getFirst();
            assertThat(first.more()).isEqualTo(980);
            assertThat(first.moreObjects()).isEqualTo(980);
        }
    }

    @Test
    void longListIsNotWalkedRecursively() throws Exception {
        DumpBuilder dump = new DumpBuilder();
        DumpClass node = dump.addClass("com.acme.Node").reference("next");
        long next = 0;
        for (int i = 0; i < 50_000; i++) {
            next = dump.instance(node, "next", next);
        }
        dump.root(RootKind.JNI_GLOBAL, next);
        Path file = Files.write(directory.resolve("list.hprof"), dump.bytes());
        try (HeapExplorer explorer = RandomHeapExplorerTest.open(file)) {
            MergedPaths paths = explorer.mergedPaths("com.acme.Node", true, ALL);
            assertThat(paths.strong().rows()).hasSize(50_000);
            assertThat(paths.strong().rows().getLast().depth()).isEqualTo(49_999);
        }
    }

    @Test
    void littleMemoryUsesFilesAndLittleDiskNamesTheBytesNeeded() throws Exception {
        Path file = Files.copy(GoldenDump.SERIAL_25.file(), directory.resolve("shop.hprof"));
        MergedPaths expected;
        try (HeapExplorer explorer = RandomHeapExplorerTest.open(file)) {
            expected = explorer.mergedPaths("java.lang.String", true, FEW);
            explorer.limitQueries(Duration.ZERO);
            assertThatThrownBy(() -> explorer.mergedPaths("java.lang.String", true, FEW))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("The search for paths took too long");
        }
        try (HeapExplorer explorer = withLittleMemory(file, directory)) {
            assertThat(explorer.mergedPaths("java.lang.String", true, FEW)).isEqualTo(expected);
        }
        assertThat(directory.resolve("none")).doesNotExist();
        try (HeapExplorer explorer = withLittleMemory(file, directory.resolve("none"))) {
            assertThatThrownBy(() -> explorer.mergedPaths("java.lang.String", true, FEW))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("The heap is too large to merge its paths here")
                    .hasMessageMatching("(?s).*takes [0-9.]+ [KM]iB in memory or temporary files.*")
                    .hasMessageContaining("needs");
        }
    }

    private static HeapExplorer withLittleMemory(Path dump, Path workDirectory) throws Exception {
        AnalysisRequest request =
                new AnalysisRequest(
                        dump,
                        new ByteSize(1_000),
                        FEW,
                        HeapFlags.NONE,
                        AnalysisRequest.Scope.EVERYTHING,
                        Optional.empty(),
                        true,
                        workDirectory);
        return HeapExplorer.open(request, HeapExplorer.indexOf(dump), "make it anew");
    }
}
