/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.kinds;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.retained.Retention;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the reachable objects of the classes that kinds of leak ask for, in one pass over the ranks
 * of the dominator tree. Objects without references are not in it.
 */
final class InstanceScan {
    /** Of more objects only the number is known. */
    static final int MOST_OF_KIND = 1 << 18;

    private final List<LeakKind> kinds;
    private final List<Instances.Collected> byKind = new ArrayList<>();
    private final HeapClasses classes;

    /** The kinds that look at a class by its own name, by class; null before it was asked. */
    private final List<@Nullable BitSet> own;

    /** Where objects of a class go; null before the first one. */
    private final List<@Nullable List<Instances.Collected>> byClass;

    private InstanceScan(List<LeakKind> kinds, HeapClasses classes) {
        this.kinds = kinds;
        this.classes = classes;
        kinds.forEach(_ -> byKind.add(new Instances.Collected()));
        own = new ArrayList<>(Collections.nCopies(classes.size(), null));
        byClass = new ArrayList<>(Collections.nCopies(classes.size(), null));
    }

    /** Those of each kind, in the order of the kinds. */
    static List<Instances> of(List<LeakKind> kinds, Retention retention) {
        InstanceScan scan = new InstanceScan(kinds, retention.heap().classes());
        for (int rank = 1; rank <= retention.tree().reachable(); rank++) {
            List<Instances.Collected> wanted = scan.wanting(retention.classIndexAtRank(rank));
            if (!wanted.isEmpty() && !retention.graph().isClass(retention.tree().node(rank))) {
                for (Instances.Collected each : wanted) {
                    each.add(rank);
                }
            }
        }
        return scan.byKind.stream().map(Instances.Collected::all).toList();
    }

    /** Most classes have no objects: their names are never looked at. */
    private List<Instances.Collected> wanting(int index) {
        List<Instances.Collected> known = byClass.get(index);
        if (known == null) {
            BitSet wanted = new BitSet();
            classes.lineage(classes.get(index)).forEach(level -> wanted.or(own(level)));
            known = wanted.stream().mapToObj(byKind::get).toList();
            byClass.set(index, known);
        }
        return known;
    }

    private BitSet own(HeapClass type) {
        BitSet known = own.get(type.index());
        if (known == null) {
            known = new BitSet();
            for (int i = 0; i < kinds.size(); i++) {
                known.set(i, kinds.get(i).wants(type));
            }
            own.set(type.index(), known);
        }
        return known;
    }
}
