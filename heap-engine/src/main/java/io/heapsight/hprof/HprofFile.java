/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * A heap dump in the HPROF binary format, versions 1.0.1 and 1.0.2, mapped into memory.
 *
 * <pre>
 *   "JAVA PROFILE 1.0.2", 0, bytes of an identifier (u4), milliseconds since 1970 (u8), records
 * </pre>
 */
public final class HprofFile implements AutoCloseable {
    private static final String MAGIC = "JAVA PROFILE 1.0";
    private static final int VERSION_BYTES = 19;
    static final int HEADER_BYTES = VERSION_BYTES + Integer.BYTES + Long.BYTES;

    private final Arena arena;
    private final HprofBytes bytes;
    private final String version;
    private final Instant dumpedAt;
    private final DumpOutline outline;

    private final List<String> warnings;
    private boolean salvaged;
    private boolean withoutRecords;

    private HprofFile(Arena arena, HprofBytes bytes, String version, List<String> warnings) {
        this.arena = arena;
        this.bytes = bytes;
        this.version = version;
        this.dumpedAt = Instant.ofEpochMilli(bytes.i8(VERSION_BYTES + Integer.BYTES));
        this.outline = DumpOutline.read(bytes, HEADER_BYTES);
        this.warnings = warnings;
        if (outline.isBroken()) {
            salvage();
        }
        if (outline.segments().stream().allMatch(each -> each.start() == each.end())) {
            throw new HprofFormatException(
                    bytes.size(), "the file ends before the first object of the heap");
        }
    }

    /**
     * Reads all records and skips broken parts; called after a reading has failed.
     *
     * @return false if it was called before
     */
    public boolean salvage() {
        if (salvaged) {
            return false;
        }
        salvaged = true;
        outline.salvage(bytes);
        return true;
    }

    /** Restricts all further readings to these parts of the segments. */
    public void leaveOut(List<Segment> left) {
        outline.keepOnly(left);
        withoutRecords = true;
    }

    /** Whether skipped bytes between the segments may look like records. */
    public boolean isSalvaged() {
        return salvaged || withoutRecords;
    }

    /**
     * Maps an uncompressed dump.
     *
     * @throws HprofFormatException if it is not a dump
     */
    public static HprofFile open(Path file) throws IOException {
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            MemorySegment dump = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
            MadviseReadAhead readAhead = MadviseReadAhead.of(dump, Files.isWritable(file));
            return open(arena, dump, readAhead, List.of());
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** Whether a record follows a header; true also for a file that ends after the header. */
    static boolean hasRecords(byte[] head) {
        return head.length <= HEADER_BYTES || TopLevelCursor.isTag(head[HEADER_BYTES] & 0xFF);
    }

    /**
     * Maps a dump; inflates it first if it is compressed by gzip or zstd or in a zip archive.
     *
     * @param workDirectory directory that holds the inflated dump while it is mapped
     * @param inflated receives, from time to time, the number of bytes read of a compressed file
     * @throws ProblemException if there is no room to inflate it, or it is another known format
     * @throws HprofFormatException if it is not a dump
     */
    public static HprofFile open(
            Path file, Path workDirectory, LongConsumer inflated, CancelSignal cancel)
            throws IOException, ProblemException {
        FileKind kind = FileKind.of(file);
        kind.refuse(file.toString());
        if (!kind.isCompressed()) {
            return open(file);
        }
        Arena arena = Arena.ofShared();
        try {
            InflatedFile dump =
                    InflatedFile.inflate(file, kind, workDirectory, arena, inflated, cancel);
            MadviseReadAhead readAhead = MadviseReadAhead.of(dump.bytes(), true);
            return open(arena, dump.bytes(), readAhead, dump.warnings());
        } catch (IOException | ProblemException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /**
     * Reads a dump from memory.
     *
     * @param arena of the bytes; closed with the file
     * @throws HprofFormatException if it is not a dump
     */
    public static HprofFile open(Arena arena, MemorySegment dump) {
        return open(arena, dump, MadviseReadAhead.NONE, List.of());
    }

    private static HprofFile open(
            Arena arena, MemorySegment dump, MadviseReadAhead readAhead, List<String> warnings) {
        if (!dump.isNative()) {
            throw new IllegalArgumentException("a dump must lie outside the Java heap: " + dump);
        }
        if (dump.byteSize() < HEADER_BYTES) {
            throw new HprofFormatException(
                    dump.byteSize(), "the file ends within the header of a heap dump");
        }
        String version =
                new String(
                        new HprofBytes(dump, Long.BYTES, readAhead).copy(0, VERSION_BYTES - 1),
                        StandardCharsets.ISO_8859_1);
        if (!version.startsWith(MAGIC)) {
            throw new HprofFormatException(0, "not a heap dump: it does not begin with " + MAGIC);
        }
        int idBytes = new HprofBytes(dump, Long.BYTES, readAhead).i4(VERSION_BYTES);
        if (idBytes != Integer.BYTES && idBytes != Long.BYTES) {
            throw new HprofFormatException(
                    VERSION_BYTES, "identifiers have 4 or 8 bytes, not " + idBytes);
        }
        return new HprofFile(
                arena,
                new HprofBytes(dump, idBytes, readAhead),
                version.substring(version.lastIndexOf(' ') + 1),
                warnings);
    }

    public HprofBytes bytes() {
        return bytes;
    }

    /** The format's version: 1.0.1 or 1.0.2. */
    public String version() {
        return version;
    }

    public Instant dumpedAt() {
        return dumpedAt;
    }

    /** A cursor over the outermost records. */
    public TopLevelCursor records() {
        return new TopLevelCursor(bytes, HEADER_BYTES);
    }

    /** The positions of the heap's records, in file order. */
    public List<Segment> segments() {
        return outline.segments();
    }

    /** Whether the records reach the dump's end record and the end of the file. */
    public boolean isWhole() {
        return outline.isWhole();
    }

    /** Warnings for the user: the file was cut, holds several dumps, …. */
    public List<String> warnings() {
        return Stream.concat(warnings.stream(), outline.warnings().stream()).toList();
    }

    /** Maps a class' address to its name's identifier. */
    public LongMap classNames() {
        return outline.classNames();
    }

    /** Finds the texts of identifiers, which may repeat. Reads the names of the dump once. */
    public DumpedNames names(Iterable<long[]> identifiers) {
        return DumpedNames.find(bytes, HEADER_BYTES, identifiers);
    }

    /** The stack traces with these serial numbers. */
    public StackTraces stackTraces(long[] serials) {
        return StackTraces.find(bytes, HEADER_BYTES, serials, outline.classSerials());
    }

    @Override
    public void close() {
        arena.close();
    }
}
