/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.dominators.LargeLeaves.LargeLeaf;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the objects and class objects behind the nodes of a {@link HeapGraph}, and large leaves.
 * Not thread-safe.
 */
public final class NodeObjectReader {
    private final HeapGraph graph;
    private final ObjectSizes sizes;
    private final HeapClasses classes;
    private final HeapGraph.Reader reader;
    private final Map<Integer, LargeLeaf> leaves = new HashMap<>();

    public NodeObjectReader(RetainedHeap retention) {
        this.graph = retention.graph();
        this.sizes = retention.sizes();
        this.classes = graph.heap().classes();
        this.reader = graph.edges();
        retention.largeLeaves().forEach(leaf -> leaves.put(leaf.leaf(), leaf));
    }

    public long address(int node) {
        if (graph.isClass(node)) {
            return graph.classOf(node).address();
        }
        if (graph.isLeaf(node)) {
            return leaf(node).address();
        }
        reader.moveTo(node);
        return reader.address();
    }

    /** The number of the class of a node; for a class object that of {@code java.lang.Class}. */
    int classIndex(int node) {
        if (graph.isClass(node)) {
            return classes.javaLangClass();
        }
        return graph.isLeaf(node) ? leaf(node).classIndex() : reader.moveTo(node).classIndex();
    }

    long shallowBytes(int node) {
        if (graph.isClass(node)) {
            return sizes.ofClassObject(graph.classOf(node).index());
        }
        if (graph.isLeaf(node)) {
            return leaf(node).bytes();
        }
        ReferenceReader object = reader.moveTo(node);
        return sizes.of(object);
    }

    private LargeLeaf leaf(int node) {
        LargeLeaf leaf = leaves.get(node);
        if (leaf == null) {
            throw new IllegalArgumentException("not a large leaf: " + node);
        }
        return leaf;
    }
}
