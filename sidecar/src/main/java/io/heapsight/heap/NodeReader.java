/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

/**
 * Reads the objects and class objects behind the nodes of a {@link HeapGraph}. Not shared by
 * threads.
 */
final class NodeReader {
    private final HeapGraph graph;
    private final ObjectSizes sizes;
    private final HeapClasses classes;
    private final HeapGraph.Reader reader;

    NodeReader(HeapGraph graph, ObjectSizes sizes) {
        this.graph = graph;
        this.sizes = sizes;
        this.classes = graph.heap().classes();
        this.reader = graph.edges();
    }

    long address(int node) {
        if (graph.isClass(node)) {
            return graph.classOf(node).address();
        }
        reader.moveTo(node);
        return reader.address();
    }

    /** The number of the class; of a class object that of {@code java.lang.Class}. */
    int classIndex(int node) {
        return graph.isClass(node) ? classes.javaLangClass() : reader.moveTo(node).classIndex();
    }

    long shallowBytes(int node) {
        if (graph.isClass(node)) {
            return sizes.ofClassObject(graph.classOf(node).index());
        }
        ReferenceReader object = reader.moveTo(node);
        return sizes.of(object);
    }
}
