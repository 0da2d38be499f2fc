/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.hprof.DumpFormat;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.RandomHeap;
import io.heapsight.transfer.TransferLimit;
import io.heapsight.unit.CancelSignal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real dump and a small one in HotSpot's format, complete and truncated. */
class DumpIntegrityCheckTest {
    private static final byte[] DUMP =
            new RandomHeap(1, 40).dump().format(DumpFormat.HOTSPOT).bytes();

    private static final TransferLimit LARGE = new TransferLimit(1L << 40, "none has more");

    @TempDir private static Path folder;

    @Test
    void completeDumpHasNoFault() throws IOException {
        assertThat(fault(GoldenDump.G1_25.file())).isEmpty();
        assertThat(fault(plain(DUMP))).isEmpty();
        assertThat(fault(compressed(DUMP))).isEmpty();
    }

    @Test
    void dumpWithoutEndHasAFault() throws IOException {
        for (int missing : new int[] {1, 9, 10, 1_000, DUMP.length / 2}) {
            byte[] cut = Arrays.copyOf(DUMP, DUMP.length - missing);
            assertThat(fault(plain(cut))).as(missing + " bytes").isNotEmpty();
            assertThat(fault(compressed(cut))).as(missing + " bytes").isNotEmpty();
        }
    }

    @Test
    void truncatedOrDamagedCompressedDumpHasAFault() throws IOException {
        byte[] bytes = Files.readAllBytes(compressed(DUMP));
        Path cut =
                Files.write(folder.resolve("cut.gz"), Arrays.copyOf(bytes, bytes.length * 2 / 3));
        assertThat(fault(cut)).contains("damaged or cut");
        bytes[bytes.length - 6] ^= 1; // of the checksum
        assertThat(fault(Files.write(folder.resolve("bad.gz"), bytes))).contains("damaged or cut");
    }

    @Test
    void foreignFileHasAFault() throws IOException {
        byte[] text =
                "not a dump, but long enough for a header of one".getBytes(StandardCharsets.UTF_8);
        assertThat(fault(plain(text))).contains("not a heap dump");
        assertThat(fault(compressed(text))).contains("does not start");
    }

    /** 64 MiB of zeros are 64 KiB of a compressed file, and a tebibyte of them is a gibibyte. */
    @Test
    void oversizedArchiveIsNotInflatedToItsEnd() throws IOException {
        Path bomb = compressed(Arrays.copyOf(DUMP, 64 << 20));
        Path endless = folder.resolve("endless.gz");
        byte[] begun = Files.readAllBytes(bomb);
        Files.write(endless, Arrays.copyOf(begun, begun.length - 1_000)); // its end is never read

        assertThat(fault(bomb)).contains("does not end with");
        TransferLimit small = new TransferLimit(1 << 20, "a dump of this heap has at most");
        assertThat(DumpIntegrityCheck.fault(endless, small, new CancelSignal()))
                .isEqualTo(
                        "it decompresses to more than expected: a dump of this heap has at most");
    }

    @Test
    void cancelledCheckEndsAtOnce() throws IOException {
        CancelSignal cancel = new CancelSignal();
        cancel.cancel();

        assertThatThrownBy(() -> DumpIntegrityCheck.fault(compressed(DUMP), LARGE, cancel))
                .isInstanceOf(CancellationException.class);
    }

    private static String fault(Path file) throws IOException {
        return DumpIntegrityCheck.fault(file, LARGE, new CancelSignal());
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
