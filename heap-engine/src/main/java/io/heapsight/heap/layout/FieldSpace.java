/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import java.util.Arrays;

/**
 * Tracks the space that an object's header and fields take: their end, and the holes left by
 * alignment. Like FieldLayout in HotSpot's fieldLayoutBuilder.cpp, it puts each field into the
 * smallest hole that fits, or at the end.
 */
final class FieldSpace {
    private static final int FEW = 4;

    private int[] offsets = new int[FEW];
    private int[] sizes = new int[FEW];
    private int holes;
    private int closedHoles;
    private int end;
    private int fieldsEnd;
    private boolean hasFields;
    private boolean appendsOnly;
    private boolean hasContended;
    private boolean endsWithReference;

    FieldSpace(int end) {
        this.end = end;
        this.fieldsEnd = end;
    }

    FieldSpace(FieldSpace of) {
        offsets = of.offsets.clone();
        sizes = of.sizes.clone();
        holes = of.holes;
        closedHoles = of.closedHoles;
        end = of.end;
        fieldsEnd = of.fieldsEnd;
        hasFields = of.hasFields;
        appendsOnly = of.appendsOnly;
        hasContended = of.hasContended;
        endsWithReference = of.endsWithReference;
    }

    /** Bytes from the start of the object to the end of the used space, including padding. */
    int end() {
        return end;
    }

    /** Returns whether there are contended fields, from which every subclass keeps its distance. */
    boolean hasContended() {
        return hasContended;
    }

    /** Whether the field with the largest offset holds a reference. */
    boolean endsWithReference() {
        return endsWithReference;
    }

    /**
     * Leaves bytes empty at the end, and gives up all holes before them.
     *
     * @param fillsLaterHoles whether holes after these bytes are filled
     */
    void pad(int bytes, boolean fillsLaterHoles) {
        end += bytes;
        closedHoles = holes;
        appendsOnly = !fillsLaterHoles;
        hasContended = true;
    }

    /**
     * Leaves bytes empty after the last field, instead of the padding there. If there is no field
     * yet, later holes are filled.
     */
    void padFields(int bytes) {
        end = fieldsEnd;
        pad(bytes, !hasFields);
    }

    /** Puts references of {@code size} bytes into free space. */
    void addReferences(int count, int size) {
        int before = fieldsEnd;
        add(count, size);
        endsWithReference |= fieldsEnd > before;
    }

    /** Puts {@code count} primitive values of {@code size} bytes into free space. */
    void addPrimitives(int count, int size) {
        int before = fieldsEnd;
        add(count, size);
        endsWithReference &= fieldsEnd == before;
    }

    private void add(int count, int size) {
        hasFields |= count > 0;
        for (int i = 0; i < count; i++) {
            int hole = smallestHole(size);
            if (hole < 0) {
                append(size);
            } else {
                fill(hole, size);
            }
        }
    }

    private void append(int size) {
        int aligned = Alignment.up(end, size);
        if (aligned > end) {
            insertHole(holes, end, aligned - end);
        }
        end = aligned + size;
        fieldsEnd = end;
    }

    /** The last of the smallest holes that fit a value; -1 if none fits. */
    private int smallestHole(int size) {
        int best = -1;
        if (appendsOnly) {
            return best;
        }
        for (int i = holes - 1; i >= closedHoles; i--) {
            int lost = Alignment.up(offsets[i], size) - offsets[i];
            if (sizes[i] >= size + lost && (best < 0 || sizes[i] < sizes[best])) {
                best = i;
            }
        }
        return best;
    }

    private void fill(int hole, int size) {
        int from = offsets[hole];
        int to = from + sizes[hole];
        int at = Alignment.up(from, size);
        removeHole(hole);
        if (to > at + size) {
            insertHole(hole, at + size, to - at - size);
        }
        if (at > from) {
            insertHole(hole, from, at - from);
        }
    }

    private void insertHole(int index, int offset, int size) {
        if (holes == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * holes);
            sizes = Arrays.copyOf(sizes, 2 * holes);
        }
        System.arraycopy(offsets, index, offsets, index + 1, holes - index);
        System.arraycopy(sizes, index, sizes, index + 1, holes - index);
        offsets[index] = offset;
        sizes[index] = size;
        holes++;
    }

    private void removeHole(int index) {
        holes--;
        System.arraycopy(offsets, index + 1, offsets, index, holes - index);
        System.arraycopy(sizes, index + 1, sizes, index, holes - index);
    }
}
