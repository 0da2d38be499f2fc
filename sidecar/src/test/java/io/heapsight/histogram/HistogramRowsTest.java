/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HistogramRowsTest {
    @Test
    void rowsRoundTrip() {
        List<ClassHistogramRow> rows =
                List.of(
                        new ClassHistogramRow("[B", "java.base@25.0.3", Long.MAX_VALUE, 0),
                        new ClassHistogramRow("", "", 0, 128),
                        new ClassHistogramRow("com.acme.Größe", "m", 1, 16));

        assertThat(HistogramReaderTest.list(SampleRows.of(rows))).isEqualTo(rows);
    }

    @Test
    void sixtyThousandClassesTakeLessThanTwoMebibytes() {
        List<ClassHistogramRow> rows = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            String name = "com.acme.orders.p%d.Service%dFactoryBean$$Lambda".formatted(i % 97, i);
            rows.add(new ClassHistogramRow(name + "/0x" + i * 8, "", 1, 16));
        }

        HistogramRows kept = SampleRows.of(rows);

        assertThat(kept.omitted()).isEqualTo(HistogramRows.Omitted.NOTHING);
        assertThat(kept.compressedBytes()).isLessThan(2 << 20);
    }

    /** Incompressible names: excess rows are counted, and memory use stays bounded. */
    @Test
    void excessRowsAreCountedAndReported() {
        Random random = new Random(3);
        byte[] name = new byte[4000];
        HistogramRows kept;
        try (HistogramRows.Builder rows = new HistogramRows.Builder()) {
            for (int i = 0; i < 20_000; i++) {
                random.nextBytes(name);
                rows.name(name, 0, name.length);
                rows.add(2, 32);
            }
            kept = rows.build();
        }

        assertThat(kept.compressedBytes()).isBetween(4L << 20, (4L << 20) + 100_000);
        assertThat(kept.size() + kept.omitted().classes()).isEqualTo(20_000);
        assertThat(kept.omitted().count().bytes()).isEqualTo(32L * kept.omitted().classes());
        assertThat(kept.totals()).isEqualTo(new InstanceCount(40_000, 640_000));
    }

    @Test
    void longNameIsTruncated() {
        byte[] name = "x".repeat(65_535).getBytes(StandardCharsets.US_ASCII);
        try (HistogramRows.Builder rows = new HistogramRows.Builder()) {
            rows.name(name, 0, name.length);
            rows.add(1, 16);

            assertThat(HistogramReaderTest.list(rows.build()).getFirst().name())
                    .hasSize(HistogramRows.MAX_NAME_BYTES);
        }
    }
}
