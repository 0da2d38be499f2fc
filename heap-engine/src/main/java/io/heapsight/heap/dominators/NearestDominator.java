/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Climbs the dominator tree from an object to the nearest one that is wanted. Remembers some
 * results of long climbs: queues and linked lists are chains of dominators. Each part of a chain is
 * climbed once, not once for each element.
 */
public final class NearestDominator {
    /** Climbs up to this number of steps are not remembered. */
    private static final int SHORT = 64;

    private static final int MOST_REMEMBERED = 1 << 18;
    private static final int SPREAD = 0x9E37_79B9;

    private final IntUnaryOperator dominator;
    private final IntPredicate isWanted;
    private final Map<Integer, Integer> tops = new HashMap<>();
    private final List<Integer> passed = new ArrayList<>();

    /**
     * @param dominator maps a rank to that of its dominator, 0 without one
     * @param isWanted whether to stop at a rank
     */
    public NearestDominator(IntUnaryOperator dominator, IntPredicate isWanted) {
        this.dominator = dominator;
        this.isWanted = isWanted;
    }

    /** The first wanted rank from a rank upwards; 0 without one. */
    public int nearest(int from) {
        int top = topBelow(from);
        return top == 0 ? from : dominator.applyAsInt(top);
    }

    /**
     * The rank of the last object below the first wanted one, which is its dominator; 0 if the rank
     * itself is wanted, or 0.
     */
    public int topBelow(int from) {
        int top = 0;
        int rank = from;
        for (int i = 0; rank != 0 && !isWanted.test(rank); i++) {
            if (isRemembered(rank)) {
                Integer known = tops.get(rank);
                if (known != null) {
                    top = known;
                    break;
                }
                if (i >= SHORT) {
                    passed.add(rank);
                }
            }
            top = rank;
            rank = dominator.applyAsInt(rank);
        }
        remember(top);
        return top;
    }

    /** One rank in 64, whatever the distance of ranks along a chain. */
    private static boolean isRemembered(int rank) {
        return (rank * SPREAD) >>> 26 == 0;
    }

    private void remember(int top) {
        if (passed.isEmpty()) {
            return;
        }
        if (tops.size() + passed.size() > MOST_REMEMBERED) {
            tops.clear();
        }
        passed.forEach(each -> tops.put(each, top));
        passed.clear();
    }
}
