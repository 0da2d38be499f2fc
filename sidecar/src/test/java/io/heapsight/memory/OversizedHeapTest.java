/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jstat.MemoryHistory;
import io.heapsight.jvm.JvmFlag;
import io.heapsight.jvm.JvmFlags;
import io.heapsight.memory.OversizedHeap.Sizes;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OversizedHeapTest {
    private static final double MEBIBYTE = 1 << 20;
    private static final int ROWS = 240;

    /** -Xmx448m in 512 MiB, with 150 MiB outside the heap. A row has 5 s. */
    private static Optional<OversizedHeap> at512(
            IntToDoubleFunction used, IntToDoubleFunction kept) {
        MemoryHistory history = new MemoryHistory();
        double charged = (362 + 150) * MEBIBYTE;
        for (int row = 0; row < ROWS; row++) {
            long millis = 5000L * row;
            history.add(
                    millis,
                    charged,
                    used.applyAsDouble(row) * MEBIBYTE,
                    kept.applyAsDouble(row) * MEBIBYTE,
                    40 * MEBIBYTE);
            history.addHeap(millis, charged, 362 * MEBIBYTE);
        }
        MemoryBounds bounds =
                new MemoryBounds(
                        512 * MEBIBYTE, "memory limit", 448 * MEBIBYTE, Double.NaN, Double.NaN);
        return OversizedHeap.of(
                flags("-Xmx448m"),
                HeapFigures.of(history.rows(), 512 * MEBIBYTE, 448 * MEBIBYTE, 362 * MEBIBYTE),
                MemoryForecast.of(history.rows(), bounds, 0));
    }

    private static JvmFlags flags(String... options) {
        return new JvmFlags(
                Stream.of(options).map(each -> new JvmFlag(each, "the command line")).toList(),
                List.of());
    }

    private static String sentence(Optional<OversizedHeap> heap) {
        return heap.map(OversizedHeap::sentence).orElse("");
    }

    private static double leaking(int row) {
        return 30 + 183.0 * row / ROWS + row % 2 * 20;
    }

    @Test
    void leakAfterAReadingAtTheStartIsNotCalledNoLeak() {
        Optional<OversizedHeap> heap =
                at512(OversizedHeapTest::leaking, row -> row == 3 ? 30 : Double.NaN);

        assertThat(sentence(heap))
                .startsWith("It may be garbage or a leak: 30.0 MiB of the heap's 362.0 MiB lived")
                .contains("If it is garbage: the heap may grow to 448.0 MiB")
                .contains("-Xmx315m");
    }

    @Test
    void leakWithoutAReadingHasNoSentence() {
        assertThat(at512(OversizedHeapTest::leaking, _ -> Double.NaN)).isEmpty();
    }

    @Test
    void requestThatHoldsMemoryInTheLastSecondsIsNotCalledGarbage() {
        IntToDoubleFunction used = row -> row < ROWS - 4 ? 30 + 4 * (row % 20) : 300 - row % 2;
        Optional<OversizedHeap> heap = at512(used, row -> row % 20 == 0 ? 30 : Double.NaN);

        assertThat(sentence(heap)).startsWith("It may be garbage or a leak");
    }

    @Test
    void garbageThatEachCollectionFreesIsNoLeak() {
        Optional<OversizedHeap> heap =
                at512(row -> 30 + 9 * (row % 20), row -> row % 20 == 0 ? 30 : Double.NaN);

        assertThat(sentence(heap))
                .startsWith("It is not a leak: 30.0 MiB of the heap's 362.0 MiB live")
                .contains("-Xmx315m");
    }

    private static String line(Sizes mebibytes, String... options) {
        JvmFlags flags = flags(options);
        Sizes sizes =
                new Sizes(
                        mebibytes.limit() * MEBIBYTE,
                        mebibytes.heapMax() * MEBIBYTE,
                        mebibytes.committed() * MEBIBYTE,
                        mebibytes.live() * MEBIBYTE,
                        mebibytes.outside() * MEBIBYTE);
        MaxHeapSource source = MaxHeapSource.of(flags, sizes.heapMax(), sizes.limit());
        return OversizedHeap.of(flags, source, sizes).map(OversizedHeap::line).orElse("");
    }

    @Test
    void smallerHeapThanTheInitialOneLowersBoth() {
        Sizes sizes = new Sizes(512, 400, 380, 80, 150);

        assertThat(line(sizes, "-Xms400m", "-Xmx400m")).startsWith("-Xmx315m -Xms315m");
        assertThat(line(sizes, "-Xms200m", "-Xmx400m")).doesNotContain("-Xms");
        assertThat(line(sizes, "-Xms400m", "-XX:MaxRAMPercentage=75"))
                .startsWith("-Xmx315m -Xms315m");
    }

    /** The JVM starts with no SoftMaxHeapSize above -Xmx. */
    @Test
    void smallerHeapThanTheSoftMaximumLowersBoth() {
        Sizes sizes = new Sizes(2048, 1200, 1100, 300, 1075);

        assertThat(line(sizes, "-Xmx1200m", "-XX:SoftMaxHeapSize=1g"))
                .isEqualTo("-Xmx786m -XX:SoftMaxHeapSize=786m -XX:MaxDirectMemorySize=1200m");
        assertThat(line(sizes, "-Xmx1200m", "-XX:SoftMaxHeapSize=700m")).doesNotContain("SoftMax");
    }

    /** The JVM would start with an old generation of almost nothing. */
    @Test
    void fixedYoungGenerationIsPartOfTheHeapThatMustFit() {
        Sizes sizes = new Sizes(2048, 1200, 1100, 300, 1075);

        assertThat(line(sizes, "-Xmx1200m", "-Xmn700m")).isEmpty();
        assertThat(line(sizes, "-Xmx1200m", "-XX:NewSize=400m")).startsWith("-Xmx786m ");
    }

    @Test
    void smallerHeapDoesNotBoundDirectMemory() {
        Sizes sizes = new Sizes(2048, 1200, 1100, 300, 1075);

        assertThat(line(sizes, "-Xmx1200m")).isEqualTo("-Xmx786m -XX:MaxDirectMemorySize=1200m");
        assertThat(line(sizes, "-Xmx1200m", "-XX:MaxDirectMemorySize=1g")).isEqualTo("-Xmx786m");
    }

    /** JDK 8 has MaxRAMPercentage from update 191 on. */
    @Test
    void heapSetByAFractionGetsNoPercentage() {
        Sizes sizes = new Sizes(1024, 512, 500, 40, 600);

        assertThat(line(sizes, "-XX:MaxRAMFraction=2")).startsWith("-Xmx330m ");
        assertThat(line(sizes, "-XX:MaxRAMPercentage=50")).startsWith("-XX:MaxRAMPercentage=32.0 ");
    }
}
