/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * Classes of a dump.
 *
 * @param total number of classes
 */
public record ClassList(List<ClassFigure> rows, long total) {}
