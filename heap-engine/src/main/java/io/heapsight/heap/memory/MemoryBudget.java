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
 * The memory outside the Java heap that an analysis may take. A reservation that does not fit fails
 * before anything is allocated.
 *
 * <p>With a work directory, {@link #reserveOrSpill} maps a temporary file there instead of failing.
 * Its pages are the kernel's to evict and count as {@link #peakSpilledBytes}, not as memory. Where
 * they are used here and there and the page cache can't hold them, an access reads a page from the
 * disk: {@link #checkReads} bounds that.
 *
 * <p>May be shared by threads, and so may what it hands out. Each reservation has its own arena, so
 * that releasing it gives its memory back at once.
 */
public final class MemoryBudget implements AutoCloseable {
    private static final long ALIGNMENT = Long.BYTES;

    /** What may as well be a file leaves a quarter of the memory. */
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
     * A budget that may spill, and read so much for it.
     *
     * @param reads what {@link #checkReads} asks
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
     * Zeroed memory, aligned to 8 bytes.
     *
     * @param purpose what it is for, as it reads after "for": "the object index"
     * @throws BudgetExceededException when it does not fit; nothing was allocated then
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
     * Memory as {@link #reserve} gives it, or a mapped temporary file where the memory does not
     * suffice and there is a work directory.
     *
     * @throws BudgetExceededException when neither memory nor disk suffices
     */
    public MemorySegment reserveOrSpill(long bytes, String purpose) throws BudgetExceededException {
        return reserveOrSpill(bytes, 0, purpose);
    }

    /**
     * The same for what is used place by place: a part of the memory is left for what is used here
     * and there, which is slower in a file.
     */
    public MemorySegment reserveOrSpillInOrder(long bytes, String purpose)
            throws BudgetExceededException {
        return reserveOrSpill(bytes, limitBytes / SPARED_SHARE, true, purpose);
    }

    /**
     * As {@link #reserveOrSpill(long, String)}, with so many bytes of memory left for others.
     *
     * @param spared what must be available afterwards; a file is taken otherwise, where one can be
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
     * To be called now and then by what uses its tables here and there.
     *
     * @throws BudgetExceededException when these are in files, and too much was read from the disk
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
     * Gives a reservation back; the segment must not be used any more.
     *
     * @throws IllegalArgumentException when the segment is not one that this budget handed out, or
     *     has been released before
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

    /** The most memory that was reserved at one time; files are not in it. */
    public synchronized long peakBytes() {
        return peakBytes;
    }

    /** The most that temporary files held at one time. */
    public synchronized long peakSpilledBytes() {
        return peakSpilledBytes;
    }

    /** What is told of a phase that fitted neither in memory nor on the disk. */
    public SkippedPhase leftOut(String phase, BudgetExceededException tooLarge) {
        return new SkippedPhase(
                phase,
                tooLarge.reason(),
                "give it more memory (--max-memory, the container's limit), and --work-dir room");
    }

    /** Releases whatever has not been released. */
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
        // A reservation is known by its address, which an empty one would share.
        long atLeast = Math.max(bytes, ALIGNMENT);
        if (atLeast > Long.MAX_VALUE - ALIGNMENT) {
            throw new IllegalArgumentException("size too large: " + bytes);
        }
        return (atLeast + ALIGNMENT - 1) & -ALIGNMENT;
    }
}
