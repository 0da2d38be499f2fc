/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The records of a stream, compared with those of the mapped file. */
class DumpStreamTest {
    private static final int WINDOW = 4 << 10;
    private static final int SEEDS = 100;

    @ParameterizedTest
    @EnumSource
    void theRecordsAreThoseOfTheFile(Framing framing) throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            byte[] dump =
                    new RandomHeap(seed, 60)
                            .dump()
                            .format(DumpFormat.HOTSPOT.framing(framing).segmentBytes(300))
                            .bytes();
            assertThat(streamed(dump)).as("seed %d", seed).isEqualTo(mapped(dump));
        }
    }

    @Test
    void anObjectLargerThanTheWindowIsSkippedAfterItsHeader() throws Exception {
        DumpBuilder builder = new DumpBuilder();
        long large = builder.zeroes(BasicType.LONG, 2 * WINDOW);
        long after = builder.zeroes(BasicType.INT, 3);
        List<String> records = streamed(builder.bytes());
        assertThat(records).contains("23 %x header".formatted(large), "23 %x".formatted(after));
    }

    @Test
    void aCutDumpEndsWhereItWasCut() throws Exception {
        byte[] dump = new RandomHeap(1, 60).dump().bytes();
        List<String> all = streamed(dump);
        for (int length = HprofFile.HEADER_BYTES; length < dump.length; length += 7) {
            List<String> some = streamed(Arrays.copyOf(dump, length));
            assertThat(some).as("%d bytes", length).isEqualTo(all.subList(0, some.size()));
        }
    }

    @Test
    void somethingElseIsNoDump() {
        byte[] page = "<html>".repeat(20).getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> streamed(page))
                .isInstanceOf(HprofFormatException.class)
                .hasMessageContaining("not a heap dump");
    }

    private static List<String> streamed(byte[] dump) throws IOException {
        List<String> records = new ArrayList<>();
        try (DumpStream stream = DumpStream.open(new ByteArrayInputStream(dump), WINDOW)) {
            while (stream.next()) {
                records.add(line(stream.record()) + (stream.isWhole() ? "" : " header"));
            }
        }
        return records;
    }

    private static List<String> mapped(byte[] dump) {
        List<String> records = new ArrayList<>();
        try (HprofFile file = DumpBuilder.open(dump)) {
            RecordCursor cursor = new RecordCursor(file.bytes());
            for (Segment segment : file.segments()) {
                cursor.reset(segment.start(), segment.end());
                while (cursor.next()) {
                    records.add(line(cursor));
                }
            }
        }
        return records;
    }

    private static String line(RecordCursor record) {
        return "%x %x".formatted(record.tag(), record.address());
    }
}
