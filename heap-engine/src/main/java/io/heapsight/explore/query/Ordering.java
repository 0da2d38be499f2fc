/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.Optional;

/**
 * The order of objects or groups.
 *
 * @param figure empty for the number of objects, which only groups have
 */
public record Ordering(Optional<ObjectFigure> figure, boolean isAscending) {
    /** By retained bytes, the largest first. */
    public static final Ordering USUAL = new Ordering(Optional.of(ObjectFigure.RETAINED), false);
}
