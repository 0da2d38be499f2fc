/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import io.heapsight.summary.LoaderRow;
import java.util.List;

/**
 * Class loaders of a dump, those that retain most first.
 *
 * @param total how many there are
 */
public record LoaderList(List<LoaderRow> rows, long total) {}
