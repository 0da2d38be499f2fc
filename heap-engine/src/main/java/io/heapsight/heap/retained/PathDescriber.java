/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.content.DumpedText;
import io.heapsight.heap.dominators.ShortestPathToRoot;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.GcRoots;
import io.heapsight.heap.index.RootKindNames;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.heap.objects.ReferenceNames;
import io.heapsight.hprof.SubRecord;
import io.heapsight.summary.Suspect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Describes the objects on a path, and the field or index by which each refers to the next. */
public final class PathDescriber {
    private static final int LONGEST_NAME = 80;

    private final DumpedHeap heap;
    private final HeapGraph graph;
    private final NodeObjectReader nodes;
    private final ObjectFields fields;
    private final DumpedText text;
    private final ReferenceNames references;

    public PathDescriber(RetainedHeap retention, DumpedText text) {
        this.heap = retention.heap();
        this.graph = retention.graph();
        this.nodes = new NodeObjectReader(retention);
        this.fields = new ObjectFields(heap);
        this.text = text;
        this.references = new ReferenceNames(heap);
    }

    /**
     * Distinguishes an object from others of its class: the name of the class that it represents,
     * or the name of a thread.
     */
    public Optional<String> label(int node) {
        if (graph.isClass(node)) {
            return Optional.of(graph.classOf(node).name());
        }
        long address = nodes.address(node);
        return heap.threadRoots().isThread(address) ? threadName(address) : Optional.empty();
    }

    private Optional<String> threadName(long thread) {
        return fields.open(thread)
                ? text.at(fields.reference("java/lang/Thread", "name"), LONGEST_NAME)
                : Optional.empty();
    }

    /** The steps of a path from its first object to the root, which is last. */
    public List<Suspect.PathStep> steps(ShortestPathToRoot path) {
        List<Integer> way = new ArrayList<>(path.nearTarget());
        List<Suspect.PathStep> steps = new ArrayList<>();
        boolean whole = path.omitted() == 0;
        way.addAll(path.nearRoot());
        int gap = whole ? -1 : path.nearTarget().size();
        for (int i = 0; i < way.size(); i++) {
            int node = way.get(i);
            Optional<String> via = Optional.empty();
            if (i > 0 && i == gap) {
                via = Optional.of("… " + path.omitted() + " objects between …");
            } else if (i > 0) {
                via = Optional.of(via(node, nodes.address(way.get(i - 1))));
            }
            Optional<String> root =
                    i == way.size() - 1 ? Optional.of(root(nodes.address(node))) : Optional.empty();
            steps.add(new Suspect.PathStep(nodes.address(node), name(node), via, root));
        }
        return steps;
    }

    /** "class com.acme.Shop", "java.lang.Thread main", "com.acme.Cache". */
    private String name(int node) {
        if (graph.isClass(node)) {
            return "class " + graph.classOf(node).name();
        }
        String className = heap.classes().get(nodes.classIndex(node)).name();
        return label(node).map(label -> className + " " + label).orElse(className);
    }

    /** The field or element of a node that refers to an address. */
    private String via(int node, long target) {
        return references.find(nodes.address(node), target).text();
    }

    /** Returns why the object at an address is a root. */
    private String root(long address) {
        GcRoots roots = heap.roots();
        String found = "root";
        for (long i = 0; i < roots.size(); i++) {
            if (roots.address(i) == address && !heap.threadRoots().isLocal(i)) {
                found = RootKindNames.text(roots.tag(i));
                if (roots.tag(i) != SubRecord.ROOT_UNKNOWN) {
                    return found;
                }
            }
        }
        return found;
    }
}
