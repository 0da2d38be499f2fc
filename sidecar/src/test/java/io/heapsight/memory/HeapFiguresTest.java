/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeapFiguresTest {
    private static final double MEBIBYTE = 1 << 20;

    /** Direct buffers that leak 100 MiB per minute, in a program that lives for 150 seconds. */
    @Test
    void aLeakOfTwoMinutesRises() {
        double[] outside =
                IntStream.range(0, 150)
                        .mapToDouble(s -> (50 + s * 100 / 60.0) * MEBIBYTE)
                        .toArray();

        assertThat(HeapFigures.rises(outside)).isTrue();
    }

    @Test
    void aStartDoesNotRise() {
        double[] outside =
                IntStream.range(0, 150)
                        .mapToDouble(
                                s -> s == 0 ? Double.NaN : Math.min(30 + s * 4, 130) * MEBIBYTE)
                        .toArray();

        assertThat(HeapFigures.rises(outside)).isFalse();
        assertThat(HeapFigures.rises(new double[0])).isFalse();
    }
}
