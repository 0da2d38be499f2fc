/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A point of the dominator tree where bytes accumulate, as MAT calls it: a group of few objects,
 * and the many that they dominate.
 *
 * @param holder the group above, the virtual root's where nothing else is
 * @param content the many; null where what hangs below is of many kinds
 */
record AccumulationPoint(DominatedGroup holder, @Nullable DominatedGroup content) {
    /** How many times more objects than above are many. */
    private static final int MANY = 4;

    static final int LEAST_MANY = 8;

    /** All of them, in the order of the groups: those that retain most first. */
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

    /** The group whose objects all else of it hangs below. */
    DominatedGroup top() {
        return content == null ? holder : content;
    }

    /** Bytes that it is about. */
    long bytes() {
        return content == null ? holder.bytes() : content.bytes();
    }

    /** The groups from the content down to where the way ends, the largest at each level. */
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
