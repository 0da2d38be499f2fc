/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * A path by which a GC root keeps an object alive.
 *
 * @param root the kind of root of the first object
 * @param steps from the root to the object; each except the first with the field or element of its
 *     predecessor
 * @param isStrong whether the path contains no soft, weak or phantom reference
 */
public record RootPath(String root, List<ObjectRow> steps, boolean isStrong) {}
