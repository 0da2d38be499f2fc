/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.List;

/**
 * What a query has found.
 *
 * @param total of all objects that meet the conditions
 * @param objects the first of them in the query's order; none where they are grouped
 * @param groups the first of them in the query's order
 * @param groupTotal how many groups there are
 * @param notes what should be known of the answer
 */
public record QueryResult(
        HeapQuery query,
        Total total,
        List<QueryRow> objects,
        List<GroupRow> groups,
        long groupTotal,
        List<String> notes) {
    /**
     * Counts objects.
     *
     * @param unreachable those among them that no GC root reaches
     */
    public record Total(long objects, long unreachable, long shallowBytes) {}
}
