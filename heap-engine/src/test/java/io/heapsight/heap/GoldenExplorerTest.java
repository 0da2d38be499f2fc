/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.explore.ObjectDetails;
import io.heapsight.explore.ObjectList;
import io.heapsight.explore.ObjectRow;
import io.heapsight.explore.PathList;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.summary.ReferenceStrength;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares the heap explorer's answers for 300 objects of each real dump with a search of the whole
 * dump. Dominators are compared with those that {@link GoldenAnalysisTest} checks against Eclipse
 * MAT.
 */
class GoldenExplorerTest {
    private static final int SAMPLES = 300;
    private static final int ALL = 2_000_000;

    @TempDir private Path directory;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = GoldenDump.WITHOUT_MAT)
    void answersForManyObjectsEqualASearchOfTheDump(GoldenDump dump) throws Exception {
        Path objects = directory.resolve("objects.tsv");
        Path index = directory.resolve("dump.index");
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
                        index,
                        new HeapAnalyzer(),
                        _ -> {},
                        Progress.SILENT,
                        new CancelSignal())) {
            Map<Long, String[]> lines = new HashMap<>();
            for (String line : Files.readAllLines(objects)) {
                String[] words = line.split("\t", -1);
                lines.put(Long.decode(words[0]), words);
            }
            DumpGraph references = DumpGraph.of(dump.file(), ReferenceStrength.PHANTOM);
            assertThat(Files.size(index)).isLessThan(Files.size(dump.file()) * 8 / 100);
            compare(explorer, references, lines);
        }
    }

    private static void compare(
            HeapExplorer explorer, DumpGraph references, Map<Long, String[]> lines)
            throws Exception {
        Map<Long, Integer> distances = references.distances();
        assertThat(distances.keySet()).isEqualTo(lines.keySet());
        List<Long> all = references.from().keySet().stream().sorted().toList();
        Set<Long> samples = new HashSet<>();
        Random random = new Random(20);
        while (samples.size() < SAMPLES) {
            samples.add(all.get(random.nextInt(all.size())));
        }
        Map<Long, Set<Long>> referrers = referrers(references, samples, distances.keySet());
        for (long address : samples) {
            String where = "0x" + Long.toHexString(address);
            ObjectDetails details = explorer.object(address);
            String[] line = lines.get(address);
            assertThat(details.object().isReachable()).as(where).isEqualTo(line != null);
            if (line != null) {
                assertThat(details.object().className()).as(where).isEqualTo(line[1]);
                assertThat(details.object().shallowBytes()).as(where).isEqualTo(number(line[2]));
                assertThat(details.object().retainedBytes()).as(where).hasValue(number(line[3]));
                assertThat(details.dominator().map(ObjectRow::address))
                        .as(where)
                        .isEqualTo(
                                line[4].equals("-")
                                        ? Optional.empty()
                                        : Optional.of(Long.decode(line[4])));
                comparePaths(
                        explorer,
                        references,
                        address,
                        requireNonNull(distances.get(address)),
                        where);
            }
            assertThat(addresses(explorer.references(address, ALL)))
                    .as(where)
                    .isEqualTo(
                            Arrays.stream(references.from().get(address))
                                    .boxed()
                                    .filter(references.from()::containsKey)
                                    .collect(toSet()));
            if (!isClass(details)) {
                assertThat(addresses(explorer.referrers(address, ALL)))
                        .as(where)
                        .isEqualTo(referrers.getOrDefault(address, Set.of()));
            }
        }
        compareDominated(explorer, lines);
    }

    private static boolean isClass(ObjectDetails details) {
        return details.object().label().filter(label -> label.startsWith("class ")).isPresent();
    }

    private static long number(String text) {
        return Long.parseLong(text);
    }

    private static Set<Long> addresses(ObjectList list) {
        return list.rows().stream().map(ObjectRow::address).collect(toSet());
    }

    private static Map<Long, Set<Long>> referrers(
            DumpGraph references, Set<Long> targets, Set<Long> reachable) {
        Map<Long, Set<Long>> found = new HashMap<>();
        references
                .from()
                .forEach(
                        (from, all) -> {
                            for (long to : all) {
                                if (targets.contains(to)
                                        && (!reachable.contains(to) || reachable.contains(from))) {
                                    found.computeIfAbsent(to, _ -> new HashSet<>()).add(from);
                                }
                            }
                        });
        return found;
    }

    private static void comparePaths(
            HeapExplorer explorer, DumpGraph references, long address, int distance, String where)
            throws Exception {
        PathList.Path path = explorer.paths(address, 1).paths().getFirst();
        List<ObjectRow> steps = path.steps();
        // Without soft, weak and phantom references the path may be longer.
        if (steps.size() != distance + 1) {
            assertThat(path.isStrong()).as(where).isTrue();
            assertThat(steps.size()).as(where).isGreaterThan(distance);
        }
        assertThat(references.roots()).as(where).contains(steps.getFirst().address());
        assertThat(steps.getLast().address()).as(where).isEqualTo(address);
        for (int i = 1; i < steps.size(); i++) {
            assertThat(references.isEdge(steps.get(i - 1).address(), steps.get(i).address()))
                    .as(where)
                    .isTrue();
        }
    }

    /** For the hundred largest retained sizes and for the roots together. */
    private static void compareDominated(HeapExplorer explorer, Map<Long, String[]> lines)
            throws Exception {
        Map<String, Set<Long>> dominated = new HashMap<>();
        lines.forEach(
                (address, line) ->
                        dominated.computeIfAbsent(line[4], _ -> new HashSet<>()).add(address));
        assertThat(addresses(explorer.dominated(OptionalLong.empty(), ALL)))
                .isEqualTo(dominated.get("-"));
        List<String> biggest =
                dominated.entrySet().stream()
                        .filter(each -> !each.getKey().equals("-"))
                        .sorted((a, b) -> b.getValue().size() - a.getValue().size())
                        .limit(100)
                        .map(Map.Entry::getKey)
                        .toList();
        for (String each : biggest) {
            ObjectList list = explorer.dominated(OptionalLong.of(Long.decode(each)), ALL);
            assertThat(addresses(list)).as(each).isEqualTo(dominated.get(each));
            assertThat(list.rows())
                    .isSortedAccordingTo(
                            (a, b) ->
                                    Long.compare(
                                            b.retainedBytes().orElseThrow(),
                                            a.retainedBytes().orElseThrow()));
        }
    }
}
