/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

/**
 * Packs fields as HotSpot does since JDK 15: the largest primitives first, references last. Each
 * goes into the smallest hole that fits, including holes of the super classes.
 *
 * @param joinsReferences since JDK 25: references come first if the super class ends with one
 * @param fillsPadded since JDK 27: holes after the padding of contended fields are filled, too
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25+36/src/hotspot/share/classfile/fieldLayoutBuilder.cpp">fieldLayoutBuilder.cpp</a>
 */
record BestFitPacking(boolean joinsReferences, boolean fillsPadded) implements FieldPacking {
    private static final int FIRST_THAT_JOINS_REFERENCES = 25;
    private static final int FIRST_THAT_FILLS_PADDED = 27;

    BestFitPacking(int jdk) {
        this(jdk >= FIRST_THAT_JOINS_REFERENCES, jdk >= FIRST_THAT_FILLS_PADDED);
    }

    @Override
    public FieldSpace add(FieldSpace superSpace, DeclaredFields own, int referenceBytes) {
        FieldSpace space = new FieldSpace(superSpace);
        boolean referencesFirst = joinsReferences && superSpace.endsWithReference();
        if (superSpace.hasContended()) {
            space.padFields(CONTENDED_PADDING);
        }
        if (own.contendedClass()) {
            space.pad(CONTENDED_PADDING, fillsPadded);
        }
        if (referencesFirst) {
            space.addReferences(own.plain().references(), referenceBytes);
        }
        addPrimitives(space, own.plain());
        if (!referencesFirst) {
            space.addReferences(own.plain().references(), referenceBytes);
        }
        for (FieldCounts group : own.contended()) {
            space.pad(CONTENDED_PADDING, fillsPadded);
            addPrimitives(space, group);
            space.addReferences(group.references(), referenceBytes);
        }
        if (own.hasContended()) {
            space.pad(CONTENDED_PADDING, false);
        }
        return space;
    }

    private static void addPrimitives(FieldSpace space, FieldCounts fields) {
        space.addPrimitives(fields.eights(), Long.BYTES);
        space.addPrimitives(fields.fours(), Integer.BYTES);
        space.addPrimitives(fields.twos(), Short.BYTES);
        space.addPrimitives(fields.ones(), Byte.BYTES);
    }
}
