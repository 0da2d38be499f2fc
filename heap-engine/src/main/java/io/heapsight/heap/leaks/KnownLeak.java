/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.LeakCause;
import java.util.List;

/**
 * A leak of a known kind.
 *
 * @param bytes that the leak retains
 * @param holders ranks in the dominator tree of the objects that dominate the leak, the one for the
 *     path first; an accumulation below one of them is this leak
 * @param places in the code, the nearest first; may be empty
 * @param outside bytes outside the heap that these objects keep
 */
@SuppressWarnings("ArrayRecordComponent") // read one by one, never compared
public record KnownLeak(
        LeakCause cause, long bytes, int[] holders, List<HolderPlace> places, long outside) {
    public KnownLeak {
        if (holders.length == 0) {
            throw new IllegalArgumentException("no holders: " + cause.id());
        }
        places = List.copyOf(places);
    }

    public KnownLeak(LeakCause cause, long bytes, int[] holders, List<HolderPlace> places) {
        this(cause, bytes, holders, places, 0);
    }
}
