/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import java.util.List;

/**
 * The answer to a query: objects, or groups if the query has {@code group by}.
 *
 * <pre>{@code
 * QueryAnswer empty = dump.query("class extends java.util.AbstractMap and size = 0 group by class", 20);
 * empty.groups().forEach(each -> System.out.println(each.count().objects() + " " + each.name()));
 * }</pre>
 *
 * @param total all objects that meet the conditions
 * @param objects the first of them, in the order of the query; none if they are grouped
 * @param groups the first groups, in the order of the query
 * @param groupTotal number of all groups
 * @param notes human-readable limits of this answer; usually none
 */
public record QueryAnswer(
        ObjectCount total,
        List<DumpedObject> objects,
        List<Group> groups,
        long groupTotal,
        List<String> notes) {
    /** Copies the lists. */
    public QueryAnswer {
        objects = List.copyOf(objects);
        groups = List.copyOf(groups);
        notes = List.copyOf(notes);
    }

    /**
     * Objects of one class, package or class loader.
     *
     * @param name of the class, the package ("" for none), or the class of the loader
     * @param count the objects
     * @param retainedBytes sum of their retained sizes; an object that two of them retain counts
     *     twice
     */
    public record Group(String name, ObjectCount count, long retainedBytes) {}
}
