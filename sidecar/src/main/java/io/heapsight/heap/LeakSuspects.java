/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.LargeLeaves.LargeLeaf;
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

    /**
     * Where bytes have not gathered after so many steps down, as in a long list, they do nowhere.
     */
    private static final int DEEPEST_POINT = 1_000;

    public LeakSuspects {
        objects = List.copyOf(objects);
        classes = List.copyOf(classes);
    }

    /**
     * A single object.
     *
     * @param accumulationPoint the node below it, or itself, that retains most of the bytes by many
     *     small parts; itself, too, where there is none within 1,000 steps
     */
    public record SuspectObject(
            int node, long retainedBytes, int accumulationPoint, long accumulatedBytes) {}

    /**
     * Objects of one class, none of them suspect alone.
     *
     * @param classIndex as {@link NodeClasses} has it
     * @param biggest the node or leaf of the biggest of them
     */
    public record SuspectClass(int classIndex, long objects, long retainedBytes, int biggest) {}

    /**
     * Finds them in one pass over the tree, and another one for each single object.
     *
     * @param leaves that are large, by no matter what measure: smaller ones are no suspects, and no
     *     part of a class that is one
     */
    public static LeakSuspects find(
            RetainedBytes sizes, NodeClasses classOf, int classCount, List<LargeLeaf> leaves) {
        DominatorTree tree = sizes.tree();
        double threshold = SUSPECT_SHARE * sizes.bytesAtRank(0);
        List<SuspectObject> objects = new ArrayList<>();
        Groups groups = new Groups(classCount);
        for (int rank = 1; rank <= tree.reachable(); rank++) {
            if (tree.dominatorRank(rank) != 0) {
                continue;
            }
            long bytes = sizes.bytesAtRank(rank);
            if (bytes > threshold) {
                objects.add(suspect(rank, sizes, leaves));
            } else {
                groups.add(classOf.classOf(tree.node(rank)), tree.node(rank), bytes);
            }
        }
        for (LargeLeaf leaf : leaves) {
            if (leaf.dominatorRank() == 0 && leaf.bytes() > threshold) {
                objects.add(
                        new SuspectObject(leaf.leaf(), leaf.bytes(), leaf.leaf(), leaf.bytes()));
            } else if (leaf.dominatorRank() == 0) {
                groups.add(leaf.classIndex(), leaf.leaf(), leaf.bytes());
            }
        }
        objects.sort(Comparator.comparingLong(SuspectObject::retainedBytes).reversed());
        return new LeakSuspects(objects, groups.above(threshold));
    }

    /** Objects right below the root by class. */
    private static final class Groups {
        private final long[] objects;
        private final long[] bytes;
        private final int[] biggest;
        private final long[] bytesOfBiggest;

        Groups(int classCount) {
            objects = new long[classCount];
            bytes = new long[classCount];
            biggest = new int[classCount];
            bytesOfBiggest = new long[classCount];
        }

        void add(int ofClass, int node, long nodeBytes) {
            objects[ofClass]++;
            bytes[ofClass] += nodeBytes;
            if (objects[ofClass] == 1 || nodeBytes > bytesOfBiggest[ofClass]) {
                biggest[ofClass] = node;
                bytesOfBiggest[ofClass] = nodeBytes;
            }
        }

        List<SuspectClass> above(double threshold) {
            List<SuspectClass> classes = new ArrayList<>();
            for (int i = 0; i < objects.length; i++) {
                if (bytes[i] > threshold) {
                    classes.add(new SuspectClass(i, objects[i], bytes[i], biggest[i]));
                }
            }
            classes.sort(Comparator.comparingLong(SuspectClass::retainedBytes).reversed());
            return classes;
        }
    }

    /**
     * Goes down while one child retains most of its parent. There is only one such child, and it
     * ranks after its parent: one pass finds the whole way.
     */
    private static SuspectObject suspect(int rank, RetainedBytes sizes, List<LargeLeaf> leaves) {
        DominatorTree tree = sizes.tree();
        int point = rank;
        long bytes = sizes.bytesAtRank(rank);
        for (int below = rank + 1; below <= tree.reachable(); below++) {
            if (tree.dominatorRank(below) == point
                    && sizes.bytesAtRank(below) >= BIG_DROP_RATIO * bytes) {
                point = below;
                bytes = sizes.bytesAtRank(below);
                if (tree.depth(point) - tree.depth(rank) == DEEPEST_POINT) {
                    return whole(rank, sizes);
                }
            }
        }
        for (LargeLeaf leaf : leaves) {
            if (leaf.dominatorRank() == point && leaf.bytes() >= BIG_DROP_RATIO * bytes) {
                return new SuspectObject(
                        tree.node(rank), sizes.bytesAtRank(rank), leaf.leaf(), leaf.bytes());
            }
        }
        return new SuspectObject(tree.node(rank), sizes.bytesAtRank(rank), tree.node(point), bytes);
    }

    private static SuspectObject whole(int rank, RetainedBytes sizes) {
        int node = sizes.tree().node(rank);
        long bytes = sizes.bytesAtRank(rank);
        return new SuspectObject(node, bytes, node, bytes);
    }
}
