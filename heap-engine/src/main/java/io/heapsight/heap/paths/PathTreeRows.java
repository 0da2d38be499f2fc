/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.paths;

import io.heapsight.explore.MergedPaths;
import io.heapsight.explore.ObjectRow;
import io.heapsight.heap.explore.DumpReferences;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.ObjectDescriber;
import io.heapsight.heap.index.RootKindNames;
import io.heapsight.heap.query.QueryDeadline;
import io.heapsight.summary.Total;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Chooses and describes the objects of a path tree that lead to most of the wanted objects. Used
 * once.
 */
final class PathTreeRows {
    private static final int NOT_SHOWN = -1;
    private static final int CHECK_MASK = (1 << 16) - 1;

    /**
     * The share of all rows that the children of one object may have, so that a large array does
     * not use them all.
     */
    private static final int ROWS_PER_CHILD = 10;

    private static final int LEAST_CHILDREN = 10;

    private static final Comparator<Shown> BEST_FIRST =
            Comparator.comparingInt((Shown each) -> each.objects)
                    .reversed()
                    .thenComparingInt(each -> each.position);

    private final IndexedHeap heap;
    private final ObjectDescriber describer;
    private final DumpReferences references;
    private final HeapOffsets places;
    private final PathTree tree;
    private final BreadthFirstSearch search;
    private final QueryDeadline deadline;

    /** Objects that may be shown next: roots, and children of shown objects. */
    private final NavigableSet<Shown> candidates = new TreeSet<>(BEST_FIRST);

    /** The shown objects by position. */
    private final Map<Integer, Shown> shown = new HashMap<>();

    private final Shown top = new Shown(PathTree.ROOT, 0, -1);

    /** An object that is shown or is a candidate. */
    private static final class Shown {
        private final int position;

        /** Wanted objects at and below it. */
        private final int objects;

        private final int depth;

        /** Their bytes. */
        private long bytes;

        /** The field or element of its parent that refers to it. */
        private String via = "?";

        /** Number of children that lead to wanted objects. */
        private int branches;

        /** The shown children; those that lead to most objects first. */
        private final List<Shown> children = new ArrayList<>();

        Shown(int position, int objects, int depth) {
            this.position = position;
            this.objects = objects;
            this.depth = depth;
        }
    }

    /**
     * @param tree after {@link PathTree#sumUp}
     * @param search the search that built it
     */
    PathTreeRows(
            IndexedHeap heap,
            ObjectDescriber describer,
            HeapOffsets places,
            PathTree tree,
            BreadthFirstSearch search,
            QueryDeadline deadline) {
        this.heap = heap;
        this.describer = describer;
        this.references = new DumpReferences(heap);
        this.places = places;
        this.tree = tree;
        this.search = search;
        this.deadline = deadline;
    }

    /** The rows of the tree, at most this many. */
    MergedPaths.Tree rows(int most) {
        choose(most);
        Total all = addBytes();
        List<MergedPaths.Row> rows = new ArrayList<>();
        Deque<Shown> open = new ArrayDeque<>();
        top.children.reversed().forEach(open::push);
        while (!open.isEmpty()) {
            Shown next = open.pop();
            nameChildren(next);
            rows.add(row(next));
            next.children.reversed().forEach(open::push);
        }
        return new MergedPaths.Tree(
                all,
                rows,
                top.branches - (long) top.children.size(),
                all.objects() - objects(top.children));
    }

    /** Repeatedly shows the candidate that leads to most objects. */
    private void choose(int most) {
        int mostChildren = Math.max(LEAST_CHILDREN, most / ROWS_PER_CHILD);
        addCandidates(top, mostChildren);
        while (shown.size() < most && !candidates.isEmpty()) {
            Shown best = Objects.requireNonNull(candidates.pollFirst());
            parent(best).children.add(best);
            shown.put(best.position, best);
            addCandidates(best, mostChildren);
            while (candidates.size() > most - shown.size()) {
                candidates.pollLast();
            }
        }
    }

    private Shown parent(Shown of) {
        return shown.getOrDefault(tree.parent(of.position), top);
    }

    private void addCandidates(Shown of, int mostChildren) {
        NavigableSet<Shown> best = new TreeSet<>(BEST_FIRST);
        int end = tree.firstChild(of.position + 1);
        for (int at = tree.firstChild(of.position); at < end; at++) {
            int objects = tree.number(at);
            if (objects > 0) {
                of.branches++;
                // At equal numbers, the object with the lower position is better.
                if (best.size() < mostChildren || objects > best.last().objects) {
                    best.add(new Shown(at, objects, of.depth + 1));
                }
                if (best.size() > mostChildren) {
                    best.pollLast();
                }
            }
        }
        candidates.addAll(best);
    }

    /**
     * Sums up the bytes of the wanted objects, by the lowest shown object above each, then upwards
     * over the shown objects. Replaces the numbers of the tree by indexes of shown objects.
     *
     * @return all wanted objects
     */
    private Total addBytes() {
        List<Shown> ascending =
                shown.values().stream()
                        .sorted(Comparator.comparingInt(each -> each.position))
                        .toList();
        long objects = 0;
        long bytes = 0;
        int next = 0;
        for (int at = 0; at < tree.size(); at++) {
            if ((at & CHECK_MASK) == 0) {
                deadline.check();
            }
            int lowest = NOT_SHOWN;
            if (next < ascending.size() && ascending.get(next).position == at) {
                lowest = next++;
            } else if (tree.parent(at) != PathTree.ROOT) {
                lowest = tree.number(tree.parent(at));
            }
            tree.number(at, lowest);
            if (tree.isWanted(at)) {
                long own = search.shallowBytes(tree.place(at));
                objects++;
                bytes += own;
                if (lowest != NOT_SHOWN) {
                    ascending.get(lowest).bytes += own;
                }
            }
        }
        for (Shown each : ascending.reversed()) {
            parent(each).bytes += each.bytes;
        }
        return new Total(objects, bytes);
    }

    private long address(Shown of) {
        return places.address(tree.place(of.position));
    }

    /** Reads the object once for all its children, because it may be a large array. */
    private void nameChildren(Shown of) {
        deadline.check();
        Map<Long, String> names =
                references.names(
                        address(of),
                        of.children.stream().map(this::address).collect(Collectors.toSet()));
        for (Shown each : of.children) {
            each.via = names.getOrDefault(address(each), "?");
        }
    }

    private static long objects(List<Shown> all) {
        return all.stream().mapToLong(each -> each.objects).sum();
    }

    private MergedPaths.Row row(Shown of) {
        ObjectRow object = describer.row(address(of));
        boolean isRoot = tree.parent(of.position) == PathTree.ROOT;
        return new MergedPaths.Row(
                of.depth,
                isRoot
                        ? Optional.of(RootKindNames.text(heap.rootTag(object.address())))
                        : Optional.empty(),
                isRoot ? object : object.by(of.via),
                new Total(of.objects, of.bytes),
                of.branches - (long) of.children.size(),
                of.objects - objects(of.children) - (tree.isWanted(of.position) ? 1 : 0));
    }
}
