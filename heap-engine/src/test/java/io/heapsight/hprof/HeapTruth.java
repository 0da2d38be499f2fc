/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A heap as plain collections with brute-force results: an oracle for small heaps. */
public final class HeapTruth {
    /** The dominator of objects that only the roots together hold. */
    public static final long ROOT = 0;

    private final Map<Long, Set<Long>> edges = new LinkedHashMap<>();
    private final Set<Long> roots = new LinkedHashSet<>();

    void addObject(long address) {
        edges.put(address, new LinkedHashSet<>());
    }

    /** Adds an edge; ignores null and addresses outside the dump. */
    void addEdge(long from, long to) {
        if (edges.containsKey(to)) {
            edges(from).add(to);
        }
    }

    void addRoot(long address) {
        if (edges.containsKey(address)) {
            roots.add(address);
        }
    }

    /** The addresses of all objects and classes. */
    public Set<Long> objects() {
        return edges.keySet();
    }

    /** The references of an object or class, its class included. */
    public Set<Long> edges(long from) {
        return Objects.requireNonNull(edges.get(from));
    }

    public Set<Long> roots() {
        return roots;
    }

    public Set<Long> reachable() {
        return reachableWithout(ROOT);
    }

    private Set<Long> reachableWithout(long removed) {
        Set<Long> reached = new HashSet<>(roots);
        reached.remove(removed);
        Deque<Long> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            for (long target : edges(open.pop())) {
                if (target != removed && reached.add(target)) {
                    open.push(target);
                }
            }
        }
        return reached;
    }

    /** By reachable object: all objects that it retains, itself included. */
    public Map<Long, Set<Long>> dominated() {
        Set<Long> reachable = reachable();
        Map<Long, Set<Long>> dominated = new HashMap<>();
        for (long address : reachable) {
            Set<Long> gone = new HashSet<>(reachable);
            gone.removeAll(reachableWithout(address));
            dominated.put(address, gone);
        }
        return dominated;
    }

    /** By reachable object: its immediate dominator, or {@link #ROOT}. */
    public Map<Long, Long> dominators() {
        Map<Long, Set<Long>> dominated = dominated();
        Map<Long, Long> nearest = new HashMap<>();
        dominated.keySet().forEach(address -> nearest.put(address, ROOT));
        // Larger dominators come first, so that the nearest one is put last.
        dominated.entrySet().stream()
                .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
                .forEach(
                        entry -> {
                            for (long address : entry.getValue()) {
                                if (address != entry.getKey()) {
                                    nearest.put(address, entry.getKey());
                                }
                            }
                        });
        return nearest;
    }
}
