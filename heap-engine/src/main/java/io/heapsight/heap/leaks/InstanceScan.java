/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.retained.RetainedHeap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Finds the reachable objects of the classes that kinds of leak name, in one pass over the ranks of
 * the dominator tree. The tree lacks objects without references.
 */
final class InstanceScan {
    /** Maximum objects of a kind; further ones are only counted. */
    static final int MOST_OF_KIND = 1 << 18;

    private InstanceScan() {}

    /** The objects of each kind, in the order of the kinds. */
    static List<Instances> of(List<LeakKind> kinds, RetainedHeap retention) {
        List<Instances.Collected> byKind = new ArrayList<>();
        kinds.forEach(_ -> byKind.add(new Instances.Collected()));
        List<List<Instances.Collected>> byClass = byClass(kinds, byKind, retention);
        for (int rank = 1; rank <= retention.tree().reachable(); rank++) {
            List<Instances.Collected> wanted = byClass.get(retention.classIndexAtRank(rank));
            if (!wanted.isEmpty() && !retention.graph().isClass(retention.tree().node(rank))) {
                for (Instances.Collected each : wanted) {
                    each.add(rank);
                }
            }
        }
        return byKind.stream().map(Instances.Collected::all).toList();
    }

    private static List<List<Instances.Collected>> byClass(
            List<LeakKind> kinds, List<Instances.Collected> byKind, RetainedHeap retention) {
        HeapClasses classes = retention.heap().classes();
        long[] objects = objects(retention);
        List<BitSet> own =
                classes.all().stream()
                        .map(each -> wantedBy(kinds, each, objects[each.index()]))
                        .toList();
        List<List<Instances.Collected>> byClass = new ArrayList<>();
        for (HeapClass type : classes.all()) {
            BitSet wanted = new BitSet();
            classes.lineage(type).forEach(level -> wanted.or(own.get(level.index())));
            byClass.add(wanted.stream().mapToObj(byKind::get).toList());
        }
        return byClass;
    }

    /** Reachable objects of each class and its subclasses. */
    private static long[] objects(RetainedHeap retention) {
        HeapClasses classes = retention.heap().classes();
        long[] objects = new long[classes.size()];
        for (HeapClass type : classes.all()) {
            long own = retention.totals().of(type.index()).objects();
            for (HeapClass level : own == 0 ? List.<HeapClass>of() : classes.lineage(type)) {
                objects[level.index()] += own;
            }
        }
        return objects;
    }

    /** The kinds that want a class by its own name; calls each once for each class. */
    private static BitSet wantedBy(List<LeakKind> kinds, HeapClass type, long objects) {
        BitSet wanted = new BitSet();
        for (int i = 0; i < kinds.size(); i++) {
            wanted.set(i, objects >= kinds.get(i).least() && kinds.get(i).wants(type));
        }
        return wanted;
    }
}
