/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.DumpFormat;
import io.heapsight.hprof.Framing;
import io.heapsight.hprof.HeapTruth;
import io.heapsight.hprof.RandomHeap;
import io.heapsight.unit.ByteSize;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares the whole analysis of random heaps with brute force: reachable objects, dominators and
 * retained sizes.
 */
class RandomHeapOracleTest {
    private static final int SEEDS = 1_000;
    private static final int MOST_OBJECTS = 60;
    private static final ByteSize MEMORY = ByteSize.parse("64m");

    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource
    void analysisEqualsBruteForce(DumpFormat.Order order) throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            RandomHeap heap = new RandomHeap(seed, MOST_OBJECTS);
            Framing framing = List.of(Framing.values()).get(seed % Framing.values().length);
            DumpFormat format =
                    DumpFormat.HOTSPOT.framing(framing).segmentBytes(300).shuffled(order, seed);

            AnalyzedHeap analyzed =
                    AnalyzedHeap.of(heap.dump().format(format).bytes(), directory, MEMORY);

            compare(analyzed, heap.truth(), "seed " + seed);
        }
    }

    private static void compare(AnalyzedHeap analyzed, HeapTruth truth, String seed) {
        Map<Long, AnalyzedHeap.Line> objects = analyzed.objects();
        assertThat(objects.keySet()).as(seed).isEqualTo(truth.reachable());
        assertThat(analyzed.summary().totals().all().objects())
                .as(seed)
                .isEqualTo(truth.objects().size());
        assertThat(analyzed.summary().totals().split().orElseThrow().unreachable().objects())
                .as(seed)
                .isEqualTo(truth.objects().size() - objects.size());

        Map<Long, Long> dominators = new HashMap<>();
        objects.forEach((address, line) -> dominators.put(address, line.dominator()));
        assertThat(dominators).as(seed).isEqualTo(truth.dominators());

        Map<Long, Set<Long>> dominated = truth.dominated();
        objects.forEach(
                (address, line) ->
                        assertThat(line.retainedBytes())
                                .as("%s, %#x", seed, address)
                                .isEqualTo(
                                        shallow(
                                                objects,
                                                dominated.getOrDefault(address, Set.of()))));
    }

    private static long shallow(Map<Long, AnalyzedHeap.Line> objects, Set<Long> addresses) {
        return objects.entrySet().stream()
                .filter(entry -> addresses.contains(entry.getKey()))
                .mapToLong(entry -> entry.getValue().shallowBytes())
                .sum();
    }
}
