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

/** Chunks of Netty's buffer pool with many buffers that were never released. */
final class NettyBufferLeaks implements LeakKind {
    /** Minimum share of bytes in use; in the chunks of a healthy pool, most bytes are free. */
    private static final double MUCH_IN_USE = 0.5;

    private static final int MANY = 3;

    private static final LibraryKind KIND =
            new LibraryKind(
                    "buffer-pool",
                    "chunks",
                    MANY,
                    MANY,
                    "Release each ByteBuf (ReferenceCountUtil.release in a finally block);"
                            + " -Dio.netty.leakDetection.level=paranoid logs where those were made that"
                            + " are not.",
                    "A healthy pool has few chunks, and most of their bytes are free: buffers are"
                            + " released within milliseconds.");

    @Override
    public Set<String> classes() {
        return Set.of();
    }

    @Override
    public boolean wants(HeapClass level) {
        return level.name().endsWith("netty.buffer.PoolChunk");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        Map<Boolean, List<Integer>> byMemory = new LinkedHashMap<>();
        for (int rank : found.ranks()) {
            boolean heapMemory =
                    heap.className(heap.reference(heap.address(rank), "memory")).equals("byte[]");
            byMemory.computeIfAbsent(heapMemory, _ -> new ArrayList<>()).add(rank);
        }
        List<KnownLeak> leaks = new ArrayList<>();
        byMemory.forEach((onHeap, chunks) -> add(chunks, onHeap, heap, leaks));
        return leaks;
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
