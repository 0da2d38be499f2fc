/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

/**
 * Packing since JDK 15: the largest primitives first, references last, each into the smallest hole
 * that takes it, those of the super classes included.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25+36/src/hotspot/share/classfile/fieldLayoutBuilder.cpp">fieldLayoutBuilder.cpp</a>
 */
record BestFitPacking() implements FieldPacking {
    @Override
    public FieldSpace add(FieldSpace superSpace, DeclaredFields own, int referenceBytes) {
        FieldSpace space = new FieldSpace(superSpace);
        if (superSpace.hasContended()) {
            space.padFields(CONTENDED_PADDING);
        }
        if (own.contendedClass()) {
            space.pad(CONTENDED_PADDING);
        }
        addPrimitives(space, own.plain());
        space.add(own.plain().references(), referenceBytes);
        for (FieldCounts group : own.contended()) {
            space.pad(CONTENDED_PADDING);
            addPrimitives(space, group);
            space.add(group.references(), referenceBytes);
        }
        if (own.hasContended()) {
            space.pad(CONTENDED_PADDING);
        }
        return space;
    }

    private static void addPrimitives(FieldSpace space, FieldCounts fields) {
        space.add(fields.eights(), Long.BYTES);
        space.add(fields.fours(), Integer.BYTES);
        space.add(fields.twos(), Short.BYTES);
        space.add(fields.ones(), Byte.BYTES);
    }
}
