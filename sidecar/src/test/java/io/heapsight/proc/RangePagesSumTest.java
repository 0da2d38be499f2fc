/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RangePagesSumTest {
    private static final String SMAPS =
            """
            000400000-000401000 r-xp 00000000 fe:00 1234 /usr/bin/java
            Size:                  4 kB
            Rss:                   4 kB
            0e0000000-0e4000000 rw-p 00000000 00:00 0
            Size:              65536 kB
            Rss:               10240 kB
            Pss:               10240 kB
            Swap:               2048 kB
            SwapPss:            1024 kB
            0e4000000-100100000 ---p 00000000 00:00 0
            Size:             459776 kB
            Rss:                 512 kB
            7f0000000000-7f0000021000 rw-p 00000000 00:00 0
            Rss:                 132 kB
            """;

    @TempDir Path root;

    private static ProcFs.RangePages read(String smaps, long from, long to) throws IOException {
        return RangePagesSum.read(
                new ByteArrayInputStream(smaps.getBytes(StandardCharsets.UTF_8)), from, to);
    }

    @Test
    void mappingsOfTheRangeAreAddedUp() throws IOException {
        assertThat(read(SMAPS, 0xe0000000L, 0x100000000L))
                .isEqualTo(new ProcFs.RangePages(10752L * 1024, 2048 * 1024));
    }

    @Test
    void mappingBeyondTheRangeCountsUpToItsEnd() throws IOException {
        assertThat(read(SMAPS, 0xe0000000L, 0xe4001000L))
                .isEqualTo(new ProcFs.RangePages((10240L + 4) * 1024, 2048 * 1024));
    }

    @Test
    void nothingIsResidentWithoutMappingsOrInTruncatedText() throws IOException {
        assertThat(read(SMAPS, 0x200000000L, 0x300000000L).bytes()).isZero();
        assertThat(read(SMAPS.substring(0, 100), 0xe0000000L, 0x100000000L).bytes()).isZero();
        assertThat(read("-\n:\nRss: kB\nffffffffffffffffffff-0\n", 0, 10).bytes()).isZero();
    }

    @Test
    void aProcessIsReadByItsPid() throws IOException {
        Files.createDirectory(root.resolve("7"));
        Files.writeString(root.resolve("7/smaps"), SMAPS);

        assertThat(new ProcFs(root).pages(7, 0xe0000000L, 0x100000000L))
                .isEqualTo(new ProcFs.RangePages(10752L * 1024, 2048 * 1024));
    }
}
