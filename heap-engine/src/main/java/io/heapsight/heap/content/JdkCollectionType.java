/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import java.util.List;

/**
 * The collections of {@code java.util} that store their size and elements in known fields. Field
 * names are those of JDK 6 to 25. If the names differ by JDK, a class has several constants; the
 * first one with existing fields applies.
 */
enum JdkCollectionType {
    ARRAY_LIST("ArrayList", "elementData", "size", Slots.ONE_EACH),
    VECTOR("Vector", "elementData", "elementCount", Slots.ONE_EACH),
    PRIORITY_QUEUE("PriorityQueue", "queue", "size", Slots.ONE_EACH),
    PRIORITY_BLOCKING_QUEUE("concurrent.PriorityBlockingQueue", "queue", "size", Slots.ONE_EACH),
    ARRAY_DEQUE("ArrayDeque", "elements", "head", Slots.RING),
    COPY_ON_WRITE_LIST("concurrent.CopyOnWriteArrayList", "array", "", Slots.ALL_USED),
    COPY_ON_WRITE_SET("concurrent.CopyOnWriteArraySet", "al", "", Slots.WRAPPED),
    HASH_MAP("HashMap", "table", "size", Slots.POWER_OF_TWO),
    WEAK_HASH_MAP("WeakHashMap", "table", "size", Slots.POWER_OF_TWO),
    CONCURRENT_HASH_MAP("concurrent.ConcurrentHashMap", "table", "baseCount", Slots.POWER_OF_TWO),
    IDENTITY_HASH_MAP("IdentityHashMap", "table", "size", Slots.PAIRS),
    /** Since JDK 9: the entries are in a map. */
    PROPERTIES("Properties", "map", "", Slots.WRAPPED),
    HASHTABLE("Hashtable", "table", "count", Slots.ANY_NUMBER),
    ENUM_MAP("EnumMap", "vals", "size", Slots.FIXED),
    TREE_MAP("TreeMap", "root", "size", Slots.NODES),
    LINKED_LIST("LinkedList", "first", "size", Slots.NODES),
    /** Before JDK 7. */
    RING_LIST("LinkedList", "header", "size", Slots.NODES),
    HASH_SET("HashSet", "map", "", Slots.WRAPPED),
    TREE_SET("TreeSet", "m", "", Slots.WRAPPED);

    /** The storage of a collection's elements. */
    enum Slots {
        /** An array with one slot for each element, and spare slots. */
        ONE_EACH,
        /** A ring with one slot for each element, and at least one free slot. */
        RING,
        /** An array without spare slots. */
        ALL_USED,
        /** A hash table of a power of two, at most three quarters full. */
        POWER_OF_TWO,
        /** A hash table of any length, at most three quarters full. */
        ANY_NUMBER,
        /**
         * A hash table of two slots for each element, at most two thirds full, 8 slots at least.
         */
        PAIRS,
        /** An array with a slot for every possible element. */
        FIXED,
        /** Linked objects without unused slots. */
        NODES,
        /** Another collection. */
        WRAPPED;

        private static final int LEAST_PAIRS = 4;

        /** Whether the kind has spare slots. */
        boolean canBeSparse() {
            return switch (this) {
                case ONE_EACH, RING, POWER_OF_TWO, ANY_NUMBER, PAIRS -> true;
                case ALL_USED, FIXED, NODES, WRAPPED -> false;
            };
        }

        /** Returns the number of slots that this many elements use. */
        long used(long elements) {
            return this == PAIRS ? 2 * elements : elements;
        }

        /**
         * Returns the number of slots of a collection created for this many elements; for kinds
         * that can be sparse.
         */
        long rightNumber(long elements) {
            return switch (this) {
                case RING -> elements + 1;
                case POWER_OF_TWO -> powerOfTwoAtLeast(Math.ceilDiv(4 * elements, 3));
                case ANY_NUMBER -> Math.ceilDiv(4 * elements, 3);
                case PAIRS -> 2 * Math.max(LEAST_PAIRS, Long.highestOneBit(3 * elements));
                case ONE_EACH, ALL_USED, FIXED, NODES, WRAPPED -> elements;
            };
        }

        private static long powerOfTwoAtLeast(long n) {
            return n <= 1 ? 1 : 2 * Long.highestOneBit(n - 1);
        }
    }

    private static final List<JdkCollectionType> ALL = List.of(values());

    private final String className;
    private final String storage;
    private final String count;
    private final Slots slots;

    JdkCollectionType(String className, String storage, String count, Slots slots) {
        this.className = "java/util/" + className.replace('.', '/');
        this.storage = storage;
        this.count = count;
        this.slots = slots;
    }

    static List<JdkCollectionType> all() {
        return ALL;
    }

    /** The class that declares the fields, as in a dump. */
    String className() {
        return className;
    }

    /** The field that refers to the array, the first node or the wrapped collection. */
    String storage() {
        return storage;
    }

    /** The field with the number of elements; "" without one. */
    String count() {
        return count;
    }

    Slots slots() {
        return slots;
    }
}
