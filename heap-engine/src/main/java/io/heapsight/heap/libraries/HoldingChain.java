/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.libraries;

import io.heapsight.heap.kinds.KindReader;
import io.heapsight.summary.Place;
import java.util.List;
import java.util.Optional;

/**
 * The places that hold an object, the nearest first: those of a library, then of the application
 * that uses it.
 */
record HoldingChain(List<Place> places) {
    static HoldingChain of(long address, KindReader heap) {
        return new HoldingChain(heap.chain(address));
    }

    /** The first place outside the packages of the holder's library; otherwise the last. */
    Optional<String> application() {
        if (places.isEmpty()) {
            return Optional.empty();
        }
        for (Place each : places) {
            if (each.kind() == Place.Kind.STATIC_FIELD || each.kind() == Place.Kind.THREAD_LOCAL) {
                return Optional.of(each.text());
            }
        }
        Place last = places.getLast();
        return Optional.of(
                last.kind() == Place.Kind.LOCAL_VARIABLE ? "thread " + last.thread() : last.text());
    }

    /** ", held by X" if a thread or another place than the named one is on the way. */
    String within(String named) {
        for (Place each : places) {
            if (each.kind() == Place.Kind.THREAD || each.kind() == Place.Kind.LOCAL_VARIABLE) {
                String text =
                        each.kind() == Place.Kind.THREAD ? each.text() : "thread " + each.thread();
                return text.equals(named) ? "" : ", held by " + text;
            }
        }
        return "";
    }
}
