/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.EffectiveMemoryLimit;
import io.heapsight.jvm.MadeJvm;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.run.RunLimits;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** -Xmx and -XX:MaxHeapSize set the same flag: the later one is valid. */
class HeapOptionTest {
    private static final long MEBIBYTE = 1 << 20;

    private static void assertHeap(long mebibytes, String... options) {
        TargetJvm jvm = MadeJvm.named("Shop").flags(Stream.of(options)).jvm();
        assertThat(RunLimits.of(jvm, Optional.empty()).heapMaxBytes())
                .isEqualTo(OptionalLong.of(mebibytes * MEBIBYTE));
        assertThat(
                        MemoryBounds.of(
                                        jvm,
                                        HeapFlags.NONE,
                                        EffectiveMemoryLimit.of(Double.NaN, Double.NaN),
                                        Double.NaN)
                                .heapBytes())
                .isEqualTo(mebibytes * MEBIBYTE);
    }

    @Test
    void laterOptionSetsTheHeap() {
        assertHeap(256, "-Xmx512m", "-XX:MaxHeapSize=256m");
        assertHeap(512, "-XX:MaxHeapSize=256m", "-Xmx512m");
        assertHeap(256, "-XX:MaxHeapSize=268435456");
    }

    /** -Xms sets both the initial and the least size. */
    @Test
    void initialHeapIsTheLargerOfInitialAndLeastSize() {
        assertThat(initial("-Xms600m", "-XX:MinHeapSize=100m")).isEqualTo(600 * MEBIBYTE);
        assertThat(initial("-XX:InitialHeapSize=700m", "-Xms600m")).isEqualTo(600 * MEBIBYTE);
        assertThat(initial("-XX:MinHeapSize=300m")).isEqualTo(300 * MEBIBYTE);
        assertThat(initial("-Xmx1g")).isZero();
    }

    private static double initial(String... options) {
        TargetJvm jvm = MadeJvm.named("Shop").flags(Stream.of(options)).jvm();
        return jvm.flags().initialHeapBytes().orElse(0);
    }
}
