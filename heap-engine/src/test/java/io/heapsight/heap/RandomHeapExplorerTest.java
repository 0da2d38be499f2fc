/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.explore.ObjectList;
import io.heapsight.explore.ObjectRow;
import io.heapsight.explore.PathList;
import io.heapsight.explore.query.HeapQuery;
import io.heapsight.explore.query.QueryResult;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.hprof.DumpFormat;
import io.heapsight.hprof.Framing;
import io.heapsight.hprof.HeapTruth;
import io.heapsight.hprof.RandomHeap;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the heap explorer's answers for random heaps with brute force. */
class RandomHeapExplorerTest {
    private static final int SEEDS = 250;
    private static final int MOST_OBJECTS = 60;
    private static final int ALL = 10_000;

    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource
    void answersEqualBruteForce(DumpFormat.Order order) throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            RandomHeap heap = new RandomHeap(seed, MOST_OBJECTS);
            Framing framing = List.of(Framing.values()).get(seed % Framing.values().length);
            DumpFormat format =
                    DumpFormat.HOTSPOT.framing(framing).segmentBytes(300).shuffled(order, seed);
            Path dump =
                    Files.write(
                            directory.resolve("dump.hprof"), heap.dump().format(format).bytes());
            try (HeapExplorer explorer = open(dump)) {
                compare(explorer, heap, "seed " + seed);
            }
        }
    }

    static HeapExplorer open(Path dump) throws Exception {
        return HeapExplorer.open(
                request(dump, 10),
                HeapExplorer.indexOf(dump),
                new HeapAnalyzer(),
                _ -> {},
                Progress.SILENT,
                new CancelSignal());
    }

    static AnalysisRequest request(Path dump, int top) {
        return new AnalysisRequest(
                dump,
                ByteSize.parse("64m"),
                top,
                HeapFlags.NONE,
                AnalysisRequest.Scope.EVERYTHING,
                Optional.empty(),
                true,
                dump.resolveSibling(""));
    }

    private static void compare(HeapExplorer explorer, RandomHeap heap, String seed)
            throws Exception {
        HeapTruth truth = heap.truth();
        Set<Long> reachable = truth.reachable();
        Map<Long, Long> dominators = truth.dominators();
        Set<Long> classes = new HashSet<>();
        heap.dump().classes().forEach(each -> classes.add(each.address()));
        Map<Long, Integer> distances = distances(heap);
        for (long address : truth.objects()) {
            String where = "%s, %#x".formatted(seed, address);
            ObjectRow row = explorer.object(address).object();
            assertThat(row.isReachable()).as(where).isEqualTo(reachable.contains(address));
            assertThat(row.label().isPresent() && row.label().get().startsWith("class "))
                    .as(where)
                    .isEqualTo(classes.contains(address));
            compareReferences(explorer, truth, address, where);
            if (!classes.contains(address)) {
                compareReferrers(explorer, truth, reachable, address, where);
            }
            assertThat(explorer.object(address).dominator().map(ObjectRow::address).orElse(0L))
                    .as(where)
                    .isEqualTo(dominators.getOrDefault(address, HeapTruth.ROOT));
            compareDominated(explorer, OptionalLong.of(address), dominators, where);
            comparePaths(explorer, truth, address, distances, classes.contains(address), where);
        }
        compareDominated(explorer, OptionalLong.empty(), dominators, seed);
        compareQuery(explorer, truth, seed);
    }

    /** A scan of the whole dump equals the answers for single objects. */
    private static void compareQuery(HeapExplorer explorer, HeapTruth truth, String seed)
            throws Exception {
        Map<Long, ObjectRow> rows = new HashMap<>();
        QueryResult all = explorer.query(HeapQuery.parse("retained >= 0 or garbage"), ALL);
        for (QueryResult.Row row : all.objects()) {
            rows.put(row.object().address(), row.object());
        }
        for (long address : truth.objects()) {
            ObjectRow row = explorer.object(address).object();
            assertThat(rows.get(address)).as("%s, %#x", seed, address).isEqualTo(row);
        }
        assertThat(all.total().unreachable())
                .as(seed)
                .isEqualTo(rows.values().stream().filter(row -> !row.isReachable()).count());
    }

    private static Set<Long> addresses(ObjectList list) {
        assertThat(list.total()).hasValue(list.rows().size());
        return list.rows().stream().map(ObjectRow::address).collect(toSet());
    }

    private static void compareReferences(
            HeapExplorer explorer, HeapTruth truth, long address, String where) throws Exception {
        Set<Long> targets = addresses(explorer.references(address, ALL));
        Set<Long> expected = new HashSet<>(truth.edges(address));
        // The truth has an edge from each class to java.lang.Class, which is a root.
        expected.removeIf(target -> !targets.contains(target) && isRootClass(truth, target));
        assertThat(targets).as(where).isEqualTo(expected);
    }

    private static boolean isRootClass(HeapTruth truth, long address) {
        return truth.roots().contains(address);
    }

    private static void compareReferrers(
            HeapExplorer explorer, HeapTruth truth, Set<Long> reachable, long address, String where)
            throws Exception {
        Set<Long> expected = new HashSet<>();
        boolean isReachable = reachable.contains(address);
        for (long from : truth.objects()) {
            if (truth.edges(from).contains(address) && (!isReachable || reachable.contains(from))) {
                expected.add(from);
            }
        }
        assertThat(addresses(explorer.referrers(address, ALL))).as(where).isEqualTo(expected);
    }

    private static void compareDominated(
            HeapExplorer explorer, OptionalLong of, Map<Long, Long> dominators, String where)
            throws Exception {
        Set<Long> expected = new HashSet<>();
        dominators.forEach(
                (address, dominator) -> {
                    if (dominator == of.orElse(HeapTruth.ROOT)) {
                        expected.add(address);
                    }
                });
        assertThat(addresses(explorer.dominated(of, ALL))).as(where).isEqualTo(expected);
    }

    private static void comparePaths(
            HeapExplorer explorer,
            HeapTruth truth,
            long address,
            Map<Long, Integer> distances,
            boolean isClass,
            String where)
            throws Exception {
        PathList list = explorer.paths(address, 3);
        Integer distance = distances.get(address);
        if (distance == null) {
            assertThat(list.paths()).as(where).isEmpty();
            return;
        }
        assertThat(list.paths()).as(where).isNotEmpty().hasSizeLessThanOrEqualTo(3);
        if (!isClass) {
            assertThat(list.paths().getFirst().steps()).as(where).hasSize(distance + 1);
        }
        for (PathList.Path path : list.paths()) {
            List<ObjectRow> steps = path.steps();
            assertThat(truth.roots()).as(where).contains(steps.getFirst().address());
            assertThat(steps.getLast().address()).as(where).isEqualTo(address);
            for (int i = 1; i < steps.size(); i++) {
                assertThat(truth.edges(steps.get(i - 1).address()))
                        .as(where)
                        .contains(steps.get(i).address());
                assertThat(steps.get(i).via()).as(where).isNotEqualTo(Optional.of("?"));
            }
        }
    }

    /** Distance of each object from the roots. */
    private static Map<Long, Integer> distances(RandomHeap heap) {
        Map<Long, Integer> distances = new HashMap<>();
        Deque<Long> open = new ArrayDeque<>(heap.truth().roots());
        heap.truth().roots().forEach(root -> distances.put(root, 0));
        while (!open.isEmpty()) {
            long from = open.remove();
            for (long to : heap.truth().edges(from)) {
                if (distances.putIfAbsent(to, requireNonNull(distances.get(from)) + 1) == null) {
                    open.add(to);
                }
            }
        }
        return distances;
    }
}
