/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * The content of a package, one level below it.
 *
 * @param of the package with all its content; its name is "" for the top
 * @param rows ranked by retained bytes
 * @param total number of rows
 */
public record PackageList(PackageRow of, List<PackageRow> rows, long total) {}
