/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * Classes of a dump.
 *
 * @param total how many there are
 */
public record ClassList(List<ClassFigure> rows, long total) {}
