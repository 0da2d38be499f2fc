/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.HprofBytes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Reads the references of single objects with their names, and finds how one object refers to
 * another. Not thread-safe.
 */
public final class DumpReferences {
    static final String OF_CLASS = "<class>";

    private final IndexedHeap heap;
    private final HprofBytes bytes;
    private final ReferenceReader reader;

    /** Receives the references of an object one by one. */
    @FunctionalInterface
    interface Taker {
        /**
         * Receives a reference.
         *
         * @return whether to continue
         */
        boolean take(String name, long target);
    }

    public DumpReferences(IndexedHeap heap) {
        this.heap = heap;
        bytes = heap.file().bytes();
        reader = new ReferenceReader(bytes, heap.classes());
    }

    /**
     * Reports the references of an object or class object: its class first; null references are
     * skipped.
     */
    void of(long address, Taker taker) {
        int classIndex = heap.classAt(address);
        if (classIndex >= 0) {
            ofClass(heap.classes().get(classIndex), taker);
            return;
        }
        long position = heap.position(address);
        if (position < 0) {
            return;
        }
        reader.open(position);
        HeapClass of = heap.classes().get(reader.classIndex());
        if (of.address() != 0 && !taker.take(OF_CLASS, of.address())) {
            return;
        }
        boolean goesOn = reader.isObjectArray() ? ofArray(taker) : ofFields(of, taker);
        if (goesOn && heap.heap().threadRoots().holdsSomething(address)) {
            ofThread(heap.heap().threadRoots().of(address), taker);
        }
    }

    private boolean ofArray(Taker taker) {
        for (long i = 0; i < reader.length(); i++) {
            long target = bytes.id(reader.data() + i * bytes.idBytes());
            if (target != 0 && !taker.take("[" + i + "]", target)) {
                return false;
            }
        }
        return true;
    }

    private boolean ofFields(HeapClass of, Taker taker) {
        if (!reader.isInstance()) {
            return true;
        }
        long at = reader.data();
        long end = at + reader.length();
        for (HeapClass level : heap.classes().lineage(of)) {
            ClassDump dump = level.dump();
            if (dump == null) {
                return true;
            }
            for (int i = 0; i < dump.fieldTypes().length; i++) {
                int type = dump.fieldTypes()[i];
                int size = BasicType.bytesOf(type, bytes.idBytes());
                if (type == BasicType.OBJECT.code() && at + size <= end && bytes.id(at) != 0) {
                    String name = heap.classes().fieldName(dump.fieldNames()[i]);
                    if (!taker.take(name, bytes.id(at))) {
                        return false;
                    }
                }
                at += size;
            }
        }
        return true;
    }

    private void ofThread(int[] roots, Taker taker) {
        for (int root : roots) {
            long target = heap.heap().roots().address(root);
            if (target != 0 && !taker.take("<local variable>", target)) {
                return;
            }
        }
    }

    private void ofClass(HeapClass of, Taker taker) {
        ClassDump dump = of.dump();
        if (dump == null) {
            return;
        }
        if (dump.superAddress() != 0 && !taker.take("<super>", dump.superAddress())) {
            return;
        }
        if (dump.loader() != 0 && !taker.take("<classloader>", dump.loader())) {
            return;
        }
        for (int i = 0; i < dump.staticTypes().length; i++) {
            long target = dump.staticValues()[i];
            if (dump.staticTypes()[i] == BasicType.OBJECT.code() && target != 0) {
                String name = "static " + heap.classes().fieldName(dump.staticNames()[i]);
                if (!taker.take(name, target)) {
                    return;
                }
            }
        }
    }

    /**
     * The field by which one object refers to another; the reference to its class only if there is
     * no field, and "?" for no reference.
     */
    String name(long from, long to) {
        return names(from, Set.of(to)).getOrDefault(to, "?");
    }

    /**
     * The names of the references from one object to others, as in {@link #name}; objects without a
     * reference are missing.
     */
    public Map<Long, String> names(long from, Set<Long> to) {
        Map<Long, String> found = new HashMap<>();
        Set<Long> left = new HashSet<>(to);
        of(
                from,
                (name, target) -> {
                    if (left.contains(target)) {
                        found.put(target, name);
                        if (!name.equals(OF_CLASS)) {
                            left.remove(target);
                        }
                    }
                    return !left.isEmpty();
                });
        return found;
    }

    /** Whether one object refers to another strongly. */
    boolean isStrong(long from, long to) {
        if (heap.classAt(from) >= 0) {
            return true;
        }
        long position = heap.position(from);
        if (position < 0) {
            return false;
        }
        reader.open(position);
        HeapClass of = heap.classes().get(reader.classIndex());
        if (of.referentOffset() < 0 || reader.referent() != to || of.address() == to) {
            return true;
        }
        long[] others = new long[of.referenceOffsets().length];
        int count = reader.read(0, others);
        for (int i = 0; i < count; i++) {
            if (others[i] == to) {
                return true;
            }
        }
        return false;
    }
}
