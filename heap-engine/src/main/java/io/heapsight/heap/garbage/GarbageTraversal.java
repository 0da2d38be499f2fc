/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.garbage;

import io.heapsight.heap.index.AddressPartition;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.unreachable.UnreachableTraversal;
import io.heapsight.summary.ReferenceStrength;
import org.jspecify.annotations.Nullable;

/**
 * Claims the objects below each garbage root in turn: an unreachable object counts for the first
 * root that leads to it. At first the traversal stays within one part of the heap, in which no
 * other thread sets bits. References out of the part are stored, and followed later by a traversal
 * of the whole heap.
 */
final class GarbageTraversal extends UnreachableTraversal {
    private static final int WHOLE_HEAP = -1;

    private final DumpedHeap heap;
    private final ObjectIndex index;
    private final ObjectSizes sizes;
    private final AddressPartition parts;
    private final ReferenceReader reader;
    private final long[] references = new long[CHUNK];

    private final @Nullable CrossPartReferences notes;
    private long notesAt;
    private long notesEnd;
    private int noted;

    private int part = WHOLE_HEAP;
    private long partAddress;
    private long objects;
    private long bytes;

    /**
     * Creates a traversal of the whole heap, until it enters a part.
     *
     * @param notes storage for references out of a part; null without memory for them, then the
     *     traversal never stays within a part
     */
    GarbageTraversal(
            DumpedHeap heap,
            ObjectSizes sizes,
            AddressPartition parts,
            @Nullable CrossPartReferences notes) {
        super(heap);
        this.heap = heap;
        this.index = heap.index();
        this.sizes = sizes;
        this.parts = parts;
        this.notes = notes;
        this.reader = reader();
    }

    /** Restricts the traversal to a part. */
    void enter(int next) {
        if (notes != null) {
            part = next;
            partAddress = index.addressOf(parts.firstBlock(next, 0));
            notesAt = notes.begin(next);
            notesEnd = notes.begin(next + 1);
        }
    }

    /**
     * Walks from a root, at which the reader is positioned; a root with stored references is
     * counted later.
     */
    void walk(long root, GarbageRootTotals tally) {
        objects = 0;
        bytes = 0;
        noted = 0;
        int classIndex = reader.classIndex();
        follow();
        drain();
        if (notes == null || noted == 0) {
            tally.add(root, classIndex, objects, bytes);
        } else {
            notes.set(notesAt, noted);
            notes.set(notesAt + CrossPartReferences.ROOT, root);
            notes.set(notesAt + CrossPartReferences.OBJECTS, objects);
            notes.set(notesAt + CrossPartReferences.BYTES, bytes);
            notesAt += CrossPartReferences.HEADER + noted;
        }
    }

    /** Follows the stored references, part by part. */
    void walkNoted(GarbageRootTotals tally) {
        for (int each = 0; notes != null && each < parts.count(); each++) {
            long at = notes.begin(each);
            long end = notes.begin(each + 1);
            while (at < end && notes.get(at) > 0) {
                at = walkOn(notes, at, tally);
            }
        }
    }

    private long walkOn(CrossPartReferences from, long at, GarbageRootTotals tally) {
        objects = from.get(at + CrossPartReferences.OBJECTS);
        bytes = from.get(at + CrossPartReferences.BYTES);
        long root = from.get(at + CrossPartReferences.ROOT);
        long first = at + CrossPartReferences.HEADER;
        long end = first + from.get(at);
        for (long reference = first; reference < end; reference++) {
            claim(from.get(reference));
        }
        drain();
        reader.open(heap.position(root));
        tally.add(root, reader.classIndex(), objects, bytes);
        return end;
    }

    @Override
    protected void follow() {
        objects++;
        bytes += sizes.of(reader);
        int count;
        do {
            count = reader.next(ReferenceStrength.PHANTOM, references);
            for (int i = 0; i < count; i++) {
                claim(references[i]);
            }
        } while (count == CHUNK);
    }

    private void claim(long address) {
        int block = index.blockOfObject(address);
        if (block < 0) {
            return;
        }
        long bit = index.bit(address);
        if ((index.word(block, ObjectIndex.MARKS) & bit) != 0) {
            return;
        }
        if (part != WHOLE_HEAP && !parts.together(address, partAddress)) {
            note(address);
            return;
        }
        claim(block, bit, address);
    }

    /**
     * Stores a reference out of the part. Its target may have been claimed by another thread, but
     * is checked again later.
     */
    private void note(long address) {
        long at = notesAt + CrossPartReferences.HEADER + noted;
        if (notes != null && at < notesEnd) {
            notes.set(at, address);
            noted++;
        }
    }

    @Override
    protected void sweep() {
        int first = part == WHOLE_HEAP ? 0 : part;
        int end = part == WHOLE_HEAP ? parts.count() : part + 1;
        for (int each = first; each < end; each++) {
            for (int page = 0; page < parts.pages(each); page++) {
                int block = parts.firstBlock(each, page);
                for (int i = 0; i < ObjectIndex.BLOCKS; i++) {
                    sweep(block + i);
                }
            }
        }
    }
}
