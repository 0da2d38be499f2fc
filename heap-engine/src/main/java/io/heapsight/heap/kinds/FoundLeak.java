/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.kinds;

import io.heapsight.summary.LeakCause;
import io.heapsight.summary.Place;
import java.util.List;

/**
 * A leak of a known kind.
 *
 * @param bytes that the leak retains
 * @param holders ranks in the dominator tree of the objects that dominate the leak, the one for the
 *     path first; an accumulation below one of them is this leak
 * @param places in the code, the nearest first; may be empty
 */
@SuppressWarnings("ArrayRecordComponent") // read one by one, never compared
public record FoundLeak(LeakCause cause, long bytes, int[] holders, List<Place> places) {
    public FoundLeak {
        if (holders.length == 0) {
            throw new IllegalArgumentException("no holders: " + cause.id());
        }
        places = List.copyOf(places);
    }
}
