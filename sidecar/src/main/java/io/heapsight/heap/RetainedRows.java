/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.summary.DominatorNode;
import io.heapsight.summary.RetainedSizes;
import io.heapsight.summary.Suspect;
import io.heapsight.unit.CancelSignal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Tells what retains most, in the words of the summary: the top of the dominator tree, and
 * suspects.
 */
final class RetainedRows {
    /** How deep the dominator tree is shown, and how many below one object. */
    private static final int DEPTH = 8;

    private static final int CHILDREN = 8;

    /** Below another object, less than this part of all is not shown. */
    private static final int LEAST_PART = 1_000;

    /** Objects of a path that are kept: the ones next to the suspect, and next to the root. */
    private static final int LONGEST_PATH = 40;

    private final Retention retention;
    private final HeapGraph graph;
    private final HeapClasses classes;
    private final NodeReader nodes;
    private final PathWords words;
    private final long reachableBytes;

    RetainedRows(Retention retention, DumpedText text) {
        this.retention = retention;
        this.graph = retention.graph();
        this.classes = retention.heap().classes();
        this.nodes = new NodeReader(retention);
        this.words = new PathWords(retention, text);
        this.reachableBytes = retention.retained().bytes(DominatorTree.ROOT);
    }

    RetainedSizes summary(int top, MemoryBudget budget, CancelSignal cancel)
            throws BudgetExceededException {
        TreeCut cut = new TreeCut(DEPTH, top, CHILDREN, reachableBytes / LEAST_PART);
        List<DominatorNode> biggest =
                BiggestNode.ofHeap(cut, retention.retained(), retention.largeLeaves(), budget)
                        .stream()
                        .map(this::row)
                        .toList();
        return new RetainedSizes(biggest, suspects(budget, cancel));
    }

    private DominatorNode row(BiggestNode node) {
        return new DominatorNode(
                OptionalLong.of(nodes.address(node.node())),
                className(node.node()),
                words.label(node.node()),
                1,
                nodes.shallowBytes(node.node()),
                node.retainedBytes(),
                node.children().stream().map(this::row).toList());
    }

    private String className(int node) {
        return classes.get(nodes.classIndex(node)).name();
    }

    private List<Suspect> suspects(MemoryBudget budget, CancelSignal cancel)
            throws BudgetExceededException {
        LeakSuspects found =
                LeakSuspects.find(
                        retention.retained(),
                        retention::classIndex,
                        classes.size(),
                        retention.largeLeaves());
        int[] targets = new int[found.objects().size() + found.classes().size()];
        int n = 0;
        for (LeakSuspects.SuspectObject each : found.objects()) {
            targets[n++] = each.accumulationPoint();
        }
        for (LeakSuspects.SuspectClass each : found.classes()) {
            targets[n++] = each.biggest();
        }
        if (n == 0) {
            return List.of();
        }
        List<PathToRoot> paths = PathToRoot.find(graph, targets, LONGEST_PATH, budget, cancel);
        List<Suspect> suspects = new ArrayList<>();
        for (LeakSuspects.SuspectObject each : found.objects()) {
            suspects.add(single(each, paths.get(suspects.size())));
        }
        for (LeakSuspects.SuspectClass each : found.classes()) {
            suspects.add(group(each, paths.get(suspects.size())));
        }
        suspects.sort((a, b) -> Long.compare(b.retainedBytes(), a.retainedBytes()));
        return suspects;
    }

    private Suspect single(LeakSuspects.SuspectObject found, PathToRoot path) {
        int node = found.node();
        int classIndex = nodes.classIndex(node);
        int point = found.accumulationPoint();
        Optional<Suspect.Accumulation> accumulation =
                point == node
                        ? Optional.empty()
                        : Optional.of(
                                new Suspect.Accumulation(
                                        nodes.address(point),
                                        className(point),
                                        found.accumulatedBytes()));
        return new Suspect(
                Suspect.Kind.SINGLE,
                OptionalLong.of(nodes.address(node)),
                classes.get(classIndex).name(),
                words.label(node),
                classes.get(classIndex).loader(),
                1,
                found.retainedBytes(),
                (double) found.retainedBytes() / reachableBytes,
                accumulation,
                words.steps(path));
    }

    private Suspect group(LeakSuspects.SuspectClass found, PathToRoot path) {
        HeapClass of = classes.get(found.classIndex());
        return new Suspect(
                Suspect.Kind.GROUP,
                OptionalLong.empty(),
                of.name(),
                Optional.empty(),
                of.loader(),
                found.objects(),
                found.retainedBytes(),
                (double) found.retainedBytes() / reachableBytes,
                Optional.empty(),
                words.steps(path));
    }
}
