/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore;

import java.util.List;

/**
 * A way by which a GC root keeps an object alive.
 *
 * @param root what makes the first object a root
 * @param steps from the root to the object; each but the first has the field or element of the one
 *     before it
 * @param isStrong whether no soft, weak or phantom reference is on the way
 */
public record RootPath(String root, List<ObjectRow> steps, boolean isStrong) {}
