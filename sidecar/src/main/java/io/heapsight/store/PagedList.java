/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a paginated list of objects from a service. */
public final class PagedList {
    private PagedList() {}

    /** One request. */
    @FunctionalInterface
    public interface Page {
        /**
         * Adds the objects of a page.
         *
         * @param token of the page; empty for the first one
         * @return the token of the next page; empty after the last one
         */
        Optional<String> read(Optional<String> token, List<ListedObject> found) throws StoreFailure;
    }

    /** Returns the first objects. */
    public static List<ListedObject> first(int most, Page page) throws StoreFailure {
        List<ListedObject> found = new ArrayList<>();
        Optional<String> next = page.read(Optional.empty(), found);
        while (next.isPresent() && found.size() < most) {
            next = page.read(next, found);
        }
        return List.copyOf(found.subList(0, Math.min(most, found.size())));
    }
}
