/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.heap.explore.IndexLayout.Section;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Maps an index file, and checks that it is complete and belongs to the dump. */
final class IndexFile {
    private static final ValueLayout.OfLong NUMBER =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Path path;
    private final MemorySegment file;

    private IndexFile(Path path, MemorySegment file) {
        this.path = path;
        this.file = file;
    }

    Path path() {
        return path;
    }

    /**
     * Maps the file, and reads it once for its checksum.
     *
     * @param arena of the mapping
     * @throws UnusableIndexException if the file is unusable
     */
    static IndexFile open(Path index, DumpFingerprint dump, Arena arena)
            throws IOException, UnusableIndexException {
        MemorySegment file;
        try (FileChannel channel = FileChannel.open(index, StandardOpenOption.READ)) {
            file = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
        }
        if (file.byteSize() < IndexLayout.HEADER_BYTES
                || !Arrays.equals(
                        file.asSlice(0, IndexLayout.MAGIC.length).toArray(ValueLayout.JAVA_BYTE),
                        IndexLayout.MAGIC)) {
            throw new UnusableIndexException("is not a heapsight index");
        }
        IndexFile opened = new IndexFile(index, file);
        if (opened.number(IndexLayout.VERSION_AT) != IndexLayout.VERSION) {
            throw new UnusableIndexException("was made by another version of heapsight");
        }
        if (opened.number(IndexLayout.FILE_BYTES_AT) != file.byteSize()) {
            throw new UnusableIndexException("is cut");
        }
        DumpFingerprint of =
                new DumpFingerprint(
                        opened.number(IndexLayout.DUMP_AT),
                        opened.number(IndexLayout.DUMP_AT + Long.BYTES));
        if (!of.equals(dump)) {
            throw new UnusableIndexException(
                    "is of another dump, or of an earlier state of this dump");
        }
        opened.checkSections();
        if (opened.number(IndexLayout.SUM_AT) != IndexWriter.sum(file)) {
            throw new UnusableIndexException("is damaged");
        }
        return opened;
    }

    private long number(long at) {
        return file.get(NUMBER, at);
    }

    private void checkSections() throws UnusableIndexException {
        for (Section section : Section.values()) {
            long begin = begin(section);
            long bytes = bytes(section);
            if (begin < IndexLayout.HEADER_BYTES
                    || bytes < 0
                    || begin > file.byteSize()
                    || bytes > file.byteSize() - begin) {
                throw new UnusableIndexException("is damaged");
            }
        }
    }

    private long begin(Section section) {
        return number(
                IndexLayout.SECTIONS_AT + (long) section.number() * IndexLayout.SECTION_BYTES);
    }

    private long bytes(Section section) {
        return number(
                IndexLayout.SECTIONS_AT
                        + (long) section.number() * IndexLayout.SECTION_BYTES
                        + Long.BYTES);
    }

    MemorySegment section(Section section) {
        return file.asSlice(begin(section), bytes(section));
    }

    /** A section as 8-byte numbers. */
    long[] numbers(Section section) {
        MemorySegment bytes = section(section);
        long[] numbers = new long[Math.toIntExact(bytes.byteSize() / Long.BYTES)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = bytes.get(NUMBER, (long) i * Long.BYTES);
        }
        return numbers;
    }

    /** A section to be read into the Java heap in pieces. */
    ByteBuffer buffer(Section section) {
        return section(section).asByteBuffer();
    }
}
