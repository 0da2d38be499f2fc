/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import io.heapsight.hprof.BasicType;

/**
 * Counts the fields of each size that a class declares. HotSpot lays fields out by size, so their
 * order and names make no difference to the size of an instance.
 *
 * @param references fields that hold a reference
 * @param eights of type long and double
 * @param fours of type int and float
 * @param twos of type short and char
 * @param ones of type byte and boolean
 */
public record FieldCounts(int references, int eights, int fours, int twos, int ones) {
    public static final FieldCounts NONE = new FieldCounts(0, 0, 0, 0, 0);

    public FieldCounts {
        if ((references | eights | fours | twos | ones) < 0) {
            throw new IllegalArgumentException(
                    references + ", " + eights + ", " + fours + ", " + twos + ", " + ones);
        }
    }

    /**
     * Counts fields by the type codes of a dump.
     *
     * @param types codes of {@link BasicType}
     */
    public static FieldCounts of(byte[] types) {
        int[] bySize = new int[Long.BYTES + 1];
        for (byte code : types) {
            BasicType type = BasicType.ofCode(code);
            if (type == null) {
                throw new IllegalArgumentException("unknown type code " + code);
            }
            bySize[type.bytes()]++;
        }
        return new FieldCounts(bySize[0], bySize[8], bySize[4], bySize[2], bySize[1]);
    }

    /**
     * Compares as equals does, but saves the 10 ms that the JVM takes to generate a record's equals
     * at its first use.
     */
    boolean isAsMany(FieldCounts other) {
        return references == other.references
                && eights == other.eights
                && fours == other.fours
                && twos == other.twos
                && ones == other.ones;
    }

    /** Counts fields by the letters of their types in descriptors; L is any reference. */
    static FieldCounts ofLetters(String letters) {
        int references = 0;
        int eights = 0;
        int fours = 0;
        int twos = 0;
        int ones = 0;
        for (int i = 0; i < letters.length(); i++) {
            switch (letters.charAt(i)) {
                case 'L' -> references++;
                case 'J', 'D' -> eights++;
                case 'I', 'F' -> fours++;
                case 'S', 'C' -> twos++;
                case 'B', 'Z' -> ones++;
                default -> throw new IllegalArgumentException(letters);
            }
        }
        return new FieldCounts(references, eights, fours, twos, ones);
    }

    boolean isEmpty() {
        return (references | eights | fours | twos | ones) == 0;
    }

    FieldCounts plus(FieldCounts other) {
        return new FieldCounts(
                references + other.references,
                eights + other.eights,
                fours + other.fours,
                twos + other.twos,
                ones + other.ones);
    }

    /** Whether each of {@code other}'s fields is among these. */
    boolean contains(FieldCounts other) {
        return references >= other.references
                && eights >= other.eights
                && fours >= other.fours
                && twos >= other.twos
                && ones >= other.ones;
    }

    FieldCounts minus(FieldCounts other) {
        return new FieldCounts(
                references - other.references,
                eights - other.eights,
                fours - other.fours,
                twos - other.twos,
                ones - other.ones);
    }
}
