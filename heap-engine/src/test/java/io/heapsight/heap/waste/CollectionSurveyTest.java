/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.content.CollectionLayout;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.reachability.MarkedHeap;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.RootKind;
import io.heapsight.hprof.SubRecord;
import io.heapsight.summary.Total;
import io.heapsight.summary.Waste.CollectionWaste;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Collections of older JDKs in built dumps; collections of a real dump compared with its class
 * counts.
 */
class CollectionSurveyTest {
    private final DumpBuilder dump = new DumpBuilder();

    static CollectionSurvey survey(MarkedHeap marked) throws BudgetExceededException {
        DumpedHeap heap = marked.heap();
        @Nullable CollectionLayout[] layouts = CollectionLayout.ofAll(heap);
        try {
            return CollectionSurvey.of(
                    heap.classes(),
                    SegmentPass.run(
                            heap.segments(),
                            marked.workers(),
                            () -> new CollectionSurvey.Share(heap, marked.sizes(), layouts),
                            marked.progress()));
        } finally {
            heap.index().clearSpareOfMarked();
        }
    }

    private List<CollectionWaste> collections(long... held) throws BudgetExceededException {
        for (long address : held) {
            dump.root(RootKind.JNI_GLOBAL, address);
        }
        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            return survey(marked).collections();
        }
    }

    private long slots(int length) {
        return dump.array(dump.classNamed("java.lang.Object"), new long[length]);
    }

    private DumpClass hashMapOfJdk8() {
        return dump.addClass("java.util.HashMap").reference("table").field("size", BasicType.INT);
    }

    @Test
    void computesListUtilizationFromSizeAndSlots() throws BudgetExceededException {
        DumpClass list =
                dump.addClass("java.util.ArrayList")
                        .field("size", BasicType.INT)
                        .reference("elementData");
        long empty = dump.instance(list, "elementData", slots(10));
        long unused = dump.instance(list, "elementData", slots(0));
        long one = dump.instance(list, "elementData", slots(10), "size", 1);
        long sparse = dump.instance(list, "elementData", slots(10), "size", 3);
        long used = dump.instance(list, "elementData", slots(9), "size", 3);
        dump.instance(list, "elementData", slots(100)); // garbage

        // Both empty ones with 24 bytes each; arrays of 56 bytes: one unused, two trimmed.
        long savable = 2 * 24 + 56 + (56 - 24) + (56 - 32);
        assertThat(collections(empty, unused, one, sparse, used))
                .containsExactly(new CollectionWaste("java.util.ArrayList", 5, 2, 1, 1, savable));
    }

    @Test
    void countsASetAndItsMapOnce() throws BudgetExceededException {
        DumpClass map = hashMapOfJdk8();
        DumpClass set = dump.addClass("java.util.HashSet").reference("map");
        long inner = dump.instance(map, "table", slots(16), "size", 2);
        long own = dump.instance(map, "table", slots(16), "size", 2);

        // 4 slots suffice for 2 elements: 80 bytes become 32.
        assertThat(collections(dump.instance(set, "map", inner), own))
                .containsExactlyInAnyOrder(
                        new CollectionWaste("java.util.HashSet", 1, 0, 0, 1, 48),
                        new CollectionWaste("java.util.HashMap", 1, 0, 0, 1, 48));
    }

    @Test
    void emptySetCountsWithItsMapAndTable() throws BudgetExceededException {
        DumpClass set = dump.addClass("java.util.HashSet").reference("map");
        long inner = dump.instance(hashMapOfJdk8(), "table", slots(16));

        assertThat(collections(dump.instance(set, "map", inner)))
                .containsExactly(
                        new CollectionWaste("java.util.HashSet", 1, 1, 0, 0, 16 + 24 + 80));
    }

    @Test
    void countsSubclassesUnderTheirOwnName() throws BudgetExceededException {
        DumpClass cache =
                dump.addClass("com.acme.Cache", hashMapOfJdk8()).field("size", BasicType.LONG);

        assertThat(collections(dump.instance(cache, "size", 5L)))
                .containsExactly(new CollectionWaste("com.acme.Cache", 1, 0, 0, 0, 0));
    }

    @Test
    void readsPropertiesOfJdk8AsAHashtable() throws BudgetExceededException {
        DumpClass table =
                dump.addClass("java.util.Hashtable")
                        .reference("table")
                        .field("count", BasicType.INT);
        DumpClass properties = dump.addClass("java.util.Properties", table).reference("defaults");

        // 11 slots of 64 bytes; 2 suffice for one element.
        assertThat(collections(dump.instance(properties, "table", slots(11), "count", 1)))
                .containsExactly(new CollectionWaste("java.util.Properties", 1, 0, 1, 0, 64 - 24));
    }

    @Test
    void addsUpTheCountersOfAConcurrentMap() throws BudgetExceededException {
        DumpClass map =
                dump.addClass("java.util.concurrent.ConcurrentHashMap")
                        .field("baseCount", BasicType.LONG)
                        .reference("table")
                        .reference("counterCells");
        DumpClass cell =
                dump.addClass("java.util.concurrent.ConcurrentHashMap$CounterCell")
                        .field("value", BasicType.LONG);
        long cells =
                dump.array(
                        cell,
                        dump.instance(cell, "value", 3L),
                        0,
                        dump.instance(cell, "value", -1L));
        long one = dump.instance(map, "table", slots(2), "baseCount", -1L, "counterCells", cells);

        assertThat(collections(one))
                .containsExactly(
                        new CollectionWaste(
                                "java.util.concurrent.ConcurrentHashMap", 1, 0, 1, 0, 0));
    }

    @Test
    void skipsClassesWithOtherFields() throws BudgetExceededException {
        DumpClass list = dump.addClass("java.util.ArrayList").field("size", BasicType.INT);
        DumpClass set = dump.addClass("java.util.HashSet").reference("map");

        assertThat(
                        collections(
                                dump.instance(list),
                                dump.instance(set),
                                dump.instance(set, "map", 1)))
                .isEmpty();
    }

    @Test
    void survivesImpossibleCounts() throws BudgetExceededException {
        DumpClass map = hashMapOfJdk8();
        DumpClass concurrent =
                dump.addClass("java.util.concurrent.ConcurrentHashMap")
                        .field("baseCount", BasicType.LONG)
                        .reference("table");
        long[] held = {
            dump.instance(map, "table", slots(4), "size", Integer.MIN_VALUE),
            dump.instance(map, "table", slots(4), "size", Integer.MAX_VALUE),
            dump.instance(map, "table", dump.zeroes(BasicType.INT, 4), "size", 2),
            dump.instance(map, "table", dump.zeroes(BasicType.INT, 4), "size", 1),
            dump.instance(concurrent, "table", slots(4), "baseCount", Long.MAX_VALUE),
            dump.instance(concurrent, "table", slots(4), "baseCount", Long.MIN_VALUE)
        };

        assertThat(collections(held))
                .containsExactlyInAnyOrder(
                        new CollectionWaste("java.util.HashMap", 4, 1, 1, 0, 24 + 32),
                        new CollectionWaste(
                                "java.util.concurrent.ConcurrentHashMap", 2, 1, 0, 0, 24 + 32));
    }

    @Test
    void survivesObjectsOfNullClass() throws BudgetExceededException {
        long stranger = 0x1000;
        byte[] record =
                ByteBuffer.allocate(25)
                        .put((byte) SubRecord.INSTANCE)
                        .putLong(stranger)
                        .putInt(0)
                        .putLong(0)
                        .putInt(0)
                        .array();
        dump.raw(record);
        DumpClass set = dump.addClass("java.util.HashSet").reference("map");

        assertThat(collections(stranger, dump.instance(set, "map", stranger))).isEmpty();
    }

    @Test
    void listsArraysOfLengthZero() throws BudgetExceededException {
        dump.root(RootKind.JNI_GLOBAL, slots(0))
                .root(RootKind.JNI_GLOBAL, dump.zeroes(BasicType.INT, 0))
                .root(RootKind.JNI_GLOBAL, dump.zeroes(BasicType.INT, 0))
                .root(RootKind.JNI_GLOBAL, dump.zeroes(BasicType.INT, 1));
        dump.zeroes(BasicType.LONG, 0);

        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            assertThat(survey(marked).emptyArrays())
                    .containsExactly(
                            new Total.OfClass("int[]", new Total(2, 32)),
                            new Total.OfClass("java.lang.Object[]", new Total(1, 16)));
        }
    }

    @Test
    void everyMapOfARealDumpIsCountedOnce() throws IOException, BudgetExceededException {
        try (MarkedHeap marked = MarkedHeap.of(GoldenDump.G1_25.file())) {
            CollectionSurvey survey = survey(marked);
            long maps =
                    survey.collections().stream()
                            .filter(
                                    row ->
                                            List.of("java.util.HashMap", "java.util.HashSet")
                                                    .contains(row.className()))
                            .mapToLong(CollectionWaste::collections)
                            .sum();
            HeapClass hashMap = marked.classNamed("java.util.HashMap");

            assertThat(maps)
                    .isEqualTo(marked.reachable().of(hashMap.index()).objects())
                    .isPositive();
            assertThat(survey.collections())
                    .allMatch(
                            row ->
                                    row.collections()
                                            >= row.empty() + row.singleton() + row.sparse())
                    .allMatch(row -> row.savableBytes() >= 0);
            assertThat(emptyArraysOf(marked))
                    .isEqualTo(
                            survey.emptyArrays().stream()
                                    .mapToLong(row -> row.total().objects())
                                    .sum());
            assertThat(marked.spareBits()).isZero();
        }
    }

    private static long emptyArraysOf(MarkedHeap marked) {
        ReferenceReader object =
                new ReferenceReader(marked.file().bytes(), marked.heap().classes());
        long[] found = new long[1];
        marked.forEachReachable(
                record -> {
                    object.open(record.position());
                    found[0] += !object.isInstance() && object.length() == 0 ? 1 : 0;
                });
        return Arrays.stream(found).sum();
    }
}
