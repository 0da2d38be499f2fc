/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

/**
 * Packs fields as HotSpot does up to JDK 14 (allocation style 1): in groups of one size, long and
 * double first, references last. The fields of each class are rounded up to the size of a
 * reference. Only the gap before the first long is filled, by int, short, byte and references that
 * fit, in this order.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-14+36/src/hotspot/share/classfile/classFileParser.cpp">layout_fields
 *     in classFileParser.cpp</a>
 */
record GroupedPacking() implements FieldPacking {
    @Override
    public FieldSpace add(FieldSpace superSpace, DeclaredFields own, int referenceBytes) {
        int start = superSpace.end();
        int end = start + (own.contendedClass() ? CONTENDED_PADDING : 0);
        end =
                own.fixed()
                        ? FieldPacking.referencesFirst(end, own.plain(), referenceBytes)
                        : referencesLast(end, own.plain(), referenceBytes);
        if (!own.contended().isEmpty()) {
            end += CONTENDED_PADDING;
        }
        for (FieldCounts group : own.contended()) {
            end = unfilled(end, group, referenceBytes) + CONTENDED_PADDING;
        }
        if (own.contendedClass()) {
            end += CONTENDED_PADDING;
        }
        return new FieldSpace(Alignment.up(end, referenceBytes));
    }

    private static int referencesLast(int start, FieldCounts fields, int referenceBytes) {
        int end = start;
        FieldCounts left = fields;
        if (fields.eights() > 0) {
            end = Alignment.up(start, Long.BYTES);
            left = fields.minus(intoGap(end - start, fields, referenceBytes));
        }
        end += FieldPacking.primitiveBytes(left);
        if (left.references() > 0) {
            end = Alignment.up(end, referenceBytes) + left.references() * referenceBytes;
        }
        return end;
    }

    private static int unfilled(int start, FieldCounts fields, int referenceBytes) {
        int end = fields.eights() > 0 ? Alignment.up(start, Long.BYTES) : start;
        end += FieldPacking.primitiveBytes(fields);
        return Alignment.up(end, referenceBytes) + fields.references() * referenceBytes;
    }

    /** The fields that the gap before the first long takes. */
    private static FieldCounts intoGap(int bytes, FieldCounts fields, int referenceBytes) {
        int room = bytes;
        int fours = Math.min(fields.fours(), room / Integer.BYTES);
        room -= fours * Integer.BYTES;
        int twos = Math.min(fields.twos(), room / Short.BYTES);
        room -= twos * Short.BYTES;
        int ones = Math.min(fields.ones(), room);
        room -= ones;
        int references = Math.min(fields.references(), room / referenceBytes);
        return new FieldCounts(references, 0, fours, twos, ones);
    }
}
