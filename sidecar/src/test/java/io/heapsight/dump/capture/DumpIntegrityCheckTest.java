/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.DumpFormat;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.RandomHeap;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real dump and a small one in HotSpot's format, whole and cut. */
class DumpIntegrityCheckTest {
    private static final byte[] DUMP =
            new RandomHeap(1, 40).dump().format(DumpFormat.HOTSPOT).bytes();

    @TempDir private static Path folder;

    @Test
    void aWholeOneHasNoFault() throws IOException {
        assertThat(DumpIntegrityCheck.fault(GoldenDump.G1_25.file())).isEmpty();
        assertThat(DumpIntegrityCheck.fault(plain(DUMP))).isEmpty();
        assertThat(DumpIntegrityCheck.fault(compressed(DUMP))).isEmpty();
    }

    @Test
    void oneWithoutItsEndHasOne() throws IOException {
        for (int missing : new int[] {1, 9, 10, 1_000, DUMP.length / 2}) {
            byte[] cut = Arrays.copyOf(DUMP, DUMP.length - missing);
            assertThat(DumpIntegrityCheck.fault(plain(cut))).as(missing + " bytes").isNotEmpty();
            assertThat(DumpIntegrityCheck.fault(compressed(cut)))
                    .as(missing + " bytes")
                    .isNotEmpty();
        }
    }

    @Test
    void compressedDataThatIsCutOrDamagedHasOne() throws IOException {
        byte[] bytes = Files.readAllBytes(compressed(DUMP));
        Path cut =
                Files.write(folder.resolve("cut.gz"), Arrays.copyOf(bytes, bytes.length * 2 / 3));
        assertThat(DumpIntegrityCheck.fault(cut)).contains("damaged or cut");
        bytes[bytes.length - 6] ^= 1; // of the checksum
        assertThat(DumpIntegrityCheck.fault(Files.write(folder.resolve("bad.gz"), bytes)))
                .contains("damaged or cut");
    }

    @Test
    void whatIsNoDumpHasOne() throws IOException {
        byte[] text =
                "not a dump, but long enough for a header of one".getBytes(StandardCharsets.UTF_8);
        assertThat(DumpIntegrityCheck.fault(plain(text))).contains("not a heap dump");
        assertThat(DumpIntegrityCheck.fault(compressed(text))).contains("does not begin");
    }

    private static Path plain(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("plain.hprof"), bytes);
    }

    private static Path compressed(byte[] bytes) throws IOException {
        Path file = folder.resolve("compressed.hprof.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(bytes);
        }
        return file;
    }
}
