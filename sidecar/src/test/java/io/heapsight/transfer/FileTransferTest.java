/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.proc.LocalFiles;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTransferTest {
    private static final TransferLimit LIMIT = new TransferLimit(1 << 20, "that is the most");

    @TempDir private Path folder;

    /** A target of the same user can replace its file by a link or a pipe. */
    @Test
    void linkInPlaceOfAFileIsNotFollowed() throws IOException {
        Path dump = Files.writeString(folder.resolve("dump"), "JAVA PROFILE 1.0.2");
        Path link = Files.createSymbolicLink(folder.resolve("link"), dump);

        assertThat(FileTransfer.requireFile(new LocalFiles(), dump, LIMIT)).isEqualTo(18);
        assertThatThrownBy(() -> FileTransfer.requireFile(new LocalFiles(), link, LIMIT))
                .hasMessageContaining("link is not a regular file");
    }

    @Test
    void sparseFileIsNotRead() throws IOException {
        Path file = folder.resolve("holes");
        try (RandomAccessFile holes = new RandomAccessFile(file.toFile(), "rw")) {
            holes.setLength(1L << 40);
        }
        assertThatThrownBy(() -> FileTransfer.requireFile(new LocalFiles(), file, LIMIT))
                .hasMessageContaining("has 1.0 TiB: that is the most");
    }

    /** A target that keeps writing is not copied forever. */
    @Test
    void copyEndsAtTheInitialSize() throws IOException {
        byte[] piece = new byte[300 * 1024];
        Path file = Files.write(folder.resolve("growing"), piece);
        Path copy = folder.resolve("copy");
        List<Long> totals = new ArrayList<>();

        copy(
                file,
                copy,
                Duration.ofMinutes(1),
                (_, _, total) -> {
                    totals.add(total);
                    append(file, piece);
                });

        assertThat(totals).hasSizeGreaterThan(1).containsOnly((long) piece.length);
        assertThat(file).hasSize((1L + totals.size()) * piece.length);
        assertThat(copy).hasSize(piece.length);
    }

    /** The timeout covers also slow bytes after the target's answer. */
    @Test
    void slowCopyTimesOut() throws IOException {
        Path file = folder.resolve("slow");
        try (RandomAccessFile holes = new RandomAccessFile(file.toFile(), "rw")) {
            holes.setLength(64 << 20);
        }
        Path copy = folder.resolve("copy");

        assertThatThrownBy(() -> copy(file, copy, Duration.ofMillis(1), Progress.SILENT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("took longer than")
                .hasMessageContaining("of 64.0 MiB were copied");
        assertThat(Files.size(copy)).isLessThan(64 << 20);
    }

    private static void copy(Path from, Path to, Duration timeout, Progress progress)
            throws IOException {
        TransferLimit most = new TransferLimit(1 << 30, "that is the most");
        TargetFile source =
                new TargetFile(
                        "/tmp/dump", from, new LocalFiles(), TargetFile.Manner.COPIED, "copied");
        FileTransfer.copy(source, to, most, timeout, progress, new CancelSignal());
    }

    private static void append(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
