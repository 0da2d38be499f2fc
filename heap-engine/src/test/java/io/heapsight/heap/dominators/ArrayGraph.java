/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.dominators;

import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.IntArray;
import io.heapsight.heap.memory.MemoryBudget;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** A graph in arrays. */
final class ArrayGraph implements Graph, AutoCloseable {
    final int[][] targets;
    final int[] rootNodes;
    private final IntArray roots;

    ArrayGraph(int[] rootNodes, int[]... targets) {
        this.targets = targets;
        this.rootNodes = rootNodes;
        roots = intArray(rootNodes);
    }

    /**
     * A random graph of any density, with loops, repeated edges and roots, and unreachable nodes.
     */
    static ArrayGraph random(Random random, int mostNodes) {
        int nodes = 1 + random.nextInt(mostNodes);
        int reach = 1 + random.nextInt(nodes);
        double degree = random.nextDouble() * random.nextDouble() * 5;
        int[][] targets = new int[nodes][];
        for (int node = 0; node < nodes; node++) {
            int edges = (int) (-Math.log(1 - random.nextDouble()) * degree);
            int from = node;
            targets[node] =
                    IntStream.range(0, edges)
                            .map(
                                    i ->
                                            Math.floorMod(
                                                    from + random.nextInt(2 * reach) - reach,
                                                    nodes))
                            .toArray();
        }
        int[] roots = random.ints(random.nextInt(4), 0, nodes).toArray();
        return new ArrayGraph(roots, targets);
    }

    static IntArray intArray(int... values) {
        try {
            MemoryBudget budget =
                    new MemoryBudget(IntArray.bytesNeeded(values.length) + Long.BYTES);
            IntArray array = IntArray.reserveOrSpill(budget, values.length, "a test");
            for (int i = 0; i < values.length; i++) {
                array.set(i, values[i]);
            }
            return array;
        } catch (BudgetExceededException e) {
            throw new AssertionError(e);
        }
    }

    long edgeCount() {
        return Arrays.stream(targets).mapToLong(edges -> edges.length).sum();
    }

    @Override
    public int nodes() {
        return targets.length;
    }

    @Override
    public IntArray roots() {
        return roots;
    }

    @Override
    public Edges edges() {
        return (node, from, into) -> {
            int left = targets[node].length - from;
            int count = Math.min(left, into.length);
            System.arraycopy(targets[node], from, into, 0, count);
            return count;
        };
    }

    @Override
    public void close() {
        roots.close();
    }

    @Override
    public String toString() {
        return "roots " + Arrays.toString(rootNodes) + " edges " + Arrays.deepToString(targets);
    }
}
