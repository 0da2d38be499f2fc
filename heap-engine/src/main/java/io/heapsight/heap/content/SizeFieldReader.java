/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.hprof.BasicType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Reads the number of elements from a field, for collections without a {@link JdkCollectionType}:
 * queues and skip lists of the JDK, collections of libraries. Not thread-safe.
 */
final class SizeFieldReader {
    /** Names of collection classes. */
    private static final Pattern COLLECTION =
            Pattern.compile("(Map|Set|List|Bag|Queue|Deque|Table|Multimap|Multiset)$");

    /** Names of classes of counters. */
    private static final Pattern COUNTER = Pattern.compile("Atomic(Integer|Long)$|LongAdder$");

    private static final List<String> SIZES =
            List.of("size", "totalSize", "occupied", "assigned", "elementCount", "count", "adder");

    /** Fields of a collection that wraps another one. */
    private static final List<String> WRAPPED = List.of("q", "m");

    private static final int DEEPEST = 2;
    private static final int LONGEST = 1 << 20;

    private final DumpedHeap heap;
    private final ObjectFields object;
    private final Map<Field, Integer> offsets = new HashMap<>();

    private record Field(int classIndex, String name, BasicType type) {}

    SizeFieldReader(DumpedHeap heap) {
        this.heap = heap;
        this.object = new ObjectFields(heap);
    }

    /** Returns the number of elements; empty if the object is not a collection, or has no size. */
    OptionalLong of(long address) {
        return of(address, 0);
    }

    private OptionalLong of(long address, int depth) {
        if (address == 0 || depth > DEEPEST || !object.open(address)) {
            return OptionalLong.empty();
        }
        if (!COLLECTION.matcher(object.type().rawName()).find()) {
            return OptionalLong.empty();
        }
        for (String each : SIZES) {
            OptionalLong size = size(address, each);
            if (size.isPresent()) {
                return size;
            }
        }
        for (String each : WRAPPED) {
            OptionalLong size = of(reference(address, each), depth + 1);
            if (size.isPresent()) {
                return size;
            }
        }
        return linked(address);
    }

    private OptionalLong size(long address, String field) {
        OptionalLong own = number(address, field);
        long counter = own.isPresent() ? 0 : reference(address, field);
        if (counter == 0 || !object.open(counter)) {
            return own;
        }
        String name = object.type().rawName();
        if (!COUNTER.matcher(name).find()) {
            return OptionalLong.empty();
        }
        return name.endsWith("LongAdder") ? added(counter) : number(counter, "value");
    }

    /** The value of a LongAdder; empty if it had contention. */
    private OptionalLong added(long adder) {
        return reference(adder, "cells") == 0 ? number(adder, "base") : OptionalLong.empty();
    }

    /** The number of nodes with an item, for queues without a size. */
    private OptionalLong linked(long address) {
        long head = reference(address, "head");
        if (head == 0 || offset(head, "item", BasicType.OBJECT) == HeapClasses.ABSENT) {
            return OptionalLong.empty();
        }
        long count = 0;
        for (long at = head, steps = 0; at != 0 && steps < LONGEST; steps++) {
            count += reference(at, "item") == 0 ? 0 : 1;
            long next = reference(at, "next");
            at = next == at ? 0 : next;
        }
        return OptionalLong.of(count);
    }

    private OptionalLong number(long address, String field) {
        int asInt = offset(address, field, BasicType.INT);
        if (asInt != HeapClasses.ABSENT) {
            return OptionalLong.of(object.intAt(asInt));
        }
        int asLong = offset(address, field, BasicType.LONG);
        return asLong == HeapClasses.ABSENT
                ? OptionalLong.empty()
                : OptionalLong.of(object.longAt(asLong));
    }

    private long reference(long address, String field) {
        int offset = offset(address, field, BasicType.OBJECT);
        return offset == HeapClasses.ABSENT ? 0 : object.referenceAt(offset);
    }

    /** Finds a field's offset and leaves the object open. */
    private int offset(long address, String field, BasicType type) {
        if (!object.open(address)) {
            return HeapClasses.ABSENT;
        }
        return offsets.computeIfAbsent(
                new Field(object.classIndex(), field, type), _ -> find(field, type));
    }

    private int find(String field, BasicType type) {
        HeapClasses classes = heap.classes();
        for (HeapClass level : classes.lineage(object.type())) {
            int offset = classes.fieldOffset(object.type(), level.rawName(), field, type);
            if (offset != HeapClasses.ABSENT) {
                return offset;
            }
        }
        return HeapClasses.ABSENT;
    }
}
