/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.compress.zstd.ZstdOutputStream;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Mutation;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A truncated or corrupt compressed dump is inflated up to the fault, or refused. The inflated part
 * of a truncated one equals the dump.
 */
class MutatedArchiveTest {
    private static final int MUTATIONS = 3000;
    private static final int MAGIC_BYTES = 4;

    /** Number of objects of a dump that exceeds the buffer of zstd's decoder. */
    private static final int MANY = 60_000;

    /** Number of bytes cut off one by one, and of steps from there to the end. */
    private static final int DENSE = 200;

    @TempDir Path directory;

    /** Common ways to compress a dump. */
    enum Archive {
        GZIP(FileKind.GZIP) {
            @Override
            void write(OutputStream to, byte[] dump) throws IOException {
                try (OutputStream out = new GZIPOutputStream(to)) {
                    out.write(dump);
                }
            }
        },
        ZSTD(FileKind.ZSTD) {
            @Override
            void write(OutputStream to, byte[] dump) throws IOException {
                try (OutputStream out = new ZstdOutputStream(to)) {
                    out.write(dump);
                }
            }
        },
        ZIP(FileKind.ZIP) {
            @Override
            void write(OutputStream to, byte[] dump) throws IOException {
                try (ZipOutputStream out = new ZipOutputStream(to)) {
                    out.putNextEntry(new ZipEntry("heap.hprof"));
                    out.write(dump);
                    out.putNextEntry(new ZipEntry("log.txt"));
                    out.write("not a dump".getBytes(StandardCharsets.UTF_8));
                }
            }
        },
        STORED_ZIP(FileKind.ZIP) {
            @Override
            void write(OutputStream to, byte[] dump) throws IOException {
                CRC32 crc = new CRC32();
                crc.update(dump);
                ZipEntry entry = new ZipEntry("heap.hprof");
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(dump.length);
                entry.setCrc(crc.getValue());
                try (ZipOutputStream out = new ZipOutputStream(to)) {
                    out.putNextEntry(entry);
                    out.write(dump);
                }
            }
        };

        private final FileKind kind;

        Archive(FileKind kind) {
            this.kind = kind;
        }

        abstract void write(OutputStream to, byte[] dump) throws IOException;

        byte[] of(byte[] dump) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            write(bytes, dump);
            return bytes.toByteArray();
        }
    }

    @ParameterizedTest
    @EnumSource
    void wholeArchiveIsTheDump(Archive archive) throws Exception {
        byte[] dump = dump();

        assertThat(inflated(archive, archive.of(dump))).isEqualTo(dump);
    }

    @ParameterizedTest
    @EnumSource
    void truncatedArchiveIsInflatedUpToTheCutOrRefused(Archive archive) throws Exception {
        byte[] dump = new RandomHeap(1, MANY).dump().bytes();
        byte[] whole = archive.of(dump);
        int most = 0;
        for (int length = MAGIC_BYTES;
                length < whole.length;
                length += length < DENSE ? 1 : whole.length / DENSE) {
            byte[] inflated = inflated(archive, Arrays.copyOf(whole, length));
            assertThat(inflated).isEqualTo(Arrays.copyOf(dump, inflated.length));
            most = Math.max(most, inflated.length);
        }
        assertThat(most).isGreaterThan(dump.length / 10);
    }

    @ParameterizedTest
    @EnumSource
    void corruptArchiveIsInflatedOrRefused(Archive archive) throws Exception {
        byte[] whole = archive.of(dump());
        for (int seed = 0; seed < MUTATIONS; seed++) {
            byte[] mutated = Mutation.of(whole, seed);
            try {
                inflated(archive, mutated);
            } catch (IOException | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    @Test
    void zipTruncatedInItsFirstNameIsRefusedAsZip() throws Exception {
        byte[] cut = {'P', 'K', 3, 4, 'J', 'A', 'V', 'A', 0, 0};

        assertThat(inflated(Archive.ZIP, cut)).isEmpty();
    }

    private static byte[] dump() {
        return new RandomHeap(1, 40).dump().bytes();
    }

    /** Empty if it is refused. */
    private byte[] inflated(Archive archive, byte[] compressed) throws IOException {
        Path file = Files.write(directory.resolve("dump"), compressed);
        try (Arena arena = Arena.ofConfined()) {
            return InflatedFile.inflate(
                            file, archive.kind, directory, arena, _ -> {}, new CancelSignal())
                    .bytes()
                    .toArray(ValueLayout.JAVA_BYTE);
        } catch (HprofFormatException | ProblemException _) {
            return new byte[0];
        }
    }
}
