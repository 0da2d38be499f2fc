/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells the kernel what of a mapped file is going to be read, and that nothing else is. Left to
 * itself it reads up to some MiB around each page that is not in memory. Where references are
 * followed that is many times the file, and where memory is short it pushes out what is needed
 * next.
 *
 * <p>Java has no call for this, and linking one takes a tenth of a second: a thread does so while
 * the work goes on, once something is to be read that is not in memory. It is advice only; without
 * it the same is read, more slowly.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/madvise.2.html">madvise(2)</a>
 */
public final class ReadAhead {
    /** Of a memory that is no file. */
    static final ReadAhead NONE = new ReadAhead(MemorySegment.NULL);

    private static final int RANDOM = 1;
    private static final int WILL_NEED = 3;

    /** A multiple of the size of a page everywhere. */
    private static final long PAGES = 64 << 10;

    /** Advice begins at a page; where pages are larger it is not taken. */
    private static final long MEMORY_PAGE = 4 << 10;

    private final MemorySegment mapping;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean isLinked;

    private ReadAhead(MemorySegment mapping) {
        this.mapping = mapping;
    }

    /**
     * Of a mapped file.
     *
     * @param writable whether this process may write the file: Linux tells nobody else what of it
     *     is in memory, but says that all is
     */
    static ReadAhead of(MemorySegment mapping, boolean writable) {
        ReadAhead readAhead = new ReadAhead(mapping);
        if (!writable) {
            readAhead.begin();
        }
        return readAhead;
    }

    private void begin() {
        if (begun.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("read-ahead").start(this::link);
        }
    }

    /** Whether the kernel is advised, or soon will be. */
    boolean isBegun() {
        return begun.get();
    }

    private void link() {
        avoid(mapping);
        isLinked = true;
    }

    /**
     * Tells the kernel that a mapped file is read at random: it then reads no more than the page
     * that is missing.
     */
    public static void avoid(MemorySegment mapping) {
        advise(mapping, 0, mapping.byteSize(), RANDOM);
    }

    /** Links madvise(2) once, when it is first used. */
    private static final class Linked {
        static final MethodHandle MADVISE = madvise();

        @SuppressWarnings("restricted") // the launcher and the manifest enable native access
        private static MethodHandle madvise() {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("madvise"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT));
        }
    }

    /** Has a range of the file brought into memory; does not wait for it. */
    void willRead(long from, long to) {
        long start = from & -PAGES;
        long end = Math.min(to, mapping.byteSize());
        if (start >= end) {
            return;
        }
        if (isLinked) {
            advise(mapping, start, end - start, WILL_NEED);
        } else if (!isBegun() && !mapping.asSlice(start, end - start).isLoaded()) {
            begin();
        }
    }

    /**
     * Has a range of what is perhaps a mapped file brought into memory, and does not wait for it:
     * for passes over files of which single pages are read otherwise.
     *
     * @param from of the segment, in bytes; what lies outside of it counts for nothing
     */
    public static void willRead(MemorySegment segment, long from, long to) {
        long start = Math.max(0, from);
        long end = Math.min(to, segment.byteSize());
        if (start < end && segment.isMapped()) {
            long before = segment.address() + start & (MEMORY_PAGE - 1);
            advise(segment, start - before, end - start + before, WILL_NEED);
        }
    }

    private static void advise(MemorySegment mapping, long from, long length, int advice) {
        try {
            int ignored =
                    (int) Linked.MADVISE.invokeExact(mapping.address() + from, length, advice);
        } catch (Throwable e) {
            throw new IllegalStateException("madvise", e); // a native call throws nothing
        }
    }
}
