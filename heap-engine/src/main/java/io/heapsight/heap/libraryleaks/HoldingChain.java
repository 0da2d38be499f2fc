/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraryleaks;

import io.heapsight.heap.leaks.LeakObjectReader;
import io.heapsight.summary.HolderPlace;
import java.util.List;
import java.util.Optional;

/**
 * The places that hold an object, the nearest first: those of a library, then of the application
 * that uses it.
 */
record HoldingChain(List<HolderPlace> places) {
    static HoldingChain of(long address, LeakObjectReader heap) {
        return new HoldingChain(heap.chain(address));
    }

    /** The first place outside the packages of the holder's library; otherwise the last. */
    Optional<String> application() {
        if (places.isEmpty()) {
            return Optional.empty();
        }
        for (HolderPlace each : places) {
            if (each.kind() == HolderPlace.Kind.STATIC_FIELD
                    || each.kind() == HolderPlace.Kind.THREAD_LOCAL) {
                return Optional.of(each.text());
            }
        }
        HolderPlace last = places.getLast();
        return Optional.of(
                last.kind() == HolderPlace.Kind.LOCAL_VARIABLE
                        ? "thread " + last.thread()
                        : last.text());
    }

    /** ", held by X" if a thread or another place than the named one is on the way. */
    String within(String named) {
        for (HolderPlace each : places) {
            if (each.kind() == HolderPlace.Kind.THREAD
                    || each.kind() == HolderPlace.Kind.LOCAL_VARIABLE) {
                String text =
                        each.kind() == HolderPlace.Kind.THREAD
                                ? each.text()
                                : "thread " + each.thread();
                return text.equals(named) ? "" : ", held by " + text;
            }
        }
        return "";
    }
}
