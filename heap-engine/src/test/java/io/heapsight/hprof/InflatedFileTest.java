/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.JdkTools;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares inflated dumps with the JDK's own gzip reader. */
class InflatedFileTest {
    private static final int BLOCK = 4096;

    @TempDir Path directory;
    @TempDir Path work;

    @Test
    void plainGzipIsInflated() throws Exception {
        byte[] data = someData(1_000_000);

        assertThat(inflated(gzip(data)).bytes()).isEqualTo(data);
    }

    @Test
    void severalMembersAreOneFile() throws Exception {
        byte[] data = someData(10_000);
        byte[] members =
                concat(
                        gzip(Arrays.copyOf(data, 6000)),
                        gzip(new byte[0]),
                        gzip(Arrays.copyOfRange(data, 6000, 10_000)));

        Result result = inflated(members);

        assertThat(result.bytes()).isEqualTo(data);
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void headersMayHoldEveryOptionalField() throws Exception {
        byte[] data = someData(100);
        byte[] plain = gzip(data);
        byte[] extra = {3, 0, 'a', 'b', 'c'};
        byte[] nameCommentAndCrc = "name\0comment\0??".getBytes(StandardCharsets.ISO_8859_1);
        byte[] header = Arrays.copyOf(plain, 10);
        header[3] = 2 + 4 + 8 + 16;

        byte[] full =
                concat(
                        header,
                        extra,
                        nameCommentAndCrc,
                        Arrays.copyOfRange(plain, 10, plain.length));

        assertThat(inflated(full).bytes()).isEqualTo(data);
    }

    @Test
    void dumpCompressedInBlocksIsInflated() throws Exception {
        Path dump = directory.resolve("self.hprof.gz");
        Process jcmd =
                JdkTools.tool(
                                "jcmd",
                                Long.toString(ProcessHandle.current().pid()),
                                "GC.heap_dump",
                                "-gz=1",
                                dump.toString())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        assertThat(jcmd.waitFor()).isZero();

        List<Long> progress = new ArrayList<>();
        try (HprofFile file = HprofFile.open(dump, work, progress::add, new CancelSignal());
                GZIPInputStream reference = new GZIPInputStream(Files.newInputStream(dump))) {
            assertThat(GzipHeader.read(ByteBuffer.wrap(start(dump))).blockSize()).isPositive();
            assertThat(file.bytes().copy(0, (int) file.bytes().size()))
                    .isEqualTo(reference.readAllBytes());
            assertThat(file.warnings()).isEmpty();
            assertThat(progress).isSorted().endsWith(Files.size(dump));
            // One step per block: no data was read by the slower path.
            assertThat((long) progress.size()).isEqualTo(members(dump));
        }
    }

    @Test
    void blocksAreDistinguishedFromDataLikeAHeader() throws Exception {
        byte[] data = someData(10 * BLOCK);
        byte[] header = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, 3};
        for (int at : new int[] {100, 3 * BLOCK + 5, 7 * BLOCK - 4}) {
            System.arraycopy(header, 0, data, at, header.length);
        }

        Result result = inflated(blocks(data, Deflater.NO_COMPRESSION));

        assertThat(result.bytes()).isEqualTo(data);
        assertThat(result.warnings()).isEmpty();
    }

    /** The minimum length of a gzip with any data; shorter ones are refused. */
    private int firstWithContent(byte[] gzip) throws IOException {
        int length = 10;
        while (true) {
            try {
                inflated(Arrays.copyOf(gzip, length));
                return length;
            } catch (ProblemException | HprofFormatException e) {
                assertThat(e).hasMessageContaining("its compressed content");
                length++;
            }
        }
    }

    @Test
    void truncatedGzipIsInflatedUpToTheCut() throws Exception {
        byte[] data = someData(3 * BLOCK);
        for (byte[] whole : List.of(gzip(data), blocks(data, 1))) {
            int most = 0;
            for (int length = firstWithContent(whole); length < whole.length; length += 101) {
                Result result = inflated(Arrays.copyOf(whole, length));

                assertThat(result.bytes()).isEqualTo(Arrays.copyOf(data, result.bytes().length));
                most = Math.max(most, result.bytes().length);
                boolean betweenBlocks = result.bytes().length % BLOCK == 0;
                assertThat(result.warnings()).hasSizeBetween(betweenBlocks ? 0 : 1, 1);
            }
            assertThat(most).isGreaterThan(2 * BLOCK);
        }
    }

    @Test
    void corruptGzipIsAFormatErrorOrShorter() throws Exception {
        byte[] data = someData(2 * BLOCK);
        Random random = new Random(1);
        for (byte[] whole : List.of(gzip(data), blocks(data, 1))) {
            int errors = 0;
            for (int i = 0; i < 200; i++) {
                byte[] spoilt = whole.clone();
                spoilt[2 + random.nextInt(spoilt.length - 2)] ^= (byte) (1 << random.nextInt(8));
                Throwable thrown = catchThrowable(() -> inflated(spoilt));
                if (thrown != null) {
                    errors++;
                    assertThat(thrown).isInstanceOf(HprofFormatException.class);
                    assertThat(((HprofFormatException) thrown).offset())
                            .isBetween(0L, (long) spoilt.length);
                }
            }
            assertThat(errors).isGreaterThan(150);
        }
    }

    @Test
    void trailingDataIsReported() throws Exception {
        byte[] data = someData(1000);

        Result result = inflated(concat(gzip(data), new byte[512]));

        assertThat(result.bytes()).isEqualTo(data);
        assertThat(result.warnings()).singleElement().asString().contains("are not read");
    }

    @Test
    void inflatedDumpHasNoNameInTheWorkDirectory() throws Exception {
        Path file = write(gzip(new DumpBuilder().bytes()));
        try (HprofFile _ = HprofFile.open(file, work, _ -> {}, new CancelSignal())) {
            assertThat(work).isEmptyDirectory();
        }
    }

    @Test
    void cancelledWorkLeavesNothing() throws Exception {
        CancelSignal cancel = new CancelSignal();
        cancel.cancel();
        Path file = write(gzip(new DumpBuilder().bytes()));

        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> HprofFile.open(file, work, _ -> {}, cancel));
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void fullDiskIsReportedBeforeTheWorkStarts() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> InflatedOutput.requireRoom(work, 1L << 60))
                .withMessageContaining("1048576.0 TiB in " + work);
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Result(byte[] bytes, List<String> warnings) {}

    private Result inflated(byte[] compressed) throws IOException, ProblemException {
        try (Arena arena = Arena.ofConfined()) {
            InflatedFile file =
                    InflatedFile.inflate(
                            write(compressed),
                            FileKind.GZIP,
                            work,
                            arena,
                            _ -> {},
                            new CancelSignal());
            return new Result(file.bytes().toArray(ValueLayout.JAVA_BYTE), file.warnings());
        }
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(directory.resolve("dump.hprof.gz"), bytes);
    }

    /** The members of a gzip of a dump: nothing else in it looks like a header. */
    private static long members(Path file) throws IOException {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        return Pattern.compile("\\x1f\\x8b\\x08[\\x00\\x10]\\x00{4}")
                .matcher(bytes)
                .results()
                .count();
    }

    private static byte[] start(Path file) throws IOException {
        return Arrays.copyOf(Files.readAllBytes(file), 100);
    }

    /** Words and noise: compressible, but not to nothing. */
    private static byte[] someData(int length) {
        Random random = new Random(length);
        byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : i / 50);
        }
        byte[] header = new DumpBuilder().bytes();
        System.arraycopy(header, 0, data, 0, Math.min(length, 40));
        return data;
    }

    private static byte[] gzip(byte[] data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(data);
        }
        return bytes.toByteArray();
    }

    /** HotSpot's compression: one member per block, the first with the block size as comment. */
    private static byte[] blocks(byte[] data, int level) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int from = 0; from < data.length; from += BLOCK) {
            byte[] block = Arrays.copyOfRange(data, from, Math.min(data.length, from + BLOCK));
            String comment = from == 0 ? "HPROF BLOCKSIZE=" + BLOCK + "\0" : "";
            byte[] header = {0x1F, (byte) 0x8B, 8, (byte) (from == 0 ? 16 : 0), 0, 0, 0, 0, 0, 3};
            out.writeBytes(header);
            out.writeBytes(comment.getBytes(StandardCharsets.ISO_8859_1));
            byte[] buffer = new byte[2 * BLOCK];
            try (Deflater deflater = new Deflater(level, true)) {
                deflater.setInput(block);
                deflater.finish();
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            CRC32 crc = new CRC32();
            crc.update(block);
            for (int value : new int[] {(int) crc.getValue(), block.length}) {
                for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                    out.write(value >> shift);
                }
            }
        }
        // Checks the fixture itself.
        assertThat(new GZIPInputStream(new ByteArrayInputStream(out.toByteArray())).readAllBytes())
                .isEqualTo(data);
        return out.toByteArray();
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
