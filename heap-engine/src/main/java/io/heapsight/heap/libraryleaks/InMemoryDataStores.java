/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.leaks.Instances;
import io.heapsight.heap.leaks.KnownLeak;
import io.heapsight.heap.leaks.LeakKind;
import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.summary.LeakCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds objects that keep data in memory by design, such as databases and documents: their size is
 * that of their data.
 *
 * @param className matches the class name as in Java source
 * @param most maximum number by design; more of them may be a leak
 * @param what the name of the objects, for a sentence
 */
record InMemoryDataStores(
        String id, Pattern className, long most, String what, String remedy, String healthy)
        implements LeakKind {
    /** Databases and indexes. */
    static final InMemoryDataStores STORES =
            new InMemoryDataStores(
                    "data-store",
                    Pattern.compile(
                            "org\\.hsqldb\\.persist\\.RowStoreAVL|org\\.h2\\.mvstore\\.MVStore"
                                    + "|org\\.apache\\.derby\\.impl\\.io\\.vfmem\\.DataStore"
                                    + "|org\\.apache\\.lucene\\.store\\.(ByteBuffers|RAM)Directory"
                                    + "|org\\.apache\\.zookeeper\\.server\\.DataTree"
                                    + "|org\\.infinispan\\.container\\S*DataContainer"
                                    + "|com\\.hazelcast\\.map\\.impl\\.recordstore\\.\\w+RecordStore"),
                    Long.MAX_VALUE,
                    "data in memory",
                    "Delete rows or documents that are done with, or keep them on disk.",
                    "It is as large as its data: two dumps an hour apart show whether that grows.");

    /** Documents parsed into a tree of objects. */
    static final InMemoryDataStores DOCUMENTS =
            new InMemoryDataStores(
                    "parsed-document",
                    Pattern.compile(
                            "\\S*\\.xerces\\.(internal\\.)?dom\\.CoreDocumentImpl|org\\.jsoup\\.nodes\\.Document"
                                    + "|org\\.dom4j\\.tree\\.DefaultDocument|org\\.jdom2?\\.Document"),
                    3,
                    "a parsed document",
                    "Keep what is needed of it, or read it with a streaming parser (StAX).",
                    "It is as large as the text that it was parsed from.");

    private static final double LEAST_SHARE = 0.01;

    @Override
    public Set<String> classes() {
        return Set.of();
    }

    @Override
    public boolean wants(HeapClass level) {
        return className.matcher(level.name()).matches();
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        List<KnownLeak> leaks = new ArrayList<>();
        for (int rank : found.count() > most ? new int[0] : found.ranks()) {
            if (heap.retained(rank) >= LEAST_SHARE * heap.reachableBytes()) {
                leaks.add(leak(rank, heap));
            }
        }
        return leaks;
    }

    private KnownLeak leak(int rank, LeakObjectReader heap) {
        HoldingChain chain = HoldingChain.of(heap.address(rank), heap);
        String type = heap.className(heap.address(rank));
        String place = chain.application().orElse(type);
        LeakCause cause =
                new LeakCause(
                        id,
                        LeakCause.Certainty.BOUNDED,
                        place,
                        place,
                        false,
                        what + " (" + type + ")",
                        1,
                        remedy,
                        healthy);
        return new KnownLeak(cause, heap.retained(rank), new int[] {rank}, chain.places());
    }
}
