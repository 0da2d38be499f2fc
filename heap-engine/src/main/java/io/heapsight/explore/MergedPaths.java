/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import io.heapsight.summary.Total;
import java.util.List;
import java.util.Optional;

/**
 * The merged shortest paths from GC roots to the objects of a class. Each of the two trees shows
 * the objects on most paths.
 *
 * @param unreachable number of unreachable objects
 * @param weaklyHeld number of objects that only soft, weak and phantom references hold
 * @param strong paths without soft, weak and phantom references, to the objects that have such
 *     paths
 * @param others paths to the weakly held objects; empty unless requested
 */
public record MergedPaths(
        String className, long unreachable, long weaklyHeld, Tree strong, Tree others) {
    /**
     * A tree of paths.
     *
     * @param below the objects of the class at the ends of the paths
     * @param rows in depth-first order: each followed by those below it
     * @param moreRoots number of further roots, which the rows omit
     * @param moreObjects objects of the class below these roots
     */
    public record Tree(Total below, List<Row> rows, long moreRoots, long moreObjects) {
        public static final Tree NONE = new Tree(Total.NONE, List.of(), 0, 0);
    }

    /**
     * An object on the merged paths.
     *
     * @param depth distance from its root
     * @param root the kind of root, for roots only
     * @param object with the field or element by which its predecessor refers to it
     * @param below the objects of the class at the ends of paths through it, itself included
     * @param more number of successors on these paths that are not among the rows
     * @param moreObjects objects of the class below these successors
     */
    public record Row(
            int depth,
            Optional<String> root,
            ObjectRow object,
            Total below,
            long more,
            long moreObjects) {}
}
