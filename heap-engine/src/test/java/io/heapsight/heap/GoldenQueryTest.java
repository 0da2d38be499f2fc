/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.explore.query.HeapQuery;
import io.heapsight.explore.query.QueryResult;
import io.heapsight.heap.WalkedHeap.Walked;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares query results on each real dump with a scan of all objects: single conditions and random
 * combinations.
 */
class GoldenQueryTest {
    private static final int SEED = 22;
    private static final int RANDOM_QUERIES = 20;

    /** Maximum of compared rows; of a query with more, only the count is compared. */
    private static final int MOST_ROWS = 3_000;

    @TempDir private Path directory;

    /** A condition and its meaning. */
    private record Meant(String text, Predicate<Walked> holds) {
        Expected in(WalkedHeap heap) {
            BitSet objects = new BitSet();
            for (int i = 0; i < heap.all().size(); i++) {
                objects.set(i, holds.test(heap.all().get(i)));
            }
            return new Expected(text, objects);
        }
    }

    /** A condition and the objects for which it holds, by their place in the heap. */
    private record Expected(String text, BitSet objects) {
        Expected and(Expected other) {
            BitSet both = (BitSet) objects.clone();
            both.and(other.objects);
            return new Expected("(%s) and (%s)".formatted(text, other.text), both);
        }

        Expected or(Expected other) {
            BitSet any = (BitSet) objects.clone();
            any.or(other.objects);
            return new Expected("(%s) or (%s)".formatted(text, other.text), any);
        }

        Expected not(WalkedHeap heap) {
            BitSet others = (BitSet) objects.clone();
            others.flip(0, heap.all().size());
            return new Expected("not (%s)".formatted(text), others);
        }
    }

    private static final List<Meant> SINGLE =
            List.of(
                    new Meant("class = java.lang.String", it -> it.isOf("java.lang.String")),
                    new Meant("class != byte[]", it -> !it.isOf("byte[]")),
                    new Meant("class = *Map*", it -> it.className().contains("Map")),
                    new Meant("class = *[]", it -> it.className().endsWith("[]")),
                    new Meant(
                            "class under java.util", it -> it.className().startsWith("java.util.")),
                    new Meant("package = java.util", it -> it.packageName().equals("java.util")),
                    new Meant("package != java.*", it -> !it.packageName().startsWith("java.")),
                    new Meant("package = ''", it -> it.packageName().isEmpty()),
                    new Meant(
                            "class extends java.util.AbstractMap",
                            it -> it.isBelow("java/util/AbstractMap")),
                    new Meant("class = java.lang.Class", it -> it.isOf("java.lang.Class")),
                    new Meant("loader = boot", it -> it.loader() == 0),
                    new Meant(
                            "loader = jdk.internal.loader.*",
                            it -> it.loaderClass().startsWith("jdk.internal.loader.")),
                    new Meant("shallow >= 64", it -> it.shallow() >= 64),
                    new Meant("shallow = 24", it -> it.shallow() == 24),
                    new Meant("retained > 1k", it -> it.retained() > 1_024),
                    new Meant("retained <= 32", it -> it.isReachable() && it.retained() <= 32),
                    new Meant("retained != 24", it -> it.isReachable() && it.retained() != 24),
                    new Meant("length > 100", it -> it.length() > 100),
                    new Meant("length = 0", it -> it.length() == 0),
                    new Meant("reachable", Walked::isReachable),
                    new Meant("garbage", it -> !it.isReachable()),
                    new Meant("field.hash = 0", it -> it.isNumber("hash", x -> x == 0)),
                    new Meant("field.hash > 1m", it -> it.isNumber("hash", x -> x > 1 << 20)),
                    new Meant("field.hash < -4k", it -> it.isNumber("hash", x -> x < -4_096)),
                    new Meant("field.next != null", it -> it.isReference("next", x -> x != 0)),
                    new Meant("field.next = null", it -> it.isReference("next", x -> x == 0)),
                    new Meant("field.hashIsZero = true", it -> it.isFlag("hashIsZero", true)),
                    new Meant("field.loadFactor = 0.75", it -> it.isFloat("loadFactor", 0.75f)),
                    new Meant(
                            "class = java.util.HashMap and size > 3",
                            it -> it.isOf("java.util.HashMap") && it.isNumber("size", x -> x > 3)),
                    new Meant(
                            "class = java.util.HashSet and size <= 4",
                            it -> it.isOf("java.util.HashSet") && it.sizeOf("map") <= 4),
                    new Meant("address < 0x700000000", it -> it.address() < 0x7_0000_0000L));

    @ParameterizedTest
    @EnumSource
    void queriesEqualAScanOfAllObjects(GoldenDump dump) throws Exception {
        Path objects = directory.resolve("objects.tsv");
        AnalysisRequest request =
                new AnalysisRequest(
                        dump.file(),
                        new ByteSize(256L << 20),
                        10,
                        HeapFlags.NONE,
                        AnalysisRequest.Scope.EVERYTHING,
                        Optional.of(objects),
                        false,
                        directory);
        try (HeapExplorer explorer =
                        HeapExplorer.open(
                                request,
                                directory.resolve("dump.index"),
                                new HeapAnalyzer(),
                                _ -> {},
                                Progress.SILENT,
                                new CancelSignal());
                WalkedHeap heap = WalkedHeap.of(dump.file(), objects, explorer)) {
            List<Expected> single = SINGLE.stream().map(each -> each.in(heap)).toList();
            for (Expected each : single) {
                compare(explorer, heap, each);
            }
            Random random = new Random(SEED);
            for (int i = 0; i < RANDOM_QUERIES; i++) {
                compare(explorer, heap, any(random, single, heap, 3));
            }
            compareOrder(explorer, heap);
            compareGroups(explorer, heap, "class", Walked::className);
            compareGroups(explorer, heap, "package", Walked::packageName);
        }
    }

    private static Expected any(Random random, List<Expected> single, WalkedHeap heap, int depth) {
        if (depth == 0) {
            return single.get(random.nextInt(single.size()));
        }
        Expected one = any(random, single, heap, depth - 1);
        Expected other = any(random, single, heap, random.nextInt(depth));
        return switch (random.nextInt(3)) {
            case 0 -> one.and(other);
            case 1 -> one.or(other);
            default -> one.not(heap);
        };
    }

    private static void compare(HeapExplorer explorer, WalkedHeap heap, Expected meant)
            throws Exception {
        QueryResult result = explorer.query(HeapQuery.parse(meant.text), MOST_ROWS);
        List<Walked> expected = meant.objects.stream().mapToObj(heap.all()::get).toList();
        assertThat(result.total())
                .as(meant.text)
                .isEqualTo(
                        new QueryResult.Total(
                                expected.size(),
                                expected.stream().filter(it -> !it.isReachable()).count(),
                                expected.stream().mapToLong(Walked::shallow).sum()));
        if (expected.size() <= MOST_ROWS) {
            Set<Long> found =
                    result.objects().stream().map(row -> row.object().address()).collect(toSet());
            assertThat(found)
                    .as(meant.text)
                    .isEqualTo(expected.stream().map(Walked::address).collect(toSet()));
        }
    }

    /** For the hundred longest arrays and the highest addresses. */
    private static void compareOrder(HeapExplorer explorer, WalkedHeap heap) throws Exception {
        List<Long> lengths = new ArrayList<>();
        for (QueryResult.Row row :
                explorer.query(HeapQuery.parse("sort by length limit 100"), 1).objects()) {
            lengths.add(row.elements().orElseThrow());
        }
        assertThat(lengths)
                .isEqualTo(
                        heap.all().stream()
                                .map(Walked::length)
                                .sorted((a, b) -> Long.compare(b, a))
                                .limit(100)
                                .toList());
        assertThat(
                        explorer
                                .query(HeapQuery.parse("sort by address desc"), 50)
                                .objects()
                                .stream()
                                .map(row -> row.object().address())
                                .toList())
                .isEqualTo(
                        heap.all().stream()
                                .map(Walked::address)
                                .sorted((a, b) -> Long.compare(b, a))
                                .limit(50)
                                .toList());
    }

    private static void compareGroups(
            HeapExplorer explorer, WalkedHeap heap, String by, Function<Walked, String> name)
            throws Exception {
        String query = "length >= 0 or class under java group by " + by;
        QueryResult result = explorer.query(HeapQuery.parse(query), HeapQuery.MOST_ROWS);
        Map<String, List<Walked>> expected =
                heap.all().stream()
                        .filter(it -> it.length() >= 0 || it.className().startsWith("java."))
                        .collect(groupingBy(name));
        assertThat(result.groupTotal()).isEqualTo(expected.size());
        assertThat(result.groups()).hasSize(expected.size());
        for (QueryResult.Group row : result.groups()) {
            List<Walked> of = requireNonNull(expected.get(row.name()));
            assertThat(row.objects()).as(row.name()).isEqualTo(of.size());
            assertThat(row.shallowBytes())
                    .as(row.name())
                    .isEqualTo(of.stream().mapToLong(Walked::shallow).sum());
            assertThat(row.retainedBytes())
                    .as(row.name())
                    .isEqualTo(
                            of.stream()
                                    .filter(Walked::isReachable)
                                    .mapToLong(Walked::retained)
                                    .sum());
        }
    }
}
