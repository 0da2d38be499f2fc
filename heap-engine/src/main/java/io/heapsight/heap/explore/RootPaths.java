/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.explore.ObjectRow;
import io.heapsight.explore.PathList;
import io.heapsight.heap.index.RootKindNames;
import io.heapsight.unit.CancelSignal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds and describes the paths by which GC roots keep an object alive. */
public final class RootPaths {
    /** The maximum number of referrers that are tried. */
    private static final int MOST_TRIED = 100;

    private final IndexedHeap heap;
    private final ObjectDescriber describer;
    private final DumpReferences references;
    private final PathFinder finder;
    private final CancelSignal cancel;

    public RootPaths(IndexedHeap heap, ObjectDescriber describer, CancelSignal cancel) {
        this.heap = heap;
        this.describer = describer;
        this.references = new DumpReferences(heap);
        this.finder = new PathFinder(heap, cancel);
        this.cancel = cancel;
    }

    /**
     * The paths to an object: the shortest one, and the shortest one through each of its other
     * referrers. Paths without soft, weak and phantom references come first.
     *
     * @param most maximum number of paths
     */
    public PathList to(long target, int most) {
        ObjectRow row = describer.row(target);
        if (heap.find(target).isEmpty()) {
            return new PathList(
                    row, List.of(), List.of("The object is unreachable: no GC root leads to it."));
        }
        List<PathList.Path> paths = new ArrayList<>();
        Set<List<Long>> seen = new HashSet<>();
        shortest(target).ifPresent(path -> add(path, paths, seen));
        if (most > 1 && !finder.isRoot(target)) {
            List<List<Long>> others = throughEachReferrer(target, most);
            for (List<Long> way : others) {
                if (paths.size() < most) {
                    add(way, paths, seen);
                }
            }
        }
        return new PathList(
                row,
                paths,
                paths.isEmpty()
                        ? List.of("The search stopped: too many objects lie in between.")
                        : List.of());
    }

    private void add(List<Long> way, List<PathList.Path> paths, Set<List<Long>> seen) {
        if (seen.add(way)) {
            paths.add(describe(way));
        }
    }

    private Optional<List<Long>> shortest(long target) {
        Optional<List<Long>> strong = finder.shortest(target, true);
        Optional<List<Long>> any = strong.isPresent() ? strong : finder.shortest(target, false);
        if (any.isPresent() || heap.classAt(target) < 0) {
            return any;
        }
        return throughEachReferrer(target, 1).stream().findFirst();
    }

    private List<List<Long>> throughEachReferrer(long target, int most) {
        List<Long> referrers = new ArrayList<>();
        if (heap.classAt(target) >= 0) {
            ReferrerScan.withInstances(heap, target, cancel).stream()
                    .filter(each -> heap.find(each).isPresent())
                    .limit(MOST_TRIED)
                    .forEach(referrers::add);
        } else {
            for (int number : heap.referrers(target, Math.max(most, MOST_TRIED))) {
                referrers.add(heap.addressOf(number));
            }
        }
        List<List<Long>> ways = new ArrayList<>();
        for (long referrer : referrers) {
            cancel.throwIfCancelled();
            Optional<List<Long>> way = finder.shortest(referrer, true);
            if (way.isEmpty()) {
                way = finder.shortest(referrer, false);
            }
            if (way.isPresent() && !way.get().contains(target)) {
                List<Long> whole = new ArrayList<>(way.get());
                whole.add(target);
                ways.add(whole);
            }
        }
        ways.sort(Comparator.comparingInt(List::size));
        return ways;
    }

    private PathList.Path describe(List<Long> way) {
        List<ObjectRow> steps = new ArrayList<>();
        boolean strong = true;
        for (int i = 0; i < way.size(); i++) {
            ObjectRow row = describer.row(way.get(i));
            if (i > 0) {
                long from = way.get(i - 1);
                strong &= references.isStrong(from, way.get(i));
                row = row.by(references.name(from, way.get(i)));
            }
            steps.add(row);
        }
        return new PathList.Path(RootKindNames.text(heap.rootTag(way.getFirst())), steps, strong);
    }
}
