/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import java.util.List;
import java.util.OptionalLong;

/**
 * The first rows of a list that may be long.
 *
 * <pre>{@code
 * Listing<DumpedObject> carts = dump.instances("com.acme.Cart", 10);
 * System.out.println(carts.rows().size() + " of " + carts.total().orElseThrow());
 * }</pre>
 *
 * @param <T> type of the rows
 * @param rows as many as the caller asked for, or fewer if there are no more
 * @param total number of all rows; empty if the search ended before it was known
 * @param notes human-readable limits of this answer; usually none
 */
public record Listing<T>(List<T> rows, OptionalLong total, List<String> notes) {
    /** Copies the lists. */
    public Listing {
        rows = List.copyOf(rows);
        notes = List.copyOf(notes);
    }
}
