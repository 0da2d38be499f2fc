/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import java.util.List;

/**
 * A path of references from a GC root to an object, which keeps the object alive.
 *
 * <pre>{@code
 * for (GcRootPath path : dump.pathsToRoots(address, 1)) {
 *     path.steps().forEach(step -> System.out.println(step.via() + " " + step.object().className()));
 * }
 * }</pre>
 *
 * @param root why the first object is a GC root
 * @param steps from the root to the object; {@code via} of the first step is empty, that of each
 *     other step is the field or element of the step before it
 * @param isStrong whether the path has no soft, weak or phantom reference
 */
public record GcRootPath(String root, List<ObjectReference> steps, boolean isStrong) {
    /** Copies the list. */
    public GcRootPath {
        steps = List.copyOf(steps);
    }
}
