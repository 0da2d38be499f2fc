/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.explore.IndexLayout.Section;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntPair;
import io.heapsight.heap.memory.LongArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.retained.Referrers;
import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.unit.DurableFiles;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;

/**
 * Writes the index of a dump beside it, in the format of {@link IndexLayout}. The file gets its
 * final name only once it is complete. Takes 8 bytes per block.
 */
public final class IndexWriter implements AutoCloseable {
    /** Number of pages that a worker encodes at a time. */
    private static final int PAGES_AT_A_TIME = 16;

    private static final int BUFFER_BYTES = 256 << 10;
    private static final long LARGEST_OFFSET = 0xFFFF_FFFFL;
    private static final int PIECE_BYTES = 8 << 20;

    private final Path target;
    private final Path part;
    private final DumpFingerprint dump;
    private final FileChannel channel;
    private final long[] sections = new long[2 * Section.values().length];
    private long end = IndexLayout.HEADER_BYTES;

    /**
     * Creates the incomplete file.
     *
     * @param dump the dump of the index
     */
    public IndexWriter(Path target, DumpFingerprint dump) throws IOException {
        this.target = target;
        this.dump = dump;
        part = target.resolveSibling(target.getFileName() + DurableFiles.PART);
        Files.deleteIfExists(part);
        DurableFiles.create(part).close();
        channel = FileChannel.open(part, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /**
     * Writes the data of all objects, using all workers.
     *
     * @param referrers of the retention
     */
    public void writeObjects(
            RetainedHeap retention,
            Referrers referrers,
            MemoryBudget budget,
            WorkerThreads workers,
            PhaseProgress progress)
            throws IOException, BudgetExceededException {
        ObjectIndex index = retention.heap().index();
        int[] pages = index.pagesByAddress();
        try (LongArray places =
                LongArray.reserveOrSpill(budget, index.blocks(), "the index of objects")) {
            encodeObjects(retention, referrers, pages, places, workers, progress);
            VarintSink classObjects = new VarintSink();
            NodeEncoder encoder = new NodeEncoder(retention, referrers);
            for (HeapClass each : retention.heap().classes().all()) {
                encoder.classObject(each, classObjects);
            }
            begin(Section.CLASS_OBJECTS);
            append(classObjects.buffer());
            finish(Section.CLASS_OBJECTS);
            writePages(index, pages);
            writeBlocks(index, pages, places);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        begin(Section.POSITIONS);
        if (retention.heap().positions() != null) {
            MemorySegment entries = retention.heap().positions().entries();
            for (long at = 0; at < entries.byteSize(); at += PIECE_BYTES) {
                long bytes = Math.min(PIECE_BYTES, entries.byteSize() - at);
                append(entries.asSlice(at, bytes).asByteBuffer());
            }
        }
        finish(Section.POSITIONS);
    }

    private void encodeObjects(
            RetainedHeap retention,
            Referrers referrers,
            int[] pages,
            LongArray places,
            WorkerThreads workers,
            PhaseProgress progress)
            throws BudgetExceededException {
        begin(Section.OBJECTS);
        long start = end;
        AtomicInteger next = new AtomicInteger();
        AtomicLong used = new AtomicLong();
        workers.run(
                _ -> {
                    NodeEncoder encoder = new NodeEncoder(retention, referrers);
                    VarintSink sink = new VarintSink();
                    int from = next.getAndAdd(PAGES_AT_A_TIME);
                    while (from < pages.length) {
                        int to = Math.min(pages.length, from + PAGES_AT_A_TIME);
                        encode(encoder, pages, from, to, places, sink);
                        long at = used.getAndAdd(sink.size());
                        if (at + sink.size() > LARGEST_OFFSET) {
                            throw new UncheckedIOException(
                                    new IOException("an index of more than 4 GiB"));
                        }
                        move(pages, from, to, places, (int) at);
                        writeAt(start + at, sink.buffer());
                        progress.add(to - from);
                        from = next.getAndAdd(PAGES_AT_A_TIME);
                    }
                });
        end = start + used.get();
        finish(Section.OBJECTS);
    }

    private static void encode(
            NodeEncoder encoder, int[] pages, int from, int to, LongArray places, VarintSink sink) {
        sink.clear();
        for (int page = from; page < to; page++) {
            int first = pages[page] * ObjectIndex.BLOCKS;
            for (int block = first; block < first + ObjectIndex.BLOCKS; block++) {
                places.set(block, IntPair.of(sink.size(), encoder.firstNumber(block)));
                encoder.block(block, sink);
            }
        }
    }

    /** Moves the offsets of encoded blocks by a number of bytes. */
    private static void move(int[] pages, int from, int to, LongArray places, int by) {
        for (int page = from; page < to; page++) {
            int first = pages[page] * ObjectIndex.BLOCKS;
            for (int block = first; block < first + ObjectIndex.BLOCKS; block++) {
                long place = places.get(block);
                places.set(block, IntPair.of(IntPair.high(place) + by, IntPair.low(place)));
            }
        }
    }

    private void writePages(ObjectIndex index, int[] pages) throws IOException {
        ByteBuffer numbers = littleEndian(pages.length * Long.BYTES);
        ByteBuffer bases = littleEndian(pages.length * Long.BYTES);
        for (int page : pages) {
            numbers.putLong(index.pageOf(page * ObjectIndex.BLOCKS));
            bases.putLong(index.baseOf(page * ObjectIndex.BLOCKS));
        }
        begin(Section.PAGES);
        append(numbers.flip());
        finish(Section.PAGES);
        begin(Section.BASES);
        append(bases.flip());
        finish(Section.BASES);
    }

    private void writeBlocks(ObjectIndex index, int[] pages, LongArray places) throws IOException {
        begin(Section.BLOCKS);
        ByteBuffer records = littleEndian(ObjectIndex.PAGE_BYTES);
        for (int page : pages) {
            records.clear();
            int first = page * ObjectIndex.BLOCKS;
            for (int block = first; block < first + ObjectIndex.BLOCKS; block++) {
                records.putLong(index.word(block, ObjectIndex.STARTS));
                records.putLong(index.word(block, ObjectIndex.MARKS));
                records.putLong(places.get(block));
                records.putLong(index.word(block, ObjectIndex.PLACE));
            }
            append(records.flip());
        }
        finish(Section.BLOCKS);
    }

    /**
     * Writes the data of classes, and the GC roots.
     *
     * @param inner the number of numbered objects
     * @param classAddresses addresses that instances name as their class
     */
    public void writeContents(
            int inner,
            DumpedHeap heap,
            long[] classAddresses,
            ObjectSizes sizes,
            ClassFigures figures)
            throws IOException {
        begin(Section.CONTENTS);
        channel.position(end);
        DataOutputStream out =
                new DataOutputStream(
                        new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES));
        IndexMetadata.write(out, inner, heap, classAddresses, sizes, figures);
        out.flush();
        end = channel.position();
        finish(Section.CONTENTS);
    }

    /** Writes the rest, and renames the file to its final name. */
    public void finish(GarbageRoots garbage) throws IOException {
        int roots = garbage.byClass().size();
        ByteBuffer numbers =
                littleEndian((Section.CYCLE_FIELDS + roots * Section.ROOT_FIELDS) * Long.BYTES);
        numbers.putLong(garbage.onCycles().objects()).putLong(garbage.onCycles().bytes());
        for (GarbageRoots.RootClass each : garbage.byClass()) {
            numbers.putLong(each.largest()).putLong(each.roots());
            numbers.putLong(each.below().objects()).putLong(each.below().bytes());
        }
        begin(Section.GARBAGE);
        append(numbers.flip());
        finish(Section.GARBAGE);
        writeHeader();
        channel.close();
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private void writeHeader() throws IOException {
        ByteBuffer header = littleEndian(IndexLayout.HEADER_BYTES);
        header.put(IndexLayout.MAGIC).putLong(IndexLayout.VERSION).putLong(end);
        header.putLong(dump.bytes()).putLong(dump.samples());
        try (Arena arena = Arena.ofConfined()) {
            header.putLong(sum(channel.map(MapMode.READ_ONLY, 0, end, arena)));
        }
        for (long number : sections) {
            header.putLong(number);
        }
        writeAt(0, header.flip());
    }

    /** The checksum of all bytes after the header. */
    static long sum(MemorySegment file) {
        CRC32C sum = new CRC32C();
        long at = IndexLayout.HEADER_BYTES;
        while (at < file.byteSize()) {
            long bytes = Math.min(PIECE_BYTES, file.byteSize() - at);
            sum.update(file.asSlice(at, bytes).asByteBuffer());
            at += bytes;
        }
        return sum.getValue();
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Starts a section at a multiple of 8. */
    private void begin(Section section) {
        end = (end + Long.BYTES - 1) & -Long.BYTES;
        sections[2 * section.number()] = end;
    }

    private void finish(Section section) {
        sections[2 * section.number() + 1] = end - sections[2 * section.number()];
    }

    private void append(ByteBuffer bytes) {
        int size = bytes.remaining();
        writeAt(end, bytes);
        end += size;
    }

    private void writeAt(long at, ByteBuffer bytes) {
        try {
            long to = at;
            while (bytes.hasRemaining()) {
                to += channel.write(bytes, to);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes an incomplete file. */
    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(part);
    }
}
