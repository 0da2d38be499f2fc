/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

/**
 * A package or class, with the objects of it and below it at the top of the dominator tree: no
 * other object dominates these.
 *
 * @param name in full
 * @param isPackage whether there is more below it
 * @param objects how many
 * @param retainedBytes of all of these; nothing is counted twice
 */
public record PackageRow(
        String name, boolean isPackage, long objects, long shallowBytes, long retainedBytes) {}
