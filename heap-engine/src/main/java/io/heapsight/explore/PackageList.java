/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * Lists the packages and classes directly in a package.
 *
 * @param of the package with all its content; its name is "" for the top
 * @param rows ranked by retained bytes
 * @param total number of rows
 */
public record PackageList(Row of, List<Row> rows, long total) {
    /**
     * A package or class with its objects at the top of the dominator tree: those that no other
     * object dominates. A package includes the packages below it.
     *
     * @param name the full name
     * @param isPackage whether it has content of its own
     * @param objects number of objects
     * @param retainedBytes by all of these, counting nothing twice
     */
    public record Row(
            String name, boolean isPackage, long objects, long shallowBytes, long retainedBytes) {}
}
