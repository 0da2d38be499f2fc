/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An object of the dominator tree, or several of one class below the same parent.
 *
 * @param address empty for a group
 * @param label distinguishes the object from others of its class: the name of a thread, or of the
 *     class of a {@code java.lang.Class}
 * @param instances 1, or the size of the group
 * @param shallowBytes 0 for a group of arrays, whose sizes differ
 * @param children the largest first; small ones are omitted
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
