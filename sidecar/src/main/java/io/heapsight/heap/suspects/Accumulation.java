/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A point of the dominator tree where bytes accumulate: a group of few objects, and the many that
 * hang below it.
 *
 * @param holder the group above, the virtual root's where nothing else is
 * @param content the many; null where what hangs below is of many kinds
 */
record Accumulation(HeldGroup holder, @Nullable HeldGroup content) {
    /** How many times more objects than above are many. */
    private static final int MANY = 4;

    private static final int LEAST_MANY = 8;

    /** All of them, in the order of the groups: those that retain most first. */
    static List<Accumulation> in(HeldGroups groups) {
        List<Accumulation> found = new ArrayList<>();
        for (HeldGroup each : groups.root().below()) {
            find(each, groups, found);
        }
        return found;
    }

    private static void find(HeldGroup group, HeldGroups groups, List<Accumulation> found) {
        boolean ends = true;
        for (HeldGroup below : group.below()) {
            if (isMany(group, below)) {
                found.add(new Accumulation(group, below));
            } else {
                find(below, groups, found);
            }
            ends = false;
        }
        HeldGroup above = group.above();
        if (ends && above != null) {
            boolean together = group.objects() > 1 && groups.isContainer(above);
            found.add(together ? new Accumulation(above, group) : new Accumulation(group, null));
        }
    }

    static boolean isMany(HeldGroup above, HeldGroup below) {
        return below.objects() >= LEAST_MANY && below.objects() >= MANY * above.objects();
    }

    /** The group whose objects all else of it hangs below. */
    HeldGroup top() {
        return content == null ? holder : content;
    }

    /** Bytes that it is about. */
    long bytes() {
        return content == null ? holder.bytes() : content.bytes();
    }

    /** The groups from the content down to where the way ends, the largest at each level. */
    List<HeldGroup> wayDown() {
        List<HeldGroup> way = new ArrayList<>();
        @Nullable HeldGroup at = top();
        while (at != null) {
            way.add(at);
            at = at.below().isEmpty() ? null : at.below().getFirst();
        }
        return way;
    }

    /** The content and all groups below it. */
    List<HeldGroup> all() {
        List<HeldGroup> all = new ArrayList<>(List.of(top()));
        for (int i = 0; i < all.size(); i++) {
            all.addAll(all.get(i).below());
        }
        return all;
    }
}
