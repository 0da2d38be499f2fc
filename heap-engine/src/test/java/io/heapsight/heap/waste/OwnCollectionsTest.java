/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.OwnHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.reachability.MarkedHeap;
import io.heapsight.summary.Waste.CollectionWaste;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Known numbers of collections in a dump of this JVM. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OwnCollectionsTest {
    private static final int EMPTY = 2;
    private static final int SINGLETON = 3;
    private static final int FULL = 5;
    private static final int SPARSE = 7;
    private static final int SOME = 4;
    private static final int ROOMY = 1_000;
    private static final int REFERENCE_BYTES = 4;

    private Map<String, CollectionWaste> rows = Map.of();

    @BeforeAll
    void dumpCollections(@TempDir Path directory) throws IOException, BudgetExceededException {
        List<Object> held = new ArrayList<>();
        for (OwnCollections each : OwnCollections.values()) {
            hold(held, EMPTY, each, SOME, 0);
            hold(held, SINGLETON, each, SOME, 1);
            hold(held, FULL, each, SOME, SOME);
            hold(held, SPARSE, each, ROOMY, SOME);
        }
        Path file = OwnHeap.dumpInto(directory, held);
        try (MarkedHeap marked = MarkedHeap.of(file)) {
            rows =
                    CollectionSurveyTest.survey(marked).collections().stream()
                            .collect(
                                    Collectors.toMap(
                                            CollectionWaste::className, Function.identity()));
        }
    }

    private static void hold(
            List<Object> held, int times, OwnCollections each, int room, int elements) {
        for (int i = 0; i < times; i++) {
            held.add(each.made(room, elements));
        }
    }

    @AfterAll
    void forget() {
        rows = Map.of();
    }

    @ParameterizedTest
    @EnumSource
    void ownCollectionsAreFoundByStateAndSpareRoom(OwnCollections each) {
        CollectionWaste row = Objects.requireNonNull(rows.get(each.className()));

        assertThat(row)
                .isEqualTo(
                        new CollectionWaste(
                                each.className(),
                                EMPTY + SINGLETON + FULL + SPARSE,
                                EMPTY,
                                SINGLETON,
                                each.canBeSparse() ? SPARSE : 0,
                                row.savableBytes()));
        long roomSaved = (long) SPARSE * (ROOMY - 2 * SOME - 1) * REFERENCE_BYTES;
        assertThat(row.savableBytes() >= roomSaved).isEqualTo(each.canBeSparse());
    }
}
