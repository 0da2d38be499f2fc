/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.holders.ReferrerPass;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.ByteArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.retained.RetainedHeap;
import java.util.List;

/** Finds the accumulation point above an object; one byte per node. */
final class NearestAccumulation implements ReferrerPass.Owners, AutoCloseable {
    private final ByteArray owners;
    private final int count;

    private NearestAccumulation(ByteArray owners, int count) {
        this.owners = owners;
        this.count = count;
    }

    static NearestAccumulation find(
            RetainedHeap retention,
            DominatedGroups groups,
            List<AccumulationPoint> accumulations,
            MemoryBudget budget)
            throws BudgetExceededException {
        DominatorTree tree = retention.tree();
        ByteArray owners = ByteArray.reserveOrSpill(budget, tree.reachable() + 1L, "suspects");
        int count = Math.min(accumulations.size(), ByteArray.MAX);
        int[] ofGroup = new int[ByteArray.MAX + 1];
        for (int i = 0; i < count; i++) {
            for (DominatedGroup each : accumulations.get(i).all()) {
                ofGroup[each.number()] = i + 1;
            }
        }
        for (int rank = 1; count > 0 && rank <= tree.reachable(); rank++) {
            int group = groups.groupOf(rank);
            int own = group == 0 ? 0 : ofGroup[group];
            owners.set(rank, own == 0 ? owners.get(tree.dominatorRank(rank)) : own);
        }
        return new NearestAccumulation(owners, count);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int of(int rank) {
        return owners.get(rank) - 1;
    }

    @Override
    public void close() {
        owners.close();
    }
}
