/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * Class names with classes of several loaders, ranked by number of loaders.
 *
 * @param total number of names
 */
public record DuplicateClassList(List<DuplicateClass> rows, long total) {}
