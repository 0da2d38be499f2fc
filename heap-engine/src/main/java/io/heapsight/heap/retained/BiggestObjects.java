/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.classes.ClassKind;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.DumpedText;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.dominators.PrunedDominatorTree;
import io.heapsight.heap.dominators.TreeLimits;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.summary.DominatorNode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Finds the biggest objects by retained size: the top of the dominator tree. */
public final class BiggestObjects {
    /** Number of levels of the dominator tree that are shown. */
    private static final int DEPTH = 8;

    /** Maximum number of single objects that are shown below an object. */
    private static final int CHILDREN = 8;

    /** Rows below an object are shown if they retain at least all bytes divided by this number. */
    private static final int LEAST_PART = 1_000;

    private final RetainedHeap retention;
    private final HeapClasses classes;
    private final NodeObjectReader nodes;
    private final PathDescriber words;
    private final long reachableBytes;

    public BiggestObjects(RetainedHeap retention, DumpedText text) {
        this.retention = retention;
        this.classes = retention.heap().classes();
        this.nodes = new NodeObjectReader(retention);
        this.words = new PathDescriber(retention, text);
        this.reachableBytes = retention.retained().bytes(DominatorTree.ROOT);
    }

    /** The biggest objects, each with the biggest objects below it. */
    public List<DominatorNode> biggest(int top, MemoryBudget budget)
            throws BudgetExceededException {
        TreeLimits cut = new TreeLimits(DEPTH, top, CHILDREN, reachableBytes / LEAST_PART);
        return PrunedDominatorTree.ofHeap(
                        cut,
                        retention.retained(),
                        retention::classIndexAtRank,
                        retention.largeLeaves(),
                        budget)
                .stream()
                .map(this::row)
                .toList();
    }

    private DominatorNode row(PrunedDominatorTree node) {
        return new DominatorNode(
                OptionalLong.of(nodes.address(node.node())),
                className(node.node()),
                words.label(node.node()),
                1,
                nodes.shallowBytes(node.node()),
                node.retainedBytes(),
                Stream.concat(
                                node.children().stream().map(this::row),
                                node.others().stream().map(this::row))
                        .sorted(Comparator.comparingLong(DominatorNode::retainedBytes).reversed())
                        .toList());
    }

    /** Objects of one class below the same parent. */
    private DominatorNode row(PrunedDominatorTree.Others others) {
        HeapClass of = classes.get(others.classIndex());
        long each = of.kind() == ClassKind.INSTANCE ? retention.sizes().of(of.index(), 0) : 0;
        return new DominatorNode(
                OptionalLong.empty(),
                of.name(),
                Optional.empty(),
                others.objects(),
                each * others.objects(),
                others.retainedBytes(),
                List.of());
    }

    private String className(int node) {
        return classes.get(nodes.classIndex(node)).name();
    }
}
