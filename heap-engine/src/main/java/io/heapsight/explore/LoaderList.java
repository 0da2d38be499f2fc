/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import io.heapsight.summary.LoaderRow;
import java.util.List;

/**
 * Lists the class loaders of a dump, ranked by retained bytes.
 *
 * @param total number of loaders
 */
public record LoaderList(List<LoaderRow> rows, long total) {}
