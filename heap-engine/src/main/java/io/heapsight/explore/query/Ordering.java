/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.Optional;

/**
 * In what order objects or groups are shown.
 *
 * @param figure empty for the number of objects, which only groups have
 */
public record Ordering(Optional<Figure> figure, boolean isAscending) {
    /** Those that retain most first. */
    public static final Ordering USUAL = new Ordering(Optional.of(Figure.RETAINED), false);
}
