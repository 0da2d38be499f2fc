/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jvm.MadeJvm;
import io.heapsight.pause.HeapContent;
import io.heapsight.unit.Reading;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The space that a dump of a heap needs. */
class HeapSizeTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final HeapSize HEAP = new HeapSize(90 * MEBIBYTE, 100 * MEBIBYTE, 0);

    @Test
    void heapOfUnknownObjectsNeedsAFifthMore() {
        assertThat(HEAP.dumpBytes()).isEqualTo(120 * MEBIBYTE);
        assertThat(HEAP.basis()).isEqualTo("heap of 100.0 MiB and a fifth");
        assertThat(HEAP.with(new HeapContent(90 * MEBIBYTE, 1_000_000, false))).isEqualTo(HEAP);
        assertThat(HEAP.with(new HeapContent(Double.NaN, Double.NaN, true))).isEqualTo(HEAP);
    }

    @Test
    void countedSmallObjectsNeedMore() {
        long objects = 90 * MEBIBYTE / 24;
        HeapSize nodes = HEAP.with(new HeapContent(90 * MEBIBYTE, objects, true));

        assertThat(nodes.dumpBytes()).isEqualTo((24 + 12) * objects);
        assertThat(nodes.basis()).isEqualTo("90.0 MiB in use, 3,932,160 objects");
    }

    @Test
    void countedLargeObjectsNeedAFifthMore() {
        HeapSize arrays = HEAP.with(new HeapContent(90 * MEBIBYTE, 1000, true));

        assertThat(arrays.isCounted()).isTrue();
        assertThat(arrays.dumpBytes()).isEqualTo(HEAP.dumpBytes());
    }

    @Test
    void volumeHasRoomForADumpOfSmallObjects() {
        assertThat(HeapSize.volumeMebibytes(HEAP.dumpBytes())).isEqualTo(201);
    }

    @Test
    void dumpAtAnOutOfMemoryErrorHasTheMaximumHeapTwiceSinceJdk22() {
        assertThat(atError(MadeJvm.named("Shop").jdkVersion("21.0.7"), "-Xmx100m"))
                .isEqualTo(120 * MEBIBYTE);
        assertThat(atError(MadeJvm.named("Shop").jdkVersion("25.0.3"), "-Xmx100m"))
                .isEqualTo(240 * MEBIBYTE);
        assertThat(atError(MadeJvm.named("Shop"))).isZero();
    }

    private static long atError(MadeJvm jvm, String... options) {
        return HeapSize.bytesAtOutOfMemoryError(
                        jvm.flags(Stream.of(options)).jvm(), Reading.missing("no counters"))
                .orElse(0);
    }
}
