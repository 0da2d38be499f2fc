/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.List;

/**
 * The result of a query.
 *
 * @param total of all objects that meet the conditions
 * @param objects the first of them in the query's order; none if they are grouped
 * @param groups the first groups in the query's order
 * @param groupTotal number of groups
 * @param notes remarks about the result
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
     * @param unreachable number of unreachable objects among them
     */
    public record Total(long objects, long unreachable, long shallowBytes) {}
}
