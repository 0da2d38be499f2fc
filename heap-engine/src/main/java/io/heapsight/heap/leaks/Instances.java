/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The reachable objects of some classes, by their ranks in the dominator tree.
 *
 * @param ranks ascending; the first {@link InstanceScan#MOST_OF_KIND} only
 * @param count number of all of them
 */
@SuppressWarnings("ArrayRecordComponent") // read one by one, never compared
public record Instances(int[] ranks, long count) {
    static final Instances NONE = new Instances(new int[0], 0);

    /** Returns the leaks that these objects are, one by one. */
    public List<KnownLeak> leaks(IntFunction<Optional<KnownLeak>> leak) {
        return Arrays.stream(ranks).mapToObj(leak).flatMap(Optional::stream).toList();
    }

    /** Collects objects during the scan. */
    static final class Collected {
        private int[] ranks = new int[16];
        private int kept;
        private long count;

        void add(int rank) {
            count++;
            if (kept == InstanceScan.MOST_OF_KIND) {
                return;
            }
            if (kept == ranks.length) {
                ranks = Arrays.copyOf(ranks, 2 * kept);
            }
            ranks[kept++] = rank;
        }

        Instances all() {
            return new Instances(Arrays.copyOf(ranks, kept), count);
        }
    }
}
