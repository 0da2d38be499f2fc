/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import io.heapsight.summary.HeapSummary.SkippedPhase;
import io.heapsight.unit.IoReason;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits the memory outside the Java heap that an analysis may use. A reservation that does not fit
 * fails before any allocation.
 *
 * <p>With a work directory, {@link #reserveOrSpill} maps a temporary file there instead of failing.
 * The kernel may evict its pages; they count as {@link #peakSpilledBytes}, not as memory. With
 * random access and too little page cache, each access reads a page from the disk: {@link
 * #checkReads} limits that.
 *
 * <p>Thread-safe, and so are its segments. Each reservation has its own arena, so that releasing it
 * frees its memory at once.
 */
public final class MemoryBudget implements AutoCloseable {
    private static final long ALIGNMENT = Long.BYTES;

    /**
     * A sequential table becomes a file if less than one part in this many of the memory would stay
     * free.
     */
    private static final int SPARED_SHARE = 4;

    private final long limitBytes;
    private final @Nullable Path workDirectory;
    private final ReadAllowance reads;
    private final Map<Long, Reservation> reservations = new HashMap<>();
    private long usedBytes;
    private long peakBytes;
    private volatile long spilledBytes;
    private long peakSpilledBytes;

    private record Reservation(Arena arena, long memoryBytes, long fileBytes) {}

    /** A budget that never spills. */
    public MemoryBudget(long limitBytes) {
        this(limitBytes, null);
    }

    /**
     * A budget that may spill.
     *
     * @param workDirectory an existing directory for temporary files, or null for none
     */
    public MemoryBudget(long limitBytes, @Nullable Path workDirectory) {
        this(limitBytes, workDirectory, ReadAllowance.UNLIMITED);
    }

    /**
     * A budget that may spill, with a limit of reads from the disk.
     *
     * @param reads the limit for {@link #checkReads}
     */
    public MemoryBudget(long limitBytes, @Nullable Path workDirectory, ReadAllowance reads) {
        if (limitBytes < 0) {
            throw new IllegalArgumentException("negative limit: " + limitBytes);
        }
        this.limitBytes = limitBytes;
        this.workDirectory = workDirectory;
        this.reads = reads;
    }

    /**
     * Reserves zeroed memory, aligned to 8 bytes.
     *
     * @param purpose its purpose, in words that follow "for": "the object index"
     * @throws BudgetExceededException if it does not fit; nothing was allocated then
     */
    public MemorySegment reserve(long bytes, String purpose) throws BudgetExceededException {
        long size = roundedUp(bytes);
        take(size, bytes, purpose);
        Arena arena = Arena.ofShared();
        boolean done = false;
        try {
            MemorySegment segment = arena.allocate(size, ALIGNMENT);
            keep(segment, new Reservation(arena, size, 0));
            done = true;
            return segment.asSlice(0, bytes);
        } finally {
            if (!done) {
                arena.close();
                giveBack(size);
            }
        }
    }

    /**
     * Reserves memory as {@link #reserve} or, if it does not suffice, maps a temporary file in the
     * work directory.
     *
     * @throws BudgetExceededException if neither memory nor disk suffices
     */
    public MemorySegment reserveOrSpill(long bytes, String purpose) throws BudgetExceededException {
        return reserveOrSpill(bytes, 0, purpose);
    }

    /**
     * Like {@link #reserveOrSpill(long, String)}, for sequential use: leaves a part of the memory
     * free for tables with random access, which are slower in a file.
     */
    public MemorySegment reserveOrSpillInOrder(long bytes, String purpose)
            throws BudgetExceededException {
        return reserveOrSpill(bytes, limitBytes / SPARED_SHARE, true, purpose);
    }

    /**
     * Like {@link #reserveOrSpill(long, String)}, but leaves this many bytes of memory free.
     *
     * @param spared bytes that must stay free; otherwise it maps a file, if possible
     */
    MemorySegment reserveOrSpill(long bytes, long spared, String purpose)
            throws BudgetExceededException {
        return reserveOrSpill(bytes, spared, false, purpose);
    }

    private MemorySegment reserveOrSpill(
            long bytes, long spared, boolean isUsedInOrder, String purpose)
            throws BudgetExceededException {
        try {
            if (workDirectory != null && availableBytes() - bytes < spared) {
                throw new BudgetExceededException(purpose, bytes + spared, availableBytes());
            }
            return reserve(bytes, purpose);
        } catch (BudgetExceededException e) {
            if (workDirectory == null) {
                throw e;
            }
            try {
                return spill(workDirectory, roundedUp(bytes), isUsedInOrder).asSlice(0, bytes);
            } catch (IOException ioFailure) {
                throw e.withoutSpill(
                        "and " + workDirectory + " could not hold it: " + IoReason.of(ioFailure),
                        ioFailure);
            }
        }
    }

    /**
     * Checks the limit of reads. Code with random access to tables calls it from time to time.
     *
     * @throws BudgetExceededException if tables are in files, and the limit is exceeded
     */
    public void checkReads() throws BudgetExceededException {
        if (spilledBytes > 0) {
            reads.check();
        }
    }

    private MemorySegment spill(Path directory, long size, boolean isUsedInOrder)
            throws IOException {
        Arena arena = Arena.ofShared();
        boolean done = false;
        try {
            MemorySegment segment = SpillFile.map(directory, size, isUsedInOrder, arena);
            keep(segment, new Reservation(arena, 0, size));
            done = true;
            return segment;
        } finally {
            if (!done) {
                arena.close();
            }
        }
    }

    /**
     * Releases a reservation; the segment must not be used afterwards.
     *
     * @throws IllegalArgumentException if the segment is not from this budget, or was released
     *     before
     */
    public void release(MemorySegment segment) {
        Reservation reservation;
        synchronized (this) {
            reservation = reservations.remove(segment.address());
            if (reservation == null) {
                throw new IllegalArgumentException("not reserved here: " + segment);
            }
        }
        reservation.arena().close();
        synchronized (this) {
            usedBytes -= reservation.memoryBytes();
            spilledBytes -= reservation.fileBytes();
        }
    }

    private synchronized void take(long size, long bytes, String purpose)
            throws BudgetExceededException {
        if (size > limitBytes - usedBytes) {
            throw new BudgetExceededException(purpose, bytes, limitBytes - usedBytes);
        }
        usedBytes += size;
        peakBytes = Math.max(peakBytes, usedBytes);
    }

    private synchronized void giveBack(long size) {
        usedBytes -= size;
    }

    private synchronized void keep(MemorySegment segment, Reservation reservation) {
        reservations.put(segment.address(), reservation);
        spilledBytes += reservation.fileBytes();
        peakSpilledBytes = Math.max(peakSpilledBytes, spilledBytes);
    }

    /** Whether a reservation that does not fit may become a file. */
    public boolean canSpill() {
        return workDirectory != null;
    }

    public long limitBytes() {
        return limitBytes;
    }

    public synchronized long availableBytes() {
        return limitBytes - usedBytes;
    }

    /** The maximum of memory reserved at one time, without files. */
    public synchronized long peakBytes() {
        return peakBytes;
    }

    /** The maximum of bytes in temporary files at one time. */
    public synchronized long peakSpilledBytes() {
        return peakSpilledBytes;
    }

    /** The report of a phase that fitted neither in memory nor on the disk. */
    public SkippedPhase leftOut(String phase, BudgetExceededException tooLarge) {
        return new SkippedPhase(
                phase,
                tooLarge.reason(),
                "give it more memory (--max-memory, the container's limit), and --work-dir room");
    }

    /** Releases all remaining reservations. */
    @Override
    public synchronized void close() {
        for (Reservation reservation : reservations.values()) {
            reservation.arena().close();
        }
        reservations.clear();
        usedBytes = 0;
        spilledBytes = 0;
    }

    private static long roundedUp(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("negative size: " + bytes);
        }
        // Reservations are identified by address, which an empty one would share.
        long atLeast = Math.max(bytes, ALIGNMENT);
        if (atLeast > Long.MAX_VALUE - ALIGNMENT) {
            throw new IllegalArgumentException("size too large: " + bytes);
        }
        return (atLeast + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
