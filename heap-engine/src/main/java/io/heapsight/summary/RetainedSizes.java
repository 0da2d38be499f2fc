/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.ArrayList;
import java.util.List;

/**
 * What the dominator tree tells.
 *
 * @param biggest the top of the tree, the largest first
 * @param suspects of a leak, the largest first; none is a finding, too
 * @param copies classes that several loaders have loaded, those that take most first
 * @param linked long chains of objects, those that take most first
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

    /** The same with one more suspect. */
    public RetainedSizes with(Suspect more) {
        List<Suspect> all = new ArrayList<>(suspects);
        all.add(more);
        all.sort(Suspect.MOST_PRESSING_FIRST);
        return new RetainedSizes(biggest, all, copies, linked);
    }
}
