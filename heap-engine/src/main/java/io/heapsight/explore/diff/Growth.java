/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.diff;

import java.util.Comparator;
import java.util.List;

/**
 * A class, a package or a holder in two dumps.
 *
 * @param path its name; for a holder also the classes above it in the dominator tree, from the top
 */
public record Growth(List<String> path, DiffFigures before, DiffFigures after) {
    /** Orders by growth of retained bytes, the largest first. */
    public static final Comparator<Growth> MOST_FIRST =
            Comparator.comparingLong((Growth it) -> it.by().retainedBytes())
                    .thenComparingInt(it -> -it.path().size())
                    .thenComparingLong(it -> it.by().shallowBytes())
                    .thenComparingLong(it -> it.by().objects())
                    .reversed()
                    .thenComparing(Growth::name);

    /** "com.acme.Cache (class) > java.util.HashMap". */
    public String name() {
        return String.join(" > ", path);
    }

    /** The difference, negative if it shrank. */
    public DiffFigures by() {
        return after.minus(before);
    }
}
