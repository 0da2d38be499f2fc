/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

/**
 * A package or class, with its objects at the top of the dominator tree, which no other object
 * dominates, including those of packages below it.
 *
 * @param name the full name
 * @param isPackage whether it has content of its own
 * @param objects number of objects
 * @param retainedBytes by all of these, counting nothing twice
 */
public record PackageRow(
        String name, boolean isPackage, long objects, long shallowBytes, long retainedBytes) {}
