/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.summary.ClassRow;
import io.heapsight.summary.Garbage;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GarbageFromHistogramsTest {
    @TempDir private Path folder;

    @Test
    void countsOfTheJvmDecide() throws Exception {
        HeapSummary summary = goldenSummary();
        Garbage before = summary.garbage().orElseThrow();
        GarbageFromHistograms counted = new GarbageFromHistograms(true);
        // More than the dump shows as unreachable: the JVM continued between dump and count.
        for (ClassRow row : summary.classes()) {
            Total unreachable = split(row).unreachable();
            counted.add(row.name(), unreachable.objects() + 5, unreachable.bytes() + 80);
        }

        HeapSummary decided = counted.decide(summary);

        Garbage garbage = decided.garbage().orElseThrow();
        assertThat(garbage.source()).isEqualTo(Garbage.Source.HISTOGRAMS);
        assertThat(garbage.atLeast()).isEqualTo(garbage.atMost());
        assertThat(garbage.atLeast()).isEqualTo(before.unreachable());
        assertThat(split(decided.totals()).garbage()).isEqualTo(garbage.atLeast());
        assertThat(split(decided.totals()).unreachable())
                .isEqualTo(split(summary.totals()).unreachable());
    }

    @Test
    void certaintiesOfTheDumpStay() throws Exception {
        HeapSummary summary = goldenSummary();

        HeapSummary decided = new GarbageFromHistograms(true).decide(summary);

        Garbage garbage = decided.garbage().orElseThrow();
        assertThat(garbage.atLeast()).isEqualTo(summary.garbage().orElseThrow().atLeast());
        assertThat(garbage.atMost()).isEqualTo(garbage.atLeast());
    }

    @Test
    void fillerCountedAsIntArraysIsNotGarbage() throws Exception {
        HeapSummary summary = goldenSummary();
        Totals.Split ints =
                summary.classes().stream()
                        .filter(row -> row.name().equals("int[]"))
                        .map(GarbageFromHistogramsTest::split)
                        .findAny()
                        .orElseThrow();
        assertThat(ints.filler().objects()).isPositive();
        Total counted = ints.garbage().plus(ints.filler());

        HeapSummary decided = counting("[I", counted, false).decide(summary);
        HeapSummary named = counting("[I", counted, true).decide(summary);

        assertThat(garbageOf(decided, "int[]")).isEqualTo(ints.garbage());
        assertThat(garbageOf(named, "int[]").objects()).isGreaterThan(ints.garbage().objects());
    }

    @Test
    void fileRoundTrips() throws Exception {
        GarbageFromHistograms counted = new GarbageFromHistograms(false);
        counted.add("[Ljava.lang.String;", 3, 72);
        counted.add("com.acme.Shop$$Lambda/0x00007f1234567890", 1, 16);
        counted.add("a name with blanks", 2, 32);

        GarbageFromHistograms read = GarbageFromHistograms.parse(counted.text().lines().toList());

        assertThat(read.text()).isEqualTo(counted.text());
        assertThat(read.text())
                .contains("3 72 java.lang.String[]\n")
                .contains("1 16 com.acme.Shop$$Lambda+0x00007f1234567890\n")
                .contains("2 32 a name with blanks\n");
    }

    @Test
    void foreignFileIsRefused() {
        assertThatThrownBy(() -> GarbageFromHistograms.parse(List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> GarbageFromHistograms.parse(List.of("something else")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> GarbageFromHistograms.parse(List.of("filler is int[]", "1 -2 x")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> GarbageFromHistograms.parse(List.of("filler is int[]", "1 x")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> GarbageFromHistograms.parse(List.of("filler is int[]", "1 x y")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static GarbageFromHistograms counting(String name, Total total, boolean fillerIsNamed) {
        GarbageFromHistograms counted = new GarbageFromHistograms(fillerIsNamed);
        counted.add(name, total.objects(), total.bytes());
        return counted;
    }

    private static Total garbageOf(HeapSummary summary, String name) {
        return summary.classes().stream()
                .filter(row -> row.name().equals(name))
                .map(row -> split(row).garbage())
                .findAny()
                .orElseThrow();
    }

    private static Totals.Split split(ClassRow row) {
        return split(row.totals());
    }

    private static Totals.Split split(Totals totals) {
        return totals.split().orElseThrow();
    }

    private HeapSummary goldenSummary() throws Exception {
        return new HeapAnalyzer()
                .analyze(
                        new AnalysisRequest(
                                GoldenDump.SERIAL_25.file(),
                                ByteSize.parse("64m"),
                                10,
                                HeapFlags.NONE,
                                AnalysisRequest.Scope.GARBAGE,
                                Optional.empty(),
                                false,
                                folder),
                        (_, _, _) -> {},
                        new CancelSignal());
    }
}
