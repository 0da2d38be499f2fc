/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.waste;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Collections of the JDK that runs the tests. Each class is extended, so that only the objects of a
 * test count under its name.
 */
@SuppressWarnings({"JdkObsolete", "ImmutableEnumChecker", "serial"})
enum OwnCollections {
    ARRAY_LIST(Sparse.CAN_BE, room -> new ArrayList<>(room) {}),
    VECTOR(Sparse.CAN_BE, room -> new Vector<>(room) {}),
    STACK(Sparse.CAN_BE, OwnCollections::stack),
    ARRAY_DEQUE(Sparse.CAN_BE, room -> new ArrayDeque<>(room) {}),
    PRIORITY_QUEUE(Sparse.CAN_BE, room -> new PriorityQueue<>(room) {}),
    PRIORITY_BLOCKING_QUEUE(Sparse.CAN_BE, room -> new PriorityBlockingQueue<>(room) {}),
    COPY_ON_WRITE_LIST(Sparse.CANNOT_BE, _ -> new CopyOnWriteArrayList<>() {}),
    COPY_ON_WRITE_SET(Sparse.CANNOT_BE, _ -> new CopyOnWriteArraySet<>() {}),
    LINKED_LIST(Sparse.CANNOT_BE, _ -> new LinkedList<>() {}),
    HASH_MAP(Sparse.CAN_BE, room -> new HashMap<>(room) {}),
    LINKED_HASH_MAP(Sparse.CAN_BE, room -> new LinkedHashMap<>(room) {}),
    HASH_SET(Sparse.CAN_BE, room -> new HashSet<>(room) {}),
    LINKED_HASH_SET(Sparse.CAN_BE, room -> new LinkedHashSet<>(room) {}),
    HASHTABLE(Sparse.CAN_BE, room -> new Hashtable<>(room) {}),
    PROPERTIES(Sparse.CAN_BE, room -> new Properties(room) {}),
    WEAK_HASH_MAP(Sparse.CAN_BE, room -> new WeakHashMap<>(room) {}),
    IDENTITY_HASH_MAP(Sparse.CAN_BE, room -> new IdentityHashMap<>(room) {}),
    CONCURRENT_HASH_MAP(Sparse.CAN_BE, room -> new ConcurrentHashMap<>(room) {}),
    ENUM_MAP(Sparse.CANNOT_BE, _ -> new EnumMap<TimeUnit, Object>(TimeUnit.class) {}),
    TREE_MAP(Sparse.CANNOT_BE, _ -> new TreeMap<>() {}),
    TREE_SET(Sparse.CANNOT_BE, _ -> new TreeSet<>() {});

    private static final List<TimeUnit> ELEMENTS = List.of(TimeUnit.values());

    private enum Sparse {
        CAN_BE,
        CANNOT_BE
    }

    private final Sparse sparse;
    private final IntFunction<Object> factory;

    OwnCollections(Sparse sparse, IntFunction<Object> factory) {
        this.sparse = sparse;
        this.factory = factory;
    }

    private static Object stack(int room) {
        Stack<Object> stack = new Stack<>() {};
        stack.ensureCapacity(room);
        return stack;
    }

    boolean canBeSparse() {
        return sparse == Sparse.CAN_BE;
    }

    /** The class name as a dump spells it. */
    String className() {
        return factory.apply(1).getClass().getName();
    }

    /** A collection with this capacity, if its class accepts one. */
    Object made(int room, int elements) {
        Object made = factory.apply(room);
        for (int i = 0; i < elements; i++) {
            add(made, ELEMENTS.get(i));
        }
        return made;
    }

    @SuppressWarnings("unchecked")
    private static void add(Object collection, TimeUnit element) {
        if (collection instanceof Map<?, ?> map) {
            ((Map<Object, Object>) map).put(element, element);
        } else {
            ((Collection<Object>) collection).add(element);
        }
    }
}
