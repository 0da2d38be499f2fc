/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.leaks.Instances;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.LeakKind;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Thousands;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds Netty's buffers that were never released: pool chunks that are full of them, and memory
 * outside the heap that belongs to no reachable buffer.
 */
final class NettyBufferLeaks implements LeakKind {
    /** Minimum share of bytes in use; in the chunks of a healthy pool, most bytes are free. */
    private static final double MUCH_IN_USE = 0.5;

    private static final int MANY = 3;

    private static final String RELEASE =
            "Release each ByteBuf (ReferenceCountUtil.release in a finally block);"
                    + " -Dio.netty.leakDetection.level=paranoid logs where those were made that"
                    + " are not.";

    private static final LibraryLeakText KIND =
            new LibraryLeakText(
                    "buffer-pool",
                    "chunks",
                    MANY,
                    MANY,
                    RELEASE,
                    "A healthy pool has few chunks, and most of their bytes are free: buffers are"
                            + " released within milliseconds.");

    private static final LibraryLeakText LOST =
            new LibraryLeakText(
                    "lost-buffers",
                    "bytes",
                    1,
                    1,
                    RELEASE,
                    "Only a restart frees this memory. A healthy program releases each buffer"
                            + " before it drops it.");

    private static final String CHUNK = "netty.buffer.PoolChunk";
    private static final String DIRECT = "netty.buffer.UnpooledDirectByteBuf";
    private static final String ALLOCATOR = "netty.buffer.AbstractByteBufAllocator";
    private static final String COUNTER = "netty.util.internal.PlatformDependent";
    private static final long LEAST_LOST = 16L << 20;

    @Override
    public Set<String> classes() {
        return Set.of();
    }

    @Override
    public boolean wants(HeapClass level) {
        return level.name().endsWith(CHUNK)
                || level.name().endsWith(DIRECT)
                || level.name().endsWith(ALLOCATOR);
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        Map<Boolean, List<Integer>> byMemory = new LinkedHashMap<>();
        List<Integer> allocators = new ArrayList<>();
        long direct = 0;
        for (int rank : found.ranks()) {
            long address = heap.address(rank);
            List<String> levels = heap.classNames(address);
            if (levels.stream().anyMatch(each -> each.endsWith(CHUNK))) {
                boolean onHeap = isOnHeap(address, heap);
                byMemory.computeIfAbsent(onHeap, _ -> new ArrayList<>()).add(rank);
                direct += onHeap ? 0 : heap.anyNumber(address, "chunkSize");
            } else if (levels.stream().anyMatch(each -> each.endsWith(DIRECT))) {
                direct += heap.anyNumber(address, "capacity");
            } else {
                allocators.add(rank);
            }
        }
        List<KnownLeak> leaks = new ArrayList<>();
        byMemory.forEach((onHeap, chunks) -> add(chunks, onHeap, heap, leaks));
        boolean complete = found.ranks().length == found.count() && !allocators.isEmpty();
        if (complete) {
            addLost(allocators, direct, heap, leaks);
        }
        return leaks;
    }

    private static boolean isOnHeap(long chunk, LeakObjectReader heap) {
        return heap.className(heap.reference(chunk, "memory")).equals("byte[]");
    }

    /**
     * Adds memory outside the heap that Netty counts, but that belongs to no reachable buffer: the
     * buffers were collected without a release. Only the counter shows this memory.
     */
    private static void addLost(
            List<Integer> allocators, long direct, LeakObjectReader heap, List<KnownLeak> leaks) {
        String type = heap.classNames(heap.address(allocators.getFirst())).getLast();
        for (String level : heap.classNames(heap.address(allocators.getFirst()))) {
            type = level.endsWith(ALLOCATOR) ? level : type;
        }
        String counter = type.replace(ALLOCATOR, COUNTER).replace('.', '/');
        long counted = heap.number(heap.staticReference(counter, "DIRECT_MEMORY_COUNTER"), "value");
        long lost = counted - direct;
        if (lost < LEAST_LOST || lost < MUCH_IN_USE * counted) {
            return;
        }
        HoldingChain chain = HoldingChain.of(heap.address(allocators.getFirst()), heap);
        String detail =
                "%s of the %s outside the heap that Netty counts are lost: buffers that were not"
                                .formatted(new ByteSize(lost), new ByteSize(counted))
                        + " released were collected";
        int[] ranks = allocators.stream().mapToInt(Integer::intValue).toArray();
        leaks.add(
                new KnownLeak(
                        LOST.cause(type, "Netty's allocator", detail, MANY),
                        heap.retained(ranks),
                        ranks,
                        chain.places(),
                        lost));
    }

    private static void add(
            List<Integer> chunks, boolean onHeap, LeakObjectReader heap, List<KnownLeak> leaks) {
        long size = 0;
        long free = 0;
        for (int rank : chunks) {
            size += heap.anyNumber(heap.address(rank), "chunkSize");
            free += heap.anyNumber(heap.address(rank), "freeBytes");
        }
        if (chunks.size() < MANY || size - free < MUCH_IN_USE * size) {
            return;
        }
        int[] ranks = chunks.stream().mapToInt(Integer::intValue).toArray();
        HoldingChain chain = HoldingChain.of(heap.address(ranks[0]), heap);
        String arena = "io.netty.buffer.PoolArena";
        String place = chain.application().orElse(arena);
        String detail =
                "%s chunks (PoolChunk) with %s%s in Netty's buffer pool (PoolArena), %s of it in"
                                .formatted(
                                        Thousands.of(ranks.length),
                                        new ByteSize(size),
                                        onHeap ? "" : " outside the heap",
                                        new ByteSize(size - free))
                        + " buffers that were not released";
        leaks.add(
                new KnownLeak(
                        KIND.cause(place, place, detail, ranks.length),
                        heap.retained(ranks),
                        ranks,
                        chain.places()));
    }
}
