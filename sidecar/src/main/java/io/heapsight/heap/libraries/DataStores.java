/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraries;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.kinds.FoundLeak;
import io.heapsight.heap.kinds.Instances;
import io.heapsight.heap.kinds.KindReader;
import io.heapsight.heap.kinds.LeakKind;
import io.heapsight.summary.LeakCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Databases and indexes that are in memory by design: their size is that of the data. */
final class DataStores implements LeakKind {
    private static final double LEAST_SHARE = 0.01;

    private static final Pattern STORE =
            Pattern.compile(
                    "org\\.hsqldb\\.persist\\.RowStoreAVL|org\\.h2\\.mvstore\\.MVStore"
                            + "|org\\.apache\\.derby\\.impl\\.io\\.vfmem\\.DataStore"
                            + "|org\\.apache\\.lucene\\.store\\.(ByteBuffers|RAM)Directory"
                            + "|org\\.apache\\.zookeeper\\.server\\.DataTree"
                            + "|org\\.infinispan\\.container\\S*DataContainer"
                            + "|com\\.hazelcast\\.map\\.impl\\.recordstore\\.\\w+RecordStore");

    @Override
    public Set<String> classes() {
        return Set.of();
    }

    @Override
    public boolean wants(HeapClass level) {
        return STORE.matcher(level.name()).matches();
    }

    @Override
    public List<FoundLeak> find(Instances found, KindReader heap) {
        List<FoundLeak> stores = new ArrayList<>();
        for (int rank : found.ranks()) {
            if (heap.retained(rank) >= LEAST_SHARE * heap.reachableBytes()) {
                stores.add(store(rank, heap));
            }
        }
        return stores;
    }

    private static FoundLeak store(int rank, KindReader heap) {
        HoldingChain chain = HoldingChain.of(heap.address(rank), heap);
        String type = heap.className(heap.address(rank));
        String place = chain.application().orElse(type);
        LeakCause cause =
                new LeakCause(
                        "data-store",
                        LeakCause.Certainty.BOUNDED,
                        place,
                        place,
                        false,
                        "data in memory (" + type + ")",
                        1,
                        "Delete rows or documents that are done with, or keep them on disk.",
                        "It is as large as its data: two dumps an hour apart show whether that"
                                + " grows.");
        return new FoundLeak(cause, heap.retained(rank), new int[] {rank}, chain.places());
    }
}
