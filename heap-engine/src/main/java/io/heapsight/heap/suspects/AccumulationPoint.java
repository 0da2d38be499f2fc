/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An accumulation point, as in Eclipse MAT: a group of few objects in the dominator tree that
 * dominate many.
 *
 * @param holder the group above, or else the group of the virtual root
 * @param content the dominated objects; null if they are of many kinds
 */
record AccumulationPoint(DominatedGroup holder, @Nullable DominatedGroup content) {
    /**
     * Minimum ratio of dominated objects to the objects above them, if they are to count as many.
     */
    private static final int MANY = 4;

    static final int LEAST_MANY = 8;

    /** All accumulation points in the order of the groups: largest retained size first. */
    static List<AccumulationPoint> in(DominatedGroups groups) {
        List<AccumulationPoint> found = new ArrayList<>();
        for (DominatedGroup each : groups.root().below()) {
            find(each, groups, found);
        }
        return found;
    }

    private static void find(
            DominatedGroup group, DominatedGroups groups, List<AccumulationPoint> found) {
        boolean ends = true;
        for (DominatedGroup below : group.below()) {
            if (isMany(group, below)) {
                found.add(new AccumulationPoint(group, below));
            } else {
                find(below, groups, found);
            }
            ends = false;
        }
        DominatedGroup above = group.above();
        if (ends && above != null) {
            boolean together = group.objects() > 1 && groups.isContainer(above);
            found.add(
                    together
                            ? new AccumulationPoint(above, group)
                            : new AccumulationPoint(group, null));
        }
    }

    static boolean isMany(DominatedGroup above, DominatedGroup below) {
        return below.objects() >= LEAST_MANY && below.objects() >= MANY * above.objects();
    }

    /** The group above all other objects of the accumulation. */
    DominatedGroup top() {
        return content == null ? holder : content;
    }

    /** The accumulated bytes. */
    long bytes() {
        return content == null ? holder.bytes() : content.bytes();
    }

    /** The largest group at each level, from the content down to the end of the way. */
    List<DominatedGroup> wayDown() {
        List<DominatedGroup> way = new ArrayList<>();
        @Nullable DominatedGroup at = top();
        while (at != null) {
            way.add(at);
            at = at.below().isEmpty() ? null : at.below().getFirst();
        }
        return way;
    }

    /** The content and all groups below it. */
    List<DominatedGroup> all() {
        List<DominatedGroup> all = new ArrayList<>(List.of(top()));
        for (int i = 0; i < all.size(); i++) {
            all.addAll(all.get(i).below());
        }
        return all;
    }
}
