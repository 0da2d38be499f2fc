/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import io.heapsight.summary.Total;
import java.util.List;
import java.util.Optional;

/**
 * A shortest path from a GC root to each object of a class, merged: two trees, whose objects are
 * those that most of the paths go through.
 *
 * @param unreachable how many objects no root leads to
 * @param weaklyHeld how many objects soft, weak and phantom references alone lead to
 * @param strong paths without soft, weak and phantom references, where there are such
 * @param others paths to those that are weakly held; none where they were not asked for
 */
public record MergedPaths(
        String className, long unreachable, long weaklyHeld, Tree strong, Tree others) {
    /**
     * A tree of paths.
     *
     * @param below the objects of the class that its paths lead to
     * @param rows each behind the one before it on its paths, and what is below that
     * @param moreRoots roots that lead to objects of the class and are not among the rows
     * @param moreObjects that these lead to
     */
    public record Tree(Total below, List<Row> rows, long moreRoots, long moreObjects) {
        public static final Tree NONE = new Tree(Total.NONE, List.of(), 0, 0);
    }

    /**
     * An object that paths go through.
     *
     * @param depth how far it is from its root
     * @param root what makes it a root, of roots only
     * @param object has the field or element of the one before it
     * @param below the objects of the class that paths through it lead to, itself if it is of it
     * @param more what comes next on these paths and is not among the rows
     * @param moreObjects of the class that lie there
     */
    public record Row(
            int depth,
            Optional<String> root,
            ObjectRow object,
            Total below,
            long more,
            long moreObjects) {}
}
