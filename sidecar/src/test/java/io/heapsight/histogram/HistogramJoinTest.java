/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class HistogramJoinTest {
    private record Key(String name, String module) {}

    /** Compared with a map of all classes: several slices, classes of several loaders, ties. */
    @Test
    void growthOfManyClassesEqualsAMapOfAll() {
        for (long seed = 1; seed <= 5; seed++) {
            Random random = new Random(seed);
            List<ClassHistogramRow> before = rows(random, 50_000);
            List<ClassHistogramRow> after = rows(random, 50_000);
            HistogramJoin join = HistogramJoin.of(SampleRows.of(before), SampleRows.of(after));

            List<HistogramJoin.Pair> top = join.top(200, (first, second) -> second.minus(first));

            assertThat(top).as("seed %d", seed).isEqualTo(expected(before, after, 200));
        }
    }

    @Test
    void everyClassIsSeenOnceForAnySlices() {
        Random random = new Random(7);
        List<ClassHistogramRow> before = rows(random, 70_000);
        List<ClassHistogramRow> after = rows(random, 70_000);
        long[] sums = new long[5];

        HistogramJoin.of(SampleRows.of(before), SampleRows.of(after))
                .forEach(
                        (first, second) -> {
                            sums[0]++;
                            sums[1] += first.instances();
                            sums[2] += first.bytes();
                            sums[3] += second.instances();
                            sums[4] += second.bytes();
                        });

        TreeSet<String> names = new TreeSet<>();
        before.forEach(row -> names.add(row.name() + row.moduleName()));
        after.forEach(row -> names.add(row.name() + row.moduleName()));
        assertThat(sums[0]).isEqualTo(names.size());
        assertThat(new InstanceCount(sums[1], sums[2])).isEqualTo(SampleRows.of(before).totals());
        assertThat(new InstanceCount(sums[3], sums[4])).isEqualTo(SampleRows.of(after).totals());
    }

    @Test
    void rowsAreLimitedAlsoToZero() {
        HistogramJoin join =
                HistogramJoin.of(HistogramRows.NONE, SampleRows.of(rows(new Random(1), 20_000)));

        assertThat(join.top(0, (_, second) -> second)).isEmpty();
        assertThat(join.top(Integer.MAX_VALUE, (_, second) -> second))
                .hasSize(HistogramJoin.MOST_ROWS);
        assertThat(join.top(10, (_, _) -> null)).isEmpty();
    }

    private static List<ClassHistogramRow> rows(Random random, int count) {
        List<ClassHistogramRow> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String module =
                    random.nextBoolean()
                            ? ""
                            : "m" + random.nextInt(3) + "@25.0." + random.nextInt(9);
            long instances = 1L + random.nextInt(1000);
            rows.add(
                    new ClassHistogramRow(
                            "com.acme.C" + random.nextInt(60_000),
                            module,
                            instances,
                            instances * 8 * (1 + random.nextInt(3))));
        }
        return rows;
    }

    private static List<HistogramJoin.Pair> expected(
            List<ClassHistogramRow> before, List<ClassHistogramRow> after, int limit) {
        Map<Key, InstanceCount> first = sums(before);
        Map<Key, InstanceCount> second = sums(after);
        Map<Key, InstanceCount> keys = new HashMap<>(first);
        keys.putAll(second);
        Comparator<HistogramJoin.Pair> most =
                Comparator.<HistogramJoin.Pair>comparingLong(
                                pair -> pair.second().bytes() - pair.first().bytes())
                        .thenComparingLong(
                                pair -> pair.second().instances() - pair.first().instances())
                        .reversed()
                        .thenComparing(HistogramJoin.Pair::name);
        return keys.keySet().stream()
                .map(
                        key ->
                                new HistogramJoin.Pair(
                                        key.name(),
                                        key.module(),
                                        first.getOrDefault(key, InstanceCount.NONE),
                                        second.getOrDefault(key, InstanceCount.NONE)))
                .sorted(most)
                .limit(limit)
                .toList();
    }

    private static Map<Key, InstanceCount> sums(List<ClassHistogramRow> rows) {
        Map<Key, InstanceCount> sums = new HashMap<>();
        rows.forEach(
                row ->
                        sums.merge(
                                new Key(row.name(), row.moduleName()),
                                InstanceCount.of(row),
                                InstanceCount::plus));
        return sums;
    }
}
