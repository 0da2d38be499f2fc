/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * Lists the paths by which GC roots keep an object alive, shortest first.
 *
 * @param notes remarks about the paths
 */
public record PathList(ObjectRow of, List<Path> paths, List<String> notes) {
    /**
     * A path by which a GC root keeps an object alive.
     *
     * @param root the kind of root of the first object
     * @param steps from the root to the object; each except the first with the field or element of
     *     its predecessor
     * @param isStrong whether the path contains no soft, weak or phantom reference
     */
    public record Path(String root, List<ObjectRow> steps, boolean isStrong) {}
}
