/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What keeps so much of the heap alive that it may be a leak, by the rules of Eclipse MAT's report:
 * single objects right below the root of the dominator tree that retain more than a tenth of all,
 * and classes whose other objects there do so together.
 *
 * @param objects biggest first
 * @param classes biggest first
 */
public record LeakSuspects(List<SuspectObject> objects, List<SuspectClass> classes) {
    /** The share of all reachable bytes above which something is suspect. */
    public static final double SUSPECT_SHARE = 0.1;

    /** Where no child retains this share of its parent, the bytes are accumulated. */
    private static final double BIG_DROP_RATIO = 0.7;

    public LeakSuspects {
        objects = List.copyOf(objects);
        classes = List.copyOf(classes);
    }

    /**
     * A single object.
     *
     * @param accumulationPoint the node below it, or itself, that retains most of the bytes by many
     *     small parts
     */
    public record SuspectObject(
            int node, long retainedBytes, int accumulationPoint, long accumulatedBytes) {}

    /**
     * Objects of one class, none of them suspect alone.
     *
     * @param classIndex as {@link NodeClasses} has it
     * @param biggest the node of the biggest of them
     */
    public record SuspectClass(int classIndex, long objects, long retainedBytes, int biggest) {}

    /** Finds them in one pass over the tree, and another one for each single object. */
    public static LeakSuspects find(RetainedBytes sizes, NodeClasses classOf, int classCount) {
        DominatorTree tree = sizes.tree();
        double threshold = SUSPECT_SHARE * sizes.bytesAtRank(0);
        List<SuspectObject> objects = new ArrayList<>();
        long[] objectsByClass = new long[classCount];
        long[] bytesByClass = new long[classCount];
        int[] biggestByClass = new int[classCount];
        for (int rank = 1; rank <= tree.reachable(); rank++) {
            if (tree.dominatorRank(rank) != 0) {
                continue;
            }
            long bytes = sizes.bytesAtRank(rank);
            if (bytes > threshold) {
                objects.add(suspect(rank, sizes));
                continue;
            }
            int ofClass = classOf.classOf(tree.node(rank));
            objectsByClass[ofClass]++;
            bytesByClass[ofClass] += bytes;
            int biggest = biggestByClass[ofClass];
            if (biggest == 0 || bytes > sizes.bytesAtRank(biggest)) {
                biggestByClass[ofClass] = rank;
            }
        }
        List<SuspectClass> classes = new ArrayList<>();
        for (int i = 0; i < classCount; i++) {
            if (bytesByClass[i] > threshold) {
                int biggest = tree.node(biggestByClass[i]);
                classes.add(new SuspectClass(i, objectsByClass[i], bytesByClass[i], biggest));
            }
        }
        objects.sort(Comparator.comparingLong(SuspectObject::retainedBytes).reversed());
        classes.sort(Comparator.comparingLong(SuspectClass::retainedBytes).reversed());
        return new LeakSuspects(objects, classes);
    }

    /**
     * Goes down while one child retains most of its parent. There is only one such child, and it
     * ranks after its parent: one pass finds the whole way, however deep.
     */
    private static SuspectObject suspect(int rank, RetainedBytes sizes) {
        DominatorTree tree = sizes.tree();
        int point = rank;
        long bytes = sizes.bytesAtRank(rank);
        for (int below = rank + 1; below <= tree.reachable(); below++) {
            if (tree.dominatorRank(below) == point
                    && sizes.bytesAtRank(below) >= BIG_DROP_RATIO * bytes) {
                point = below;
                bytes = sizes.bytesAtRank(below);
            }
        }
        return new SuspectObject(tree.node(rank), sizes.bytesAtRank(rank), tree.node(point), bytes);
    }
}
