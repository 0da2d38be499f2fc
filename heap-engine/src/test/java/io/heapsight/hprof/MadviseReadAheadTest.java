/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MadviseReadAheadTest {
    private static final int SIZE = 4 << 20;

    @TempDir private Path directory;

    private MemorySegment map(Path file, Arena arena) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
        }
    }

    private Path written() throws IOException {
        return Files.write(directory.resolve("written"), new byte[SIZE]);
    }

    /** No page of it is resident before it is read. */
    private Path sparse() throws IOException {
        Path file = directory.resolve("sparse");
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.setLength(SIZE);
        }
        return file;
    }

    @Test
    void residentPagesNeedNoAdvice() throws IOException {
        try (Arena arena = Arena.ofShared()) {
            MadviseReadAhead readAhead = MadviseReadAhead.of(map(written(), arena), true);
            readAhead.willRead(0, SIZE);
            readAhead.willRead(SIZE / 2, 2 * SIZE);
            readAhead.willRead(SIZE, 2 * SIZE);
            assertThat(readAhead.isBegun()).isFalse();
        }
    }

    @Test
    void missingPagesAreAdvised() throws IOException {
        try (Arena arena = Arena.ofShared()) {
            MadviseReadAhead readAhead = MadviseReadAhead.of(map(sparse(), arena), true);
            assertThat(readAhead.isBegun()).isFalse();
            readAhead.willRead(0, SIZE);
            assertThat(readAhead.isBegun()).isTrue();
        }
    }

    @Test
    void foreignFileIsAdvisedAtOnce() throws IOException {
        try (Arena arena = Arena.ofShared()) {
            assertThat(MadviseReadAhead.of(map(written(), arena), false).isBegun()).isTrue();
        }
    }
}
