/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.OwnerOnlyAttributes;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * A gzip, zstd or zip file inflated into a file without a name. Only the mapping holds the file, so
 * it disappears however the process ends.
 *
 * @param bytes the inflated data
 * @param warnings for the user, such as: the file was cut, or continues with other data
 */
record InflatedFile(MemorySegment bytes, List<String> warnings) {
    private static final int ISIZE = 4;
    private static final long ISIZE_WRAPS_AT = 1L << 32;

    /**
     * Inflates a file: plain gzip and all others on one core, HotSpot's blocks on several.
     *
     * @param kind of the file
     * @param directory holds the inflated file
     * @param arena of the mapping; closing it frees the disk space
     * @param progress receives the number of bytes read of the compressed file
     * @throws ProblemException if there is no room
     * @throws HprofFormatException if the data is corrupt
     */
    static InflatedFile inflate(
            Path file,
            FileKind kind,
            Path directory,
            Arena arena,
            LongConsumer progress,
            CancelSignal cancel)
            throws IOException, ProblemException {
        List<String> warnings = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            InflatedOutput.requireRoom(directory, channel.size());
            try (FileChannel inflated = nameless(directory)) {
                InflatedOutput out = new InflatedOutput(directory, inflated, progress, cancel);
                switch (kind) {
                    case ZSTD -> ZstdFile.inflate(channel, out, warnings);
                    case ZIP -> ZipDumpInflater.inflate(file, out, warnings);
                    default -> gunzip(channel, directory, out, warnings);
                }
                out.judge();
                MemorySegment bytes = inflated.map(MapMode.READ_ONLY, 0, inflated.size(), arena);
                return new InflatedFile(bytes, List.copyOf(warnings));
            }
        }
    }

    private static void gunzip(
            FileChannel channel, Path directory, InflatedOutput out, List<String> warnings)
            throws IOException, ProblemException {
        CompressedFileWindow in = new CompressedFileWindow(channel);
        int blockSize = GzipHeader.read(in.ahead(GzipHeader.LONGEST)).blockSize();
        InflatedOutput.requireRoom(directory, leastSize(channel, blockSize > 0));
        if (blockSize > 0) {
            in.seek(new ParallelGzipInflater(channel, out, blockSize).inflate());
        }
        try (GzipMemberInflater members = new GzipMemberInflater(in, out, warnings)) {
            members.inflate();
        }
    }

    /** Creates a private file that Linux deletes as soon as it is open. */
    private static FileChannel nameless(Path directory) throws IOException {
        Path file = directory.resolve("heapsight-" + UUID.randomUUID() + ".hprof");
        if (!OwnerOnlyAttributes.isPosix(file)) {
            file.toFile().deleteOnExit();
        }
        return FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.DELETE_ON_CLOSE),
                OwnerOnlyAttributes.file(file));
    }

    /**
     * Returns a lower bound of the inflated size: for HotSpot's blocks, the compressed size. The
     * last four bytes of a single member give its size modulo 4 GiB. For several other members, the
     * result may be too large.
     */
    private static long leastSize(FileChannel file, boolean blocks) throws IOException {
        long compressed = file.size();
        if (blocks || compressed < ISIZE) {
            return compressed;
        }
        ByteBuffer end = ByteBuffer.allocate(ISIZE).order(ByteOrder.LITTLE_ENDIAN);
        file.read(end, compressed - ISIZE);
        long size = Integer.toUnsignedLong(end.getInt(0));
        // Compression adds at most a thousandth and a header.
        while (size + size / 1000 + GzipHeader.LONGEST < compressed) {
            size += ISIZE_WRAPS_AT;
        }
        return size;
    }
}
