/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.io.Writer;

/**
 * Writes one tab-separated line per reachable object: address, class, shallow bytes, retained
 * bytes, address of the immediate dominator or "-" below the root. Lines are in the order of
 * addresses, class objects last.
 */
public final class ObjectTsvWriter {
    private final RetainedHeap retention;
    private final DumpedHeap heap;
    private final Writer out;
    private final ReferenceReader reader;
    private final NodeObjectReader dominators;
    private final String[] names;

    private ObjectTsvWriter(RetainedHeap retention, Writer out) {
        this.retention = retention;
        this.heap = retention.heap();
        this.out = out;
        this.reader = new ReferenceReader(heap.bytes(), heap.classes());
        this.dominators = new NodeObjectReader(retention);
        // A line end in a name would add a line.
        this.names =
                heap.classes().all().stream()
                        .map(each -> VisibleText.of(each.name()))
                        .toArray(String[]::new);
    }

    public static void write(RetainedHeap retention, Writer out, PhaseProgress progress)
            throws IOException {
        new ObjectTsvWriter(retention, out).write(progress);
    }

    private void write(PhaseProgress progress) throws IOException {
        ObjectIndex index = heap.index();
        for (int page : index.pagesByAddress()) {
            for (int i = 0; i < ObjectIndex.BLOCKS; i++) {
                int block = page * ObjectIndex.BLOCKS + i;
                long marks = index.word(block, ObjectIndex.MARKS);
                for (long left = marks; left != 0; left &= left - 1) {
                    writeObject(index.addressOf(block, Long.numberOfTrailingZeros(left)));
                }
                progress.add(Long.bitCount(marks));
            }
        }
        for (HeapClass each : heap.classes().all()) {
            if (each.dump() != null) {
                writeClass(each);
            }
        }
    }

    private void writeObject(long address) throws IOException {
        reader.open(heap.position(address));
        int classIndex = reader.classIndex();
        long shallow = retention.sizes().of(reader);
        int node = retention.graph().nodeOrLeaf(address);
        if (retention.graph().isLeaf(node)) {
            writeLeaf(address, classIndex, shallow, node);
        } else {
            writeNode(address, classIndex, shallow, node);
        }
    }

    private void writeClass(HeapClass each) throws IOException {
        long shallow = retention.sizes().ofClassObject(each.index());
        int javaLangClass = heap.classes().javaLangClass();
        int leaf = retention.graph().leafOf(each.index());
        if (!retention.graph().isLeaf(each)) {
            writeNode(
                    each.address(), javaLangClass, shallow, retention.graph().node(each.address()));
        } else if (retention.leaves().isReachable(leaf)) {
            writeLeaf(each.address(), javaLangClass, shallow, leaf);
        }
    }

    private void writeLeaf(long address, int classIndex, long shallow, int leaf)
            throws IOException {
        int dominator = retention.leaves().immediateDominator(leaf);
        line(address, classIndex, shallow, shallow, dominator);
    }

    private void writeNode(long address, int classIndex, long shallow, int node)
            throws IOException {
        // A class at the address of another object is not a node: the dump contradicts itself.
        int dominator = node < 0 ? DominatorTree.NONE : retention.tree().immediateDominator(node);
        if (dominator != DominatorTree.NONE) {
            line(address, classIndex, shallow, retention.retained().bytes(node), dominator);
        }
    }

    private void line(long address, int classIndex, long shallow, long retained, int dominator)
            throws IOException {
        out.append("0x").append(Long.toHexString(address)).append('\t');
        out.append(names[classIndex]).append('\t');
        out.append(Long.toString(shallow)).append('\t');
        out.append(Long.toString(retained)).append('\t');
        out.append(
                dominator == DominatorTree.ROOT
                        ? "-"
                        : "0x" + Long.toHexString(dominators.address(dominator)));
        out.append('\n');
    }
}
