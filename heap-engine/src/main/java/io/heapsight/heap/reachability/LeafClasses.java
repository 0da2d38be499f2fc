/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.reachability;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.hprof.ClassDump;

/**
 * Determines for each class whether its objects may dominate others. An object without references
 * other than that to its class is a leaf, unless it may dominate its class object.
 */
public final class LeafClasses {
    private final boolean[] roots;
    private final boolean[] inner;
    private final boolean[] perhapsLeaves;

    private LeafClasses(HeapClasses classes, boolean[] roots) {
        this.roots = roots;
        inner = new boolean[classes.size()];
        perhapsLeaves = new boolean[classes.size()];
        for (HeapClass each : classes.all()) {
            int i = each.index();
            perhapsLeaves[i] = each.isLeaf() && !roots[i] && refersToRootsOnly(each, classes);
            inner[i] = !perhapsLeaves[i] && !(each.isLeaf() && roots[i]);
        }
    }

    /**
     * Finds the leaf classes.
     *
     * @param roots by class number, whether a class is a root or has no class object in the dump
     */
    public static LeafClasses of(HeapClasses classes, boolean[] roots) {
        return new LeafClasses(classes, roots);
    }

    private boolean refersToRootsOnly(HeapClass referrer, HeapClasses classes) {
        ClassDump dump = referrer.dump();
        for (long reference : dump == null ? new long[0] : ReferenceReader.ofClass(dump)) {
            int target = reference == 0 ? -1 : classes.indexOf(reference);
            if (reference != 0 && (target < 0 || !roots[target])) {
                return false;
            }
        }
        return true;
    }

    /** Returns, by class number, whether a class is a root or has no class object in the dump. */
    boolean[] roots() {
        return roots;
    }

    /** Whether a class is a root: nothing dominates it, and the graph has no edges to it. */
    public boolean isRoot(int classIndex) {
        return roots[classIndex];
    }

    /** Whether all objects of a class may dominate others. */
    public boolean isInner(int classIndex) {
        return inner[classIndex];
    }

    /**
     * Returns whether the objects of a class and its class object are leaves if the class has
     * several objects. A single object may dominate the class object.
     */
    public boolean isLeafIfSeveral(int classIndex) {
        return perhapsLeaves[classIndex];
    }
}
