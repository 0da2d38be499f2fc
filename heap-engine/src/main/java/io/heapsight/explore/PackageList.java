/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * What is in a package, one level below it.
 *
 * @param of the package, with all that is in it; its name is "" for the top
 * @param rows those that retain most first
 * @param total how many rows there are
 */
public record PackageList(PackageRow of, List<PackageRow> rows, long total) {}
