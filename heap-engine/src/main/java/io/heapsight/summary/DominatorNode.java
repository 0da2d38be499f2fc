/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An object of the dominator tree, or several of one class below the same parent.
 *
 * @param address empty for a group
 * @param label what tells this object from others of its class: a thread's name, a class's name for
 *     its {@code java.lang.Class}
 * @param instances 1, or how many are grouped
 * @param shallowBytes of a group of arrays 0: each has a size of its own
 * @param children the largest first, as far as they are worth a row
 */
public record DominatorNode(
        OptionalLong address,
        String className,
        Optional<String> label,
        long instances,
        long shallowBytes,
        long retainedBytes,
        List<DominatorNode> children) {
    public DominatorNode {
        children = List.copyOf(children);
    }
}
