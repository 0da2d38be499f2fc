/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.BasicType;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutInferenceTest {
    private static final long SEED = 20_251_121;

    @ParameterizedTest
    @ValueSource(ints = {8, 11, 17, 21, 25, 26, 27})
    void distancesOfADenseHeapTellTheLayout(int jdk) {
        assertThatEachIsFound(jdk, jdk, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 11, 17, 21, 25})
    void theJdkNeedNotBeKnown(int jdk) {
        assertThatEachIsFound(jdk, 0, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 17, 25, 27})
    void gapsBetweenObjectsDontMislead(int jdk) {
        assertThatEachIsFound(jdk, jdk, 0.7);
    }

    @Test
    void withoutNeighboursThereIsNoLayout() {
        LayoutInference inference = new LayoutInference(new ArrayDistances());
        inference.add("java/lang/Object", -1, FieldCounts.NONE, ObservedSize.NONE);
        assertThat(inference.find(25)).isEmpty();
    }

    private static void assertThatEachIsFound(int jdk, int toldJdk, double gaps) {
        SizeTable table = SizeTable.of(jdk);
        for (int column = 0; column < table.flags().size(); column++) {
            LayoutInference.Finding found =
                    inference(table, column, gaps).find(toldJdk).orElseThrow();
            assertThat(found.layout())
                    .as("%s, seed %d", table.flags().get(column), SEED)
                    .isEqualTo(table.layout(column));
            assertThat(found.contradicting()).isZero();
        }
    }

    /**
     * @param gaps share of classes and lengths whose objects never have a neighbour
     */
    private static LayoutInference inference(SizeTable table, int column, double gaps) {
        Random random = new Random(SEED);
        ObjectLayout truth = table.layout(column);
        ArrayDistances arrays = new ArrayDistances();
        for (SizeTable.Row row : table.rows()) {
            if (row.isArray()) {
                BasicType type = row.elements();
                for (int length = 0; length < 20; length++) {
                    long end = row.bytes().get(column) + (long) truth.bytesOf(type) * length;
                    long bytes = Alignment.up(end, truth.alignmentBytes());
                    arrays.add(type.code(), length, bytes + gap(random, gaps, truth));
                }
            }
        }
        LayoutInference inference = new LayoutInference(arrays);
        Map<String, Integer> numbers = new HashMap<>();
        for (SizeTable.Row row : table.rows()) {
            if (!row.isArray()) {
                long bytes = row.bytes().get(column);
                ObservedSize observed =
                        bytes < 0
                                ? ObservedSize.NONE
                                : new ObservedSize(3, bytes + gap(random, gaps, truth), 1);
                int superNumber = numbers.getOrDefault(row.superName(), -1);
                numbers.put(row.className(), numbers.size());
                inference.add(row.className(), superNumber, row.declared(), observed);
            }
        }
        return inference;
    }

    private static long gap(Random random, double share, ObjectLayout layout) {
        return random.nextDouble() < share
                ? (long) layout.alignmentBytes() * (1 + random.nextInt(50))
                : 0;
    }
}
