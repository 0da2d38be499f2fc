/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import org.jspecify.annotations.Nullable;

/**
 * Computes the bytes of instances, class by class, from the super class downwards.
 *
 * <p>An instance of {@code java.lang.Class} (a mirror) takes its own fields and the static fields
 * of the class that it represents.
 */
public final class InstanceSizes {
    private final ObjectLayout layout;
    private final FieldPacking packing;
    private final HotSpotFields known;

    public InstanceSizes(ObjectLayout layout) {
        this.layout = layout;
        this.packing = FieldPacking.of(layout.jdk());
        this.known = new HotSpotFields(layout.jdk());
    }

    /** The space that the fields of a class' instances take; subclasses continue from its end. */
    public static final class Shape {
        private final FieldSpace space;

        private Shape(FieldSpace space) {
            this.space = space;
        }
    }

    /**
     * The shape of a class.
     *
     * @param className with slashes or dots
     * @param superShape null for java.lang.Object
     * @param declared the fields that the class itself declares, according to the dump
     */
    public Shape shape(String className, @Nullable Shape superShape, FieldCounts declared) {
        FieldSpace start =
                superShape == null ? new FieldSpace(layout.headerBytes()) : superShape.space;
        DeclaredFields own = known.declared(className.replace('/', '.'), declared);
        return new Shape(packing.add(start, own, layout.referenceBytes()));
    }

    /** Bytes of an instance with this shape. */
    public long instanceBytes(Shape shape) {
        return layout.align(Alignment.up((long) shape.space.end(), Long.BYTES));
    }

    /**
     * Bytes of a class' mirror.
     *
     * @param mirror the shape of java.lang.Class
     * @param statics the class' static fields
     */
    public long mirrorBytes(Shape mirror, FieldCounts statics) {
        int start = (int) instanceBytes(mirror);
        int end = FieldPacking.referencesFirst(start, statics, layout.referenceBytes());
        return layout.align(Alignment.up((long) end, Long.BYTES));
    }
}
