/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.diff;

import java.util.Comparator;
import java.util.List;

/**
 * A class, a package or a holder in two dumps.
 *
 * @param path its name; of a holder also what stands above it in the dominator tree, from the top
 */
public record Growth(List<String> path, Figures before, Figures after) {
    /** What retains so much more comes first. */
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

    /** Below zero where it shrank. */
    public Figures by() {
        return after.minus(before);
    }
}
