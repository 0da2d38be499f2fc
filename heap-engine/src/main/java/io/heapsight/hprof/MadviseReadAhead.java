/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Advises the kernel which parts of a mapped file will be read. By default, the kernel reads up to
 * some MiB around each page that is not in memory. While an analysis follows references, these
 * reads add up to many times the file size. With little memory, they evict pages that are needed
 * next.
 *
 * <p>Java has no method for this advice, and linking the C function takes a tenth of a second. So a
 * background thread links it, when a needed page is not in memory for the first time. Without the
 * advice, reads are only slower.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/madvise.2.html">madvise(2)</a>
 */
public final class MadviseReadAhead {
    /** Does nothing: for memory that is not a file. */
    static final MadviseReadAhead NONE = new MadviseReadAhead(MemorySegment.NULL);

    private static final int RANDOM = 1;
    private static final int WILL_NEED = 3;

    /** A multiple of the page size on all platforms. */
    private static final long PAGES = 64 << 10;

    /** Advice begins at a page; kernels with larger pages reject it. */
    private static final long MEMORY_PAGE = 4 << 10;

    private final MemorySegment mapping;
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean isLinked;

    private MadviseReadAhead(MemorySegment mapping) {
        this.mapping = mapping;
    }

    /**
     * Read-ahead for a mapped file.
     *
     * @param writable whether this process may write the file: to others, Linux reports all pages
     *     as in memory
     */
    static MadviseReadAhead of(MemorySegment mapping, boolean writable) {
        MadviseReadAhead readAhead = new MadviseReadAhead(mapping);
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

    /** Whether the kernel is being advised, or soon will be. */
    boolean isBegun() {
        return begun.get();
    }

    private void link() {
        avoid(mapping);
        isLinked = true;
    }

    /**
     * Advises the kernel that a mapped file is read at random: it then reads only the missing page.
     */
    public static void avoid(MemorySegment mapping) {
        advise(mapping, 0, mapping.byteSize(), RANDOM);
    }

    /** Links madvise(2) once, when it is first used. */
    private static final class Linked {
        /** A function that does nothing where the system has none: on Windows. */
        static final MethodHandle MADVISE = madvise();

        @SuppressWarnings("restricted") // the launcher and the manifest enable native access
        private static MethodHandle madvise() {
            Linker linker = Linker.nativeLinker();
            Optional<MemorySegment> function = linker.defaultLookup().find("madvise");
            return function.isPresent()
                    ? linker.downcallHandle(
                            function.get(),
                            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT))
                    : MethodHandles.empty(
                            MethodType.methodType(int.class, long.class, long.class, int.class));
        }
    }

    /** Asks the kernel to load a range of the file; doesn't wait for it. */
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
     * Asks the kernel to load a range of a segment that may be a mapped file; doesn't wait for it.
     * For sequential passes over files that are otherwise read at random.
     *
     * @param from of the segment, in bytes; parts outside of it are ignored
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
