/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.reachability.Reachability;
import io.heapsight.hprof.ClassDump;
import io.heapsight.summary.ReferenceStrength;
import java.util.ArrayDeque;

/**
 * Claims objects that HotSpot holds, and all objects that these refer to. Unlike garbage, a held
 * object keeps its class alive; a class keeps its loader, statics, signers and protection domain.
 * Weak and phantom references hold nothing.
 */
final class VmHeldTraversal extends UnreachableTraversal {
    private static final String MADE_FOR_REFLECTION = "/DelegatingClassLoader";

    private final ObjectIndex index;
    private final HeapClasses classes;
    private final ObjectSizes sizes;
    private final Reachability reachability;
    private final ReferenceReader reader;
    private final ObjectFields object;
    private final long[] references = new long[CHUNK];
    private final boolean[] claimed;
    private final ArrayDeque<HeapClass> waiting = new ArrayDeque<>();
    private ClassTotals totals = new ClassTotals(0);
    private boolean metDeadClass;

    VmHeldTraversal(DumpedHeap heap, ObjectSizes sizes, Reachability reachability) {
        super(heap);
        this.index = heap.index();
        this.classes = heap.classes();
        this.sizes = sizes;
        this.reachability = reachability;
        this.reader = reader();
        this.object = new ObjectFields(heap);
        this.claimed = new boolean[classes.size()];
    }

    /** Sets the totals for later claims. */
    void countInto(ClassTotals into) {
        totals = into;
        metDeadClass = false;
    }

    /**
     * Whether a class without another holder was claimed since {@link #countInto}. Classes that
     * reflection creates for itself don't count.
     */
    boolean metDeadClass() {
        return metDeadClass;
    }

    /** Claims an object or a class and all objects below it, unless it is reachable or claimed. */
    void walk(long address) {
        claim(address);
        drainAll();
    }

    /**
     * Like {@link #walk}, for a class, even if a damaged dump has an object at its address, too.
     */
    void walkClass(int classIndex) {
        claimClass(classIndex);
        drainAll();
    }

    /** Claims the signers and the protection domain in a reachable class's record. */
    void walkRecord(ClassDump dump) {
        claim(dump.signers());
        claim(dump.protectionDomain());
        drainAll();
    }

    /** Whether a class is reachable or claimed. */
    boolean isAlive(int classIndex) {
        return claimed[classIndex] || reachability.isClassMarked(classIndex);
    }

    /** Whether a loader is the boot loader, reachable, or claimed. */
    boolean isLoaderAlive(long loader) {
        return loader == 0 || index.isMarked(loader);
    }

    private void drainAll() {
        drain();
        while (!waiting.isEmpty()) {
            claimReferences(waiting.remove());
            drain();
        }
    }

    private void claimReferences(HeapClass of) {
        ClassDump dump = of.dump();
        if (dump != null) {
            for (long reference : ReferenceReader.ofClass(dump)) {
                claim(reference);
            }
            claim(dump.signers());
            claim(dump.protectionDomain());
        }
    }

    private void claim(long address) {
        int block = index.blockOfObject(address);
        if (block < 0) {
            int classIndex = address == 0 ? -1 : classes.indexOf(address);
            if (classIndex >= 0) {
                claimClass(classIndex);
            }
            return;
        }
        long bit = index.bit(address);
        if ((index.word(block, ObjectIndex.MARKS) & bit) == 0) {
            claim(block, bit, address);
        }
    }

    private void claimClass(int classIndex) {
        HeapClass of = classes.get(classIndex);
        if (of.dump() == null || isAlive(classIndex)) {
            return;
        }
        metDeadClass |= !isLoaderAlive(of.loader()) && !isMadeForReflection(of.loader());
        claimed[classIndex] = true;
        totals.add(classes.javaLangClass(), sizes.ofClassObject(classIndex));
        waiting.add(of);
    }

    private boolean isMadeForReflection(long loader) {
        return object.open(loader) && object.type().rawName().endsWith(MADE_FOR_REFLECTION);
    }

    @Override
    protected void follow() {
        int type = reader.classIndex();
        totals.add(type, sizes.of(reader));
        claimClass(type);
        int count;
        do {
            count = reader.next(ReferenceStrength.FINALIZER, references);
            for (int i = 0; i < count; i++) {
                claim(references[i]);
            }
        } while (count == CHUNK);
    }

    @Override
    protected void sweep() {
        for (int block = 0; block < index.blocks(); block++) {
            sweep(block);
        }
    }
}
