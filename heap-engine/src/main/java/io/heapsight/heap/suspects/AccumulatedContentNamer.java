/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.classes.ClassKeys;
import io.heapsight.heap.classes.ClassKind;
import io.heapsight.heap.classes.CodeOrigin;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.summary.HeldObjects;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/** Determines the class and the number of objects that describe the content of an accumulation. */
final class AccumulatedContentNamer {
    private final HeapClasses classes;
    private final ClassKeys keys;
    private final ArrayElementCounter arrays;
    private final IntToLongFunction address;

    /**
     * @param address maps {@link DominatedGroup#largest} to the address of the object
     */
    AccumulatedContentNamer(
            HeapClasses classes,
            ClassKeys keys,
            ArrayElementCounter arrays,
            IntToLongFunction address) {
        this.classes = classes;
        this.keys = keys;
        this.arrays = arrays;
        this.address = address;
    }

    private HeapClass classOf(DominatedGroup group) {
        return classes.get(keys.classIndex(group.key()));
    }

    /**
     * Returns the index of the first group of a program's class, from an index on. If there is
     * none, returns the index of the first group that is not part of a collection.
     */
    int programs(List<DominatedGroup> way, int from) {
        for (int i = from; i < way.size(); i++) {
            if (keys.isClassObject(way.get(i).key()) || CodeOrigin.isProgram(classOf(way.get(i)))) {
                return i;
            }
        }
        for (int i = from; i < way.size(); i++) {
            if (!isPartOfCollection(classOf(way.get(i)))) {
                return i;
            }
        }
        return from;
    }

    /**
     * Returns the key of the class that names the content. If no such class is known, returns the
     * key of the collection's part, such as its node.
     */
    int key(AccumulationPoint of) {
        List<DominatedGroup> way = of.wayDown();
        return way.get(programs(way, 0)).key();
    }

    private static boolean isPartOfCollection(HeapClass of) {
        return of.kind() == ClassKind.OBJECT_ARRAY
                || (CodeOrigin.isJdk(of) && of.rawName().indexOf('$') > 0);
    }

    /** A group, plus the groups of the same class that the same place holds. */
    HeldObjects.Content content(DominatedGroup group, List<NamedAccumulation> more) {
        long objects = group.objects();
        for (NamedAccumulation each : more) {
            for (DominatedGroup below : each.of().wayDown()) {
                objects += below.key() == group.key() ? below.objects() : 0;
            }
        }
        return new HeldObjects.Content(classOf(group).name(), objects);
    }

    HeldObjects.Content content(DominatedGroup group) {
        return new HeldObjects.Content(classOf(group).name(), group.objects());
    }

    /**
     * Returns whether the content consists of nodes and arrays of one collection with a known
     * number of elements.
     */
    boolean isPart(NamedAccumulation named, List<DominatedGroup> way, int at) {
        HeapClass content = at < 0 ? null : classOf(way.get(at));
        return content != null && named.isOne() && isPartOfCollection(content);
    }

    /** Returns the entries of the array at the end of the way, if they are of one kind. */
    Optional<HeldObjects.Content> entries(NamedAccumulation named) {
        if (named.of().content() != null) {
            return Optional.empty();
        }
        long more =
                named.rest().stream()
                        .filter(each -> each.of().content() == null)
                        .flatMap(each -> entriesOf(each.of().holder()).stream())
                        .mapToLong(HeldObjects.Content::objects)
                        .sum();
        return entriesOf(named.of().holder())
                .map(each -> new HeldObjects.Content(each.className(), each.objects() + more));
    }

    private Optional<HeldObjects.Content> entriesOf(DominatedGroup array) {
        return array.isLeaf()
                        || array.isRoot()
                        || array.objects() != 1
                        || classOf(array).kind() != ClassKind.OBJECT_ARRAY
                ? Optional.empty()
                : arrays.of(address.applyAsLong(array.largest()), array.bytes());
    }

    /**
     * For a library's hash table with entries of several classes, all its entries; otherwise the
     * content.
     */
    HeldObjects.Content orAllEntries(
            NamedAccumulation named, DominatedGroup group, HeldObjects.Content content) {
        boolean library =
                !CodeOrigin.isProgram(classOf(group)) && !CodeOrigin.isJdk(classOf(group));
        DominatedGroup holder = named.of().holder();
        boolean alone = named.rest().stream().allMatch(each -> each.of().holder() == holder);
        return library && alone && group == named.of().content()
                ? entriesOf(holder).filter(all -> all.objects() > content.objects()).orElse(content)
                : content;
    }
}
