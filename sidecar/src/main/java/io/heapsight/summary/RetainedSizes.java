/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.List;

/**
 * What the dominator tree tells.
 *
 * @param biggest the top of the tree, the largest first
 * @param suspects of a leak, the largest first; none is a finding, too
 */
public record RetainedSizes(List<DominatorNode> biggest, List<Suspect> suspects) {
    public RetainedSizes {
        biggest = List.copyOf(biggest);
        suspects = List.copyOf(suspects);
    }
}
