/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import io.heapsight.explore.ObjectRow;
import java.util.List;
import java.util.OptionalLong;

/**
 * The result of a query.
 *
 * @param total of all objects that meet the conditions
 * @param objects the first of these objects in the query's order; empty if the query groups them
 * @param groups the first groups in the query's order
 * @param groupTotal number of groups
 * @param notes remarks about the result
 */
public record QueryResult(
        HeapQuery query,
        Total total,
        List<Row> objects,
        List<Group> groups,
        long groupTotal,
        List<String> notes) {
    /**
     * Sums over a query's objects of one class, package or loader.
     *
     * @param name for a loader, the name of its class; "" for classes without package
     * @param loader its address, 0 for the boot loader; empty for other groups
     * @param objects including unreachable ones
     * @param retainedBytes the sum for the reachable objects; if one of them dominates another, the
     *     bytes of the other count twice
     */
    public record Group(
            String name,
            OptionalLong loader,
            long objects,
            long shallowBytes,
            long retainedBytes) {}

    /**
     * An object found by a query.
     *
     * @param elements the length of an array, the size of a collection
     */
    public record Row(ObjectRow object, OptionalLong elements) {}

    /**
     * Counts objects.
     *
     * @param unreachable number of unreachable objects among them
     */
    public record Total(long objects, long unreachable, long shallowBytes) {}
}
