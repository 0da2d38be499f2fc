/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Inflates the blocks of a dump that HotSpot has compressed ({@code GC.heap_dump -gz=1}) on several
 * cores. Each block is a gzip member; only inflating it shows its end. So the file is split where
 * the bytes look like a header. Compressed data may look like a header, too. So this class stops at
 * a piece that is not exactly one valid member, and the caller reads the rest member by member.
 */
final class ParallelGzipInflater {
    /**
     * The first bytes of all headers: no time and no flags, except the comment flag in the first
     * block of each thread that wrote the dump.
     */
    private static final long HEADER = 0x1F8B_0800_0000_0000L;

    private static final long COMMENT_FLAG = 0x10L << 32;

    private static final int MOST_WORKERS = 4;
    private static final int LARGEST_BLOCK = 16 << 20;

    private final FileChannel file;
    private final InflatedOutput out;
    private final int blockSize;
    private final int mostCompressed;
    private final Deque<GzipBlock> free = new ArrayDeque<>();
    private final Deque<Future<Boolean>> results = new ArrayDeque<>();
    private final Deque<GzipBlock> running = new ArrayDeque<>();

    private ByteBuffer window = ByteBuffer.allocate(0);
    private long windowStart;

    /**
     * @param blockSize maximum bytes of an inflated block
     */
    ParallelGzipInflater(FileChannel file, InflatedOutput out, int blockSize) {
        this.file = file;
        this.out = out;
        this.blockSize = blockSize;
        this.mostCompressed = blockSize + blockSize / 1000 + GzipHeader.LONGEST;
    }

    /**
     * Inflates blocks from the start of the file.
     *
     * @return the offset in the compressed file up to which it inflated: its end, or a member to
     *     inflate in another way
     */
    long inflate() throws IOException, ProblemException {
        if (blockSize > LARGEST_BLOCK) {
            return 0;
        }
        int workers = Math.min(MOST_WORKERS, Runtime.getRuntime().availableProcessors());
        List<GzipBlock> blocks = new ArrayList<>();
        try (Arena arena = Arena.ofShared();
                ExecutorService executor =
                        Executors.newFixedThreadPool(
                                workers, Thread.ofPlatform().daemon().factory())) {
            window = arena.allocate(mostCompressed).asByteBuffer().limit(0);
            for (int i = 0; i < workers + 2; i++) {
                blocks.add(new GzipBlock(arena, mostCompressed, blockSize));
            }
            free.addAll(blocks);
            return inflate(executor);
        } finally {
            blocks.forEach(GzipBlock::close);
        }
    }

    private long inflate(ExecutorService executor) throws IOException, ProblemException {
        long done = 0;
        boolean more = true;
        while (true) {
            while (more && !free.isEmpty()) {
                GzipBlock block = free.remove();
                more = nextPiece(block);
                if (more) {
                    running.add(block);
                    results.add(executor.submit(block::inflate));
                }
            }
            if (running.isEmpty()) {
                return done;
            }
            GzipBlock block = running.remove();
            if (!result(results.remove())) {
                return done;
            }
            out.write(block.data(), block.end());
            done = block.end();
            free.add(block);
        }
    }

    private static boolean result(Future<Boolean> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while inflating", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Copies the bytes up to the next header or the file's end; false if there are none. */
    private boolean nextPiece(GzipBlock block) throws IOException {
        windowStart += window.position();
        window.compact();
        boolean atEnd = false;
        while (!atEnd && window.hasRemaining()) {
            atEnd = file.read(window, windowStart + window.position()) < 0;
        }
        window.flip();
        int end = nextHeader();
        if (end < 0) {
            end = atEnd ? window.limit() : 0;
        }
        if (end == 0) {
            return false;
        }
        block.fill(windowStart, window.slice(0, end));
        window.position(end);
        return true;
    }

    /** The position of the next header in the window, after the one at its start; -1 for none. */
    private int nextHeader() {
        int last = window.limit() - Long.BYTES;
        for (int at = 1; at <= last; at++) {
            if (window.get(at) == 0x1F && (window.getLong(at) & ~COMMENT_FLAG) == HEADER) {
                return at;
            }
        }
        return -1;
    }
}
