/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import io.heapsight.perfdata.PerfDataException.Kind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one JVM, mapped from its hsperfdata file (by default {@code
 * /tmp/hsperfdata_USER/PID} in the JVM's own mounts). A read is a memory load, not a system call.
 * JDK 8 to 25 write the same format; see {@link Prologue} and {@link PerfDataEntryParser} for its
 * layout.
 *
 * <p>Safe for use by several threads. Once closed, or when the file is truncated or reused by
 * another JVM, reads end in {@link CountersGoneException}. After the JVM ends, the mapping keeps
 * the last values; only the process shows the end.
 */
public final class PerfDataFile implements Counters, AutoCloseable {
    /**
     * Maximum size: HotSpot's PerfDataMemSize ends at 2 MiB, so a much larger file is not
     * hsperfdata.
     */
    private static final long MAX_SIZE = 16L << 20;

    private final Prologue prologue;
    private final @Nullable Arena arena;
    private final byte @Nullable [] snapshot;

    private volatile Parsed parsed;

    /** The counters, and the header at that time. */
    private record Parsed(Map<String, PerfCounter> counters, long stamp, int numEntries) {}

    private PerfDataFile(MemorySegment bytes, @Nullable Arena arena, byte @Nullable [] snapshot)
            throws PerfDataException {
        this.arena = arena;
        this.snapshot = snapshot;
        try {
            prologue = Prologue.read(new PerfMemory(bytes, ByteOrder.nativeOrder()));
            parsed = parse();
        } catch (CountersGoneException e) {
            throw new PerfDataException(Kind.GONE, bytes.byteSize(), "the file was truncated", e);
        }
    }

    /**
     * Maps a file. Symbolic links are not followed: the folder belongs to the target.
     *
     * @throws PerfDataException if it is not hsperfdata, or not yet: see its kind
     * @throws IOException if it can't be opened
     */
    public static PerfDataFile open(Path path) throws IOException, PerfDataException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            throw PerfDataException.malformed(0, "not a regular file: " + path);
        }
        Arena arena = Arena.ofShared();
        boolean opened = false;
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            long size = channel.size();
            if (size > MAX_SIZE) {
                throw PerfDataException.malformed(MAX_SIZE, "too large: " + size + " bytes");
            }
            MemorySegment bytes = channel.map(MapMode.READ_ONLY, 0, size, arena);
            PerfDataFile file = new PerfDataFile(bytes, arena, null);
            opened = true;
            return file;
        } finally {
            if (!opened) {
                arena.close();
            }
        }
    }

    /**
     * Parses a copy of such a file; {@link #replace} updates it from a later copy.
     *
     * @throws PerfDataException if the bytes are not hsperfdata, or not yet: see its kind
     */
    public static PerfDataFile of(byte[] snapshot) throws PerfDataException {
        byte[] copy = snapshot.clone();
        return new PerfDataFile(MemorySegment.ofArray(copy), null, copy);
    }

    /**
     * Updates all counters from a later copy of the same file.
     *
     * @throws PerfDataException if the bytes are from another JVM
     */
    public synchronized void replace(byte[] later) throws PerfDataException {
        if (snapshot == null) {
            throw new IllegalStateException("a mapped file brings its own values");
        }
        if (later.length != snapshot.length) {
            throw new PerfDataException(
                    Kind.GONE, later.length, "the file's size was " + snapshot.length, null);
        }
        System.arraycopy(later, 0, snapshot, 0, later.length);
        refresh();
    }

    @Override
    public @Nullable PerfCounter find(String name) {
        PerfCounter counter = parsed.counters.get(name);
        return counter != null || !hasChanged() ? counter : refreshed().get(name);
    }

    @Override
    public Collection<PerfCounter> all() {
        Map<String, PerfCounter> counters = hasChanged() ? refreshed() : parsed.counters;
        return Collections.unmodifiableCollection(counters.values());
    }

    /** Bytes of counters that did not fit into the file; those counters are missing. */
    public int overflowBytes() {
        return prologue.overflow();
    }

    /**
     * Finds added counters.
     *
     * @throws PerfDataException if the file is damaged, or now from another JVM
     */
    public synchronized void refresh() throws PerfDataException {
        try {
            if (!prologue.accessible()) {
                throw new PerfDataException(Kind.GONE, 0, "another JVM is writing the file", null);
            }
            Parsed before = parsed;
            Parsed after = parse();
            for (PerfCounter counter : before.counters.values()) {
                if (!counter.equals(after.counters.get(counter.name()))) {
                    throw new PerfDataException(
                            Kind.GONE, 0, "another JVM's counters are in the file", null);
                }
            }
            parsed = after;
        } catch (CountersGoneException e) {
            throw new PerfDataException(Kind.GONE, 0, "the file was truncated", e);
        }
    }

    /**
     * Finds added counters if the header shows a change.
     *
     * @throws PerfDataException if the file is damaged, or now from another JVM
     */
    public void follow() throws PerfDataException {
        boolean changed;
        try {
            changed = hasChanged();
        } catch (CountersGoneException e) {
            throw new PerfDataException(Kind.GONE, 0, "the file was truncated", e);
        }
        if (changed) {
            refresh();
        }
    }

    /** Unmaps the file; does nothing for a snapshot. */
    @Override
    public synchronized void close() {
        if (arena != null && arena.scope().isAlive()) {
            arena.close();
        }
    }

    private boolean hasChanged() {
        Parsed seen = parsed;
        return prologue.modificationStamp() != seen.stamp
                || prologue.numEntries() != seen.numEntries;
    }

    /**
     * Parses the file. Reads the header first, so that counters added during the parse count as a
     * later change.
     */
    private Parsed parse() throws PerfDataException {
        long stamp = prologue.modificationStamp();
        int numEntries = prologue.numEntries();
        return new Parsed(PerfDataEntryParser.parse(prologue), stamp, numEntries);
    }

    private Map<String, PerfCounter> refreshed() {
        try {
            refresh();
        } catch (PerfDataException e) {
            throw new CountersGoneException("the counters are gone: " + e.getMessage(), e);
        }
        return parsed.counters;
    }
}
