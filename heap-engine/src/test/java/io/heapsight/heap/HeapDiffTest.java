/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.reducing;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.explore.ClassList;
import io.heapsight.explore.diff.HeapDiff;
import io.heapsight.explore.diff.HeapDiffRow;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.RandomHeap;
import io.heapsight.hprof.RootKind;
import io.heapsight.unit.ByteSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the growth between two dumps with sums over all objects in memory. */
class HeapDiffTest {
    private static final int ALL = 2_000_000;
    private static final int DEEPEST = 20;
    private static final int WIDEST = 100;
    private static final long TOP = 0;

    @TempDir private Path directory;

    /** A reachable object; of a class object also which class it describes. */
    private record Walked(
            long address,
            String className,
            boolean isClassObject,
            HeapDiffRow.Figures figures,
            long dominator) {
        String label() {
            return isClassObject ? className + " (class)" : className;
        }

        /** The class to which the object counts in the histogram. */
        String countedFor() {
            return isClassObject ? "java.lang.Class" : className;
        }
    }

    /** An indexed dump, with all of its objects in memory. */
    private record Dump(HeapExplorer explorer, List<Walked> objects) implements AutoCloseable {
        Map<Long, List<Walked>> byDominator() {
            return objects.stream().collect(groupingBy(Walked::dominator));
        }

        Map<String, HeapDiffRow.Figures> sum(
                Function<Walked, String> key, Function<Walked, HeapDiffRow.Figures> figures) {
            return objects.stream()
                    .collect(
                            groupingBy(
                                    key,
                                    reducing(
                                            HeapDiffRow.Figures.NONE,
                                            figures,
                                            HeapDiffRow.Figures::plus)));
        }

        @Override
        public void close() {
            explorer.close();
        }
    }

    private Dump open(byte[] bytes, String name) throws Exception {
        Path folder = Files.createDirectories(directory.resolve(name));
        AnalyzedHeap analyzed = AnalyzedHeap.of(bytes, folder, ByteSize.parse("128m"));
        HeapExplorer explorer = RandomHeapExplorerTest.open(folder.resolve("dump.hprof"));
        List<Walked> objects = new ArrayList<>();
        for (Map.Entry<Long, AnalyzedHeap.Line> each : analyzed.objects().entrySet()) {
            AnalyzedHeap.Line line = each.getValue();
            Optional<String> described = Optional.empty();
            if (line.className().equals("java.lang.Class")) {
                described = explorer.object(each.getKey()).object().label();
            }
            objects.add(
                    new Walked(
                            each.getKey(),
                            described
                                    .map(label -> label.substring("class ".length()))
                                    .orElse(line.className()),
                            described.isPresent(),
                            new HeapDiffRow.Figures(1, line.shallowBytes(), line.retainedBytes()),
                            line.dominator()));
        }
        return new Dump(explorer, objects);
    }

    private HeapDiff diff(Dump before, Dump after, int most) throws Exception {
        AnalysisRequest request =
                new AnalysisRequest(
                        directory,
                        ByteSize.parse("64k"),
                        most,
                        HeapFlags.NONE,
                        AnalysisRequest.Scope.EVERYTHING,
                        Optional.empty(),
                        false,
                        directory);
        return before.explorer.diff(after.explorer, request, most);
    }

    private static HeapDiffRow growth(
            List<String> path,
            HeapDiffRow.@Nullable Figures before,
            HeapDiffRow.@Nullable Figures after) {
        return new HeapDiffRow(
                path,
                before == null ? HeapDiffRow.Figures.NONE : before,
                after == null ? HeapDiffRow.Figures.NONE : after);
    }

    private static HeapDiffRow.Figures sum(List<Walked> objects) {
        return objects.stream()
                .map(Walked::figures)
                .reduce(HeapDiffRow.Figures.NONE, HeapDiffRow.Figures::plus);
    }

    private static List<Walked> below(List<Walked> objects, Map<Long, List<Walked>> byDominator) {
        List<Walked> found = new ArrayList<>();
        objects.forEach(each -> found.addAll(byDominator.getOrDefault(each.address, List.of())));
        return found;
    }

    /** Objects on one path in both dumps. */
    private record Pair(List<String> path, List<Walked> before, List<Walked> after) {
        HeapDiffRow growth() {
            return new HeapDiffRow(path, sum(before), sum(after));
        }

        boolean isChain() {
            return path.size() > 1 && path.getLast().equals(path.get(path.size() - 2));
        }
    }

    private static List<HeapDiffRow> holders(Dump before, Dump after) {
        Map<Long, List<Walked>> treeBefore = before.byDominator();
        Map<Long, List<Walked>> treeAfter = after.byDominator();
        List<HeapDiffRow> all = new ArrayList<>();
        List<Pair> level =
                split(
                        List.of(),
                        treeBefore.getOrDefault(TOP, List.of()),
                        treeAfter.getOrDefault(TOP, List.of()));
        for (int depth = 0; depth < DEEPEST; depth++) {
            List<Pair> grown =
                    level.stream()
                            .filter(pair -> pair.growth().by().retainedBytes() > 0)
                            .sorted(
                                    (a, b) ->
                                            HeapDiffRow.MOST_FIRST.compare(a.growth(), b.growth()))
                            .toList();
            grown.forEach(pair -> all.add(pair.growth()));
            level =
                    grown.stream()
                            .filter(pair -> !pair.isChain())
                            .limit(WIDEST)
                            .flatMap(
                                    pair ->
                                            split(
                                                    pair.path,
                                                    below(pair.before, treeBefore),
                                                    below(pair.after, treeAfter))
                                                    .stream())
                            .toList();
        }
        return all;
    }

    private static List<Pair> split(List<String> above, List<Walked> before, List<Walked> after) {
        Map<String, List<Walked>> earlier = before.stream().collect(groupingBy(Walked::label));
        Map<String, List<Walked>> later = after.stream().collect(groupingBy(Walked::label));
        Set<String> labels = new HashSet<>(earlier.keySet());
        labels.addAll(later.keySet());
        List<Pair> pairs = new ArrayList<>();
        for (String label : labels) {
            List<String> path = new ArrayList<>(above);
            path.add(label);
            pairs.add(
                    new Pair(
                            path,
                            earlier.getOrDefault(label, List.of()),
                            later.getOrDefault(label, List.of())));
        }
        return pairs;
    }

    private static List<HeapDiffRow> changed(
            Map<String, HeapDiffRow.Figures> before, Map<String, HeapDiffRow.Figures> after) {
        Set<String> names = new HashSet<>(before.keySet());
        names.addAll(after.keySet());
        return names.stream()
                .map(name -> growth(List.of(name), before.get(name), after.get(name)))
                .filter(each -> !each.by().equals(HeapDiffRow.Figures.NONE))
                .toList();
    }

    private static Map<String, HeapDiffRow.Figures> classes(Dump dump) {
        Map<String, HeapDiffRow.Figures> sums =
                new HashMap<>(
                        dump.sum(
                                Walked::countedFor,
                                it -> new HeapDiffRow.Figures(1, it.figures.shallowBytes(), 0)));
        dump.explorer
                .classes(_ -> true, ClassList.Order.BYTES, ALL)
                .rows()
                .forEach(
                        row ->
                                sums.merge(
                                        row.name(),
                                        new HeapDiffRow.Figures(0, 0, row.retainedBytes()),
                                        HeapDiffRow.Figures::plus));
        return sums;
    }

    private static String packageOf(String className) {
        return className.substring(0, Math.max(0, className.lastIndexOf('.')));
    }

    private static Map<String, HeapDiffRow.Figures> packages(Dump dump) {
        Map<String, HeapDiffRow.Figures> sums =
                new HashMap<>(
                        dump.sum(
                                it -> packageOf(it.countedFor()),
                                it -> new HeapDiffRow.Figures(1, it.figures.shallowBytes(), 0)));
        dump.sum(
                        it -> packageOf(it.className),
                        it ->
                                new HeapDiffRow.Figures(
                                        0, 0, it.dominator == TOP ? it.figures.retainedBytes() : 0))
                .forEach((name, figures) -> sums.merge(name, figures, HeapDiffRow.Figures::plus));
        return sums;
    }

    private void compare(Dump before, Dump after, String where) throws Exception {
        HeapDiff found = diff(before, after, ALL);
        compare(found.holders(), holders(before, after), where);
        compare(found.classes(), changed(classes(before), classes(after)), where);
        compare(found.packages(), changed(packages(before), packages(after)), where);
        assertThat(found.before().objects()).as(where).isEqualTo(before.objects.size());
        assertThat(found.after().shallowBytes())
                .as(where)
                .isEqualTo(found.after().retainedBytes())
                .isEqualTo(sum(after.objects).shallowBytes());
        HeapDiff first = diff(before, after, 3);
        assertThat(first.holders().total()).isEqualTo(found.holders().total());
        assertThat(found.holders().rows())
                .startsWith(first.holders().rows().toArray(HeapDiffRow[]::new));
    }

    private static void compare(
            HeapDiffRow.Ranking found, List<HeapDiffRow> expected, String where) {
        assertThat(found.rows())
                .as(where)
                .containsExactlyInAnyOrderElementsOf(expected)
                .isSortedAccordingTo(HeapDiffRow.MOST_FIRST);
        assertThat(found.total()).as(where).isEqualTo(expected.size());
    }

    @Test
    void growthBetweenRealDumpsEqualsBruteForceBothWays() throws Exception {
        try (Dump one = open(Files.readAllBytes(GoldenDump.SERIAL_25.file()), "one");
                Dump other =
                        open(Files.readAllBytes(GoldenDump.COMPACT_HEADERS_25.file()), "other")) {
            compare(one, other, "there");
            compare(other, one, "and back");
            for (Dump each : List.of(one, other)) {
                HeapDiff none = diff(each, each, ALL);
                assertThat(none.before()).isEqualTo(none.after());
                for (HeapDiffRow.Ranking list :
                        List.of(none.classes(), none.packages(), none.holders())) {
                    assertThat(list).isEqualTo(new HeapDiffRow.Ranking(List.of(), 0));
                }
            }
        }
    }

    @Test
    void growthBetweenRandomHeapsEqualsBruteForce() throws Exception {
        for (int seed = 0; seed < 100; seed++) {
            try (Dump one = open(new RandomHeap(seed, 60).dump().bytes(), "one" + seed);
                    Dump other =
                            open(new RandomHeap(seed + 1L, 60).dump().bytes(), "other" + seed)) {
                compare(one, other, "seed " + seed);
            }
        }
    }

    /** A cache that is held by a static field, and a list whose nodes hold each other. */
    private static byte[] cacheAndChain(int entries, int nodes) throws Exception {
        DumpBuilder dump = new DumpBuilder();
        DumpClass entry = dump.addClass("com.acme.Entry");
        DumpClass cache = dump.addClass("com.acme.Cache").reference("entries");
        long[] all = new long[entries];
        for (int i = 0; i < entries; i++) {
            all[i] = dump.instance(entry);
        }
        dump.root(RootKind.JNI_GLOBAL, dump.instance(cache, "entries", dump.array(entry, all)));
        DumpClass node = dump.addClass("com.acme.Node").reference("next");
        long first = 0;
        for (int i = 0; i < nodes; i++) {
            first = dump.instance(node, "next", first);
        }
        dump.root(RootKind.JNI_GLOBAL, first);
        return dump.bytes();
    }

    @Test
    void growthIsNamedByItsPath() throws Exception {
        try (Dump one = open(cacheAndChain(100, 10), "one");
                Dump other = open(cacheAndChain(1_000, 100), "other")) {
            List<HeapDiffRow> holders = diff(one, other, ALL).holders().rows();
            assertThat(holders)
                    .extracting(HeapDiffRow::name)
                    .containsExactly(
                            "com.acme.Cache",
                            "com.acme.Cache > com.acme.Entry[]",
                            "com.acme.Cache > com.acme.Entry[] > com.acme.Entry",
                            "com.acme.Node",
                            "com.acme.Node > com.acme.Node");
            assertThat(holders.get(2).before().objects()).isEqualTo(100);
            assertThat(holders.get(2).after().objects()).isEqualTo(1_000);
            assertThat(diff(other, one, ALL).holders().rows()).isEmpty();
        }
    }
}
