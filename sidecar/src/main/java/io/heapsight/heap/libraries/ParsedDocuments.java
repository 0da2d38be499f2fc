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

/** A document that was parsed into a tree of objects: as large as its text makes it. */
final class ParsedDocuments implements LeakKind {
    private static final double LEAST_SHARE = 0.01;

    /** Many documents are what a program collects, and may be a leak. */
    private static final int FEW = 3;

    private static final Pattern DOCUMENT =
            Pattern.compile(
                    "\\S*\\.xerces\\.(internal\\.)?dom\\.CoreDocumentImpl|org\\.jsoup\\.nodes\\.Document"
                            + "|org\\.dom4j\\.tree\\.DefaultDocument|org\\.jdom2?\\.Document");

    @Override
    public Set<String> classes() {
        return Set.of();
    }

    @Override
    public boolean wants(HeapClass level) {
        return DOCUMENT.matcher(level.name()).matches();
    }

    @Override
    public List<FoundLeak> find(Instances found, KindReader heap) {
        List<FoundLeak> documents = new ArrayList<>();
        for (int rank : found.count() > FEW ? new int[0] : found.ranks()) {
            if (heap.retained(rank) >= LEAST_SHARE * heap.reachableBytes()) {
                documents.add(document(rank, heap));
            }
        }
        return documents;
    }

    private static FoundLeak document(int rank, KindReader heap) {
        HoldingChain chain = HoldingChain.of(heap.address(rank), heap);
        String type = heap.className(heap.address(rank));
        String place = chain.application().orElse(type);
        LeakCause cause =
                new LeakCause(
                        "parsed-document",
                        LeakCause.Certainty.BOUNDED,
                        place,
                        place,
                        false,
                        "a parsed document (" + type + ")",
                        1,
                        "Keep what is needed of it, or read it with a streaming parser (StAX).",
                        "It is as large as the text that it was parsed from.");
        return new FoundLeak(cause, heap.retained(rank), new int[] {rank}, chain.places());
    }
}
