/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * Class names that several loaders have defined classes of; those of most loaders first.
 *
 * @param total how many there are
 */
public record DuplicateClassList(List<DuplicateClass> rows, long total) {}
