/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.ArrayList;
import java.util.List;

/**
 * The results of the dominator tree.
 *
 * @param biggest the top of the tree, the largest first
 * @param suspects leak suspects, the largest first; none is a finding, too
 * @param copies classes that several loaders have loaded, ranked by bytes
 * @param linked long chains of objects, ranked by bytes
 */
public record RetainedSizes(
        List<DominatorNode> biggest,
        List<Suspect> suspects,
        List<ClassCopies> copies,
        List<LinkedShape> linked) {
    public RetainedSizes {
        biggest = List.copyOf(biggest);
        suspects = List.copyOf(suspects);
        copies = List.copyOf(copies);
        linked = List.copyOf(linked);
    }

    /** The results with one more suspect. */
    public RetainedSizes with(Suspect more) {
        List<Suspect> all = new ArrayList<>(suspects);
        all.add(more);
        all.sort(Suspect.MOST_PRESSING_FIRST);
        return new RetainedSizes(biggest, all, copies, linked);
    }
}
