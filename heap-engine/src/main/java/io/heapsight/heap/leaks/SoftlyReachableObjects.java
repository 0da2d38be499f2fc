/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import io.heapsight.unit.Thousands;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Finds objects that only {@code SoftReference}s hold: a cache that the collector clears before
 * memory runs out.
 */
final class SoftlyReachableObjects implements LeakKind {
    private static final int LEAST = 8;

    @Override
    public Set<String> classes() {
        return Set.of("java/lang/ref/SoftReference");
    }

    @Override
    public List<KnownLeak> find(Instances found, LeakObjectReader heap) {
        int[] only = new int[found.ranks().length];
        ClassNameCounts classes = new ClassNameCounts();
        int count = 0;
        int largest = 0;
        for (int reference : found.ranks()) {
            long referent = heap.referent(heap.address(reference));
            if (heap.dominatorOf(referent) == reference) {
                only[count++] = reference;
                classes.add(heap.className(referent));
                if (largest == 0 || heap.retained(reference) > heap.retained(largest)) {
                    largest = reference;
                }
            }
        }
        if (count < LEAST) {
            return List.of();
        }
        int[] ranks = Arrays.copyOf(only, count);
        List<HolderPlace> places = heap.places(heap.address(largest));
        String place = places.isEmpty() ? "SoftReference" : places.getFirst().text();
        LeakCause cause =
                new LeakCause(
                        "soft-references",
                        LeakCause.Certainty.BOUNDED,
                        place,
                        places.isEmpty() ? "SoftReferences" : place + ", by SoftReferences,",
                        places.isEmpty(),
                        "%s objects, %s, that a collection clears before memory runs out"
                                .formatted(Thousands.of(count), classes.most()),
                        count,
                        "Nothing, unless collections take too long: then give the cache a bound.",
                        "A healthy cache of SoftReferences is as large as the heap lets it be.");
        return List.of(new KnownLeak(cause, heap.retained(ranks), ranks, places));
    }
}
