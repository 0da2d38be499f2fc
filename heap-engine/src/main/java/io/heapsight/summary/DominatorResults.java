/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.ArrayList;
import java.util.List;

/**
 * The results that need retained sizes.
 *
 * @param biggest the top of the tree, the largest first
 * @param suspects leak suspects, the largest first; an empty list is a finding, too
 * @param copies classes that several loaders have loaded, ranked by bytes
 * @param linked long chains of objects, ranked by bytes
 */
public record DominatorResults(
        List<DominatorNode> biggest,
        List<Suspect> suspects,
        List<ClassCopies> copies,
        List<LinkedShape> linked) {
    /**
     * A class that several class loaders of one class have loaded, for example because objects
     * still hold the previous deployment of an application.
     *
     * @param className the loaded class that is most characteristic
     * @param loaderClass the class of the loaders
     * @param loaders number of loaders that loaded it
     * @param classes number of different classes that all these loaders loaded
     * @param bytes retained by the loaders, plus bytes of the instances of their classes
     */
    public record ClassCopies(
            String className, String loaderClass, long loaders, long classes, long bytes) {}

    /**
     * Objects of one class that form chains like the nodes of a list.
     *
     * @param longest length of the longest chain
     * @param objects all reachable objects of the class
     * @param bytes of these objects
     */
    public record LinkedShape(String className, long longest, long objects, long bytes) {}

    public DominatorResults {
        biggest = List.copyOf(biggest);
        suspects = List.copyOf(suspects);
        copies = List.copyOf(copies);
        linked = List.copyOf(linked);
    }

    /** The results with one more suspect. */
    public DominatorResults with(Suspect more) {
        List<Suspect> all = new ArrayList<>(suspects);
        all.add(more);
        all.sort(Suspect.MOST_PRESSING_FIRST);
        return new DominatorResults(biggest, all, copies, linked);
    }
}
