/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.heap.OwnHeap;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.content.OldStrings;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.SegmentPass;
import io.heapsight.heap.reachability.MarkedHeap;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.DumpFormat;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.HprofBytes;
import io.heapsight.hprof.RootKind;
import io.heapsight.summary.Waste.DuplicateStrings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Duplicate strings in built dumps, in real dumps compared with brute force, and in the JVM of the
 * test.
 */
class StringDuplicatesTest {
    private static final long PLENTY = 1L << 28;
    private static final DuplicateStringOptions REVEALED = new DuplicateStringOptions(1_000, true);

    private final DumpBuilder dump = new DumpBuilder();

    private static DuplicateStrings find(
            MarkedHeap marked, long memory, DuplicateStringOptions listing)
            throws BudgetExceededException {
        try (MemoryBudget budget = new MemoryBudget(memory)) {
            return StringDuplicates.find(
                    marked.heap(),
                    marked.sizes(),
                    budget,
                    marked.workers(),
                    marked.progress(),
                    listing);
        }
    }

    private DuplicateStrings find() throws BudgetExceededException {
        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            return find(marked, PLENTY, REVEALED);
        }
    }

    private void hold(long... addresses) {
        for (long address : addresses) {
            dump.root(RootKind.JNI_GLOBAL, address);
        }
    }

    @Test
    void groupsArraysOfEqualContent() throws BudgetExceededException {
        hold(dump.string("twice"), dump.string("once"), dump.string("twice"), dump.string(""));

        assertThat(find())
                .isEqualTo(
                        new DuplicateStrings(
                                4,
                                3,
                                24,
                                List.of(
                                        new DuplicateStrings.Group(
                                                2, 24, 5, Optional.of("twice")))));
    }

    @Test
    void skipsGarbage() throws BudgetExceededException {
        hold(dump.string("twice"));
        dump.string("twice");

        assertThat(find()).isEqualTo(new DuplicateStrings(1, 1, 0, List.of()));
    }

    @Test
    void countsSharedArrayOnce() throws BudgetExceededException {
        long first = dump.string("shared");
        long second = dump.string("other");
        long copy = dump.string("shared");
        long array = dump.array(BasicType.BYTE, 's', 'h', 'a', 'r', 'e', 'd');
        hold(first, second, copy);
        dump.set(first, "value", array).set(second, "value", array);

        DuplicateStrings found = find();

        assertThat(found.strings()).isEqualTo(3);
        assertThat(found.distinct()).isEqualTo(1);
        assertThat(found.wastedBytes()).isEqualTo(24);
        assertThat(found.top()).extracting(DuplicateStrings.Group::count).containsExactly(2L);
    }

    @Test
    void distinguishesLatin1FromUtf16() throws BudgetExceededException {
        long narrow = dump.string("ab");
        long wide = dump.string("ab");
        hold(narrow, wide);
        dump.set(wide, "coder", 1);

        assertThat(find().distinct()).isEqualTo(2);
    }

    @Test
    void ignoresOtherObjectsWithAnArray() throws BudgetExceededException {
        DumpClass buffer = dump.addClass("Buffer").reference("value");
        hold(dump.string("bytes"), dump.instance(buffer, "value", dump.zeroes(BasicType.BYTE, 5)));

        assertThat(find().strings()).isEqualTo(1);
    }

    @Test
    void hidesContentByDefault() throws BudgetExceededException {
        hold(dump.string("secret"), dump.string("secret"));

        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            DuplicateStrings found = find(marked, PLENTY, new DuplicateStringOptions(1, false));
            assertThat(found.top())
                    .containsExactly(new DuplicateStrings.Group(2, 24, 6, Optional.empty()));
        }
    }

    @Test
    void ranksByWaste() throws BudgetExceededException {
        hold(dump.string("three"), dump.string("three"), dump.string("three"));
        hold(dump.string("long".repeat(20)), dump.string("long".repeat(20)));
        hold(dump.string("two"), dump.string("two"));

        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            assertThat(find(marked, PLENTY, new DuplicateStringOptions(2, false)).top())
                    .extracting(DuplicateStrings.Group::length)
                    .containsExactly(80L, 5L);
        }
    }

    @Test
    void readsCharsOfJdk8() throws BudgetExceededException {
        OldStrings strings = OldStrings.ofJdk8(dump);
        hold(strings.string("€uro"), strings.string("€uro"), strings.string("euro"));

        assertThat(find())
                .isEqualTo(
                        new DuplicateStrings(
                                3,
                                2,
                                24,
                                List.of(
                                        new DuplicateStrings.Group(
                                                2, 24, 4, Optional.of("€uro")))));
    }

    @Test
    void comparesOnlyTheSubrangeOfJdk6Strings() throws BudgetExceededException {
        OldStrings strings = OldStrings.ofJdk6(dump);
        hold(
                strings.string(strings.chars("tail"), "offset", 0, "count", 4),
                strings.string(strings.chars("with a tail"), "offset", 7, "count", 4));

        DuplicateStrings found = find();

        assertThat(found.distinct()).isEqualTo(1);
        assertThat(found.top())
                .extracting(group -> group.content().orElseThrow())
                .containsExactly("tail");
    }

    @Test
    void resultIsTheSameInSeveralPasses() throws BudgetExceededException {
        for (int i = 0; i < 50_000; i++) {
            hold(dump.string("text " + (100_000 + i % 40_000)));
        }
        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            DuplicateStrings atOnce = find(marked, PLENTY, REVEALED);
            long tooLittleForAll = 40_000 * 24;

            assertThat(atOnce.distinct()).isEqualTo(40_000);
            assertThat(atOnce.wastedBytes()).isEqualTo(10_000 * 32);
            assertThat(find(marked, tooLittleForAll, REVEALED)).isEqualTo(atOnce);
            assertThatThrownBy(() -> find(marked, 20_000, REVEALED))
                    .isInstanceOf(BudgetExceededException.class)
                    .hasMessageContaining("hashes of strings");
            assertThat(marked.spareBits()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {PLENTY, 24 * 40_000, 24 * 20_000, 24 * 10_000})
    void bitsTellArraysAndRepeatedStringsHoweverManyReadingsItTook(long memory)
            throws BudgetExceededException {
        for (int i = 0; i < 50_000; i++) {
            hold(dump.string("text " + (100_000 + i % 40_000)));
        }
        try (MarkedHeap marked = MarkedHeap.of(dump);
                MemoryBudget budget = new MemoryBudget(memory);
                StringDuplicates strings =
                        StringDuplicates.begin(marked.heap(), marked.sizes(), REVEALED, budget)
                                .orElseThrow()) {
            SegmentPass.run(
                    marked.heap().segments(), marked.workers(), strings::share, marked.progress());
            strings.finish(marked.workers(), marked.progress());

            assertThat(marked.spareBits()).isEqualTo(50_000 + 10_000);
            marked.heap().index().clearSpareOfMarked();
        }
    }

    @Test
    void findsDuplicatesInADumpOutOfAddressOrder() throws BudgetExceededException {
        for (int i = 0; i < 3_000; i++) {
            hold(dump.string("text " + i % 1_000));
        }
        dump.format(DumpFormat.HOTSPOT.shuffled(DumpFormat.Order.OBJECTS_SHUFFLED, 42));

        DuplicateStrings found = find();

        assertThat(found.strings()).isEqualTo(3_000);
        assertThat(found.distinct()).isEqualTo(1_000);
        assertThat(found.top()).hasSize(1_000).allMatch(group -> group.count() == 3);
    }

    @ParameterizedTest
    @EnumSource(names = {"G1_25", "NO_COMPRESSED_OOPS_17"})
    void equalsBruteForceOnRealDumps(GoldenDump golden)
            throws IOException, BudgetExceededException {
        try (MarkedHeap marked = MarkedHeap.of(golden.file())) {
            HprofBytes bytes = marked.file().bytes();
            HeapClass string = marked.classNamed("java.lang.String");
            ObjectFields fields = new ObjectFields(marked.heap());
            ReferenceReader array = new ReferenceReader(bytes, marked.heap().classes());
            Set<Long> arrays = new HashSet<>();
            Map<List<Object>, Long> contents = new HashMap<>();
            long[] expected = new long[2];
            marked.forEachReachable(
                    record -> {
                        if (record.classAddress() != string.address()
                                || !fields.open(record.address())) {
                            return;
                        }
                        expected[0]++;
                        long value = fields.reference("java/lang/String", "value");
                        if (value == 0 || !arrays.add(value)) {
                            return;
                        }
                        array.open(marked.heap().position(value));
                        byte[] content = bytes.copy(array.data(), (int) array.length());
                        int coder =
                                fields.byteAt(
                                        marked.heap()
                                                .classes()
                                                .fieldOffset(
                                                        string,
                                                        "java/lang/String",
                                                        "coder",
                                                        BasicType.BYTE));
                        if (contents.merge(List.of(coder, ByteBuffer.wrap(content)), 1L, Long::sum)
                                > 1) {
                            expected[1] += (16L + content.length + 7) / 8 * 8;
                        }
                    });

            DuplicateStrings found =
                    find(marked, PLENTY, new DuplicateStringOptions(100_000, false));

            assertThat(found.strings()).isEqualTo(expected[0]).isPositive();
            assertThat(found.distinct()).isEqualTo(contents.size());
            assertThat(found.wastedBytes()).isEqualTo(expected[1]).isPositive();
            List<Long> repeated =
                    contents.values().stream().filter(count -> count > 1).sorted().toList();
            assertThat(found.top().stream().map(DuplicateStrings.Group::count).sorted())
                    .isEqualTo(repeated);
        }
    }

    @Test
    void findsTheStringsOfThisTest(@TempDir Path directory)
            throws IOException, BudgetExceededException {
        List<String> held = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            held.add("held by a test, " + (i % 100) + '€');
        }
        Path file = OwnHeap.dumpInto(directory, held);

        try (MarkedHeap marked = MarkedHeap.of(file)) {
            List<DuplicateStrings.Group> groups =
                    find(marked, PLENTY, new DuplicateStringOptions(1_000_000, true)).top().stream()
                            .filter(group -> group.content().orElse("").startsWith("held by a"))
                            .toList();

            assertThat(groups).hasSize(100).allMatch(group -> group.count() == 3);
            assertThat(groups)
                    .anyMatch(group -> group.content().equals(Optional.of(held.get(7))))
                    .allMatch(group -> group.bytesEach() == (16 + 2 * group.length() + 7) / 8 * 8);
        }
    }
}
