/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.objects;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Computes the shallow size of each object of a dump: by class, and for arrays by length. */
public final class ObjectSizes {
    private static final int NO_CLASS = -2;

    private final long[] fixed;
    private final long[] arrayHeader;
    private final long[] elementBytes;
    private final long[] classObjects;
    private final long alignmentMask;
    private final @Nullable StackChunks stackChunks;
    private final int stackChunkClass;

    /**
     * @param instanceBytes of an instance by class, -1 for array classes
     * @param arrayHeaderBytes where elements begin by class
     * @param elementBytes of an array's element by class
     * @param classObjectBytes of the class object by class
     */
    public ObjectSizes(
            long[] instanceBytes,
            long[] arrayHeaderBytes,
            long[] elementBytes,
            long[] classObjectBytes,
            int alignmentBytes,
            Optional<StackChunks> stackChunks) {
        this.fixed = instanceBytes;
        this.arrayHeader = arrayHeaderBytes;
        this.elementBytes = elementBytes;
        this.classObjects = classObjectBytes;
        this.alignmentMask = alignmentBytes - 1L;
        this.stackChunks = stackChunks.orElse(null);
        this.stackChunkClass = stackChunks.map(StackChunks::classIndex).orElse(NO_CLASS);
    }

    /** Bytes of the object that a reader has open. */
    public long of(ReferenceReader object) {
        int classIndex = object.classIndex();
        return classIndex == stackChunkClass && stackChunks != null
                ? stackChunks.bytes(object)
                : of(classIndex, object.length());
    }

    /** The number of the class whose instances are of different sizes; -2 where there are none. */
    public int stackChunkClass() {
        return stackChunkClass;
    }

    /**
     * Bytes of an object, which is no part of a stack.
     *
     * @param length of an array; of no matter for an instance
     */
    public long of(int classIndex, long length) {
        long bytes = fixed[classIndex];
        return bytes >= 0
                ? bytes
                : (arrayHeader[classIndex] + length * elementBytes[classIndex] + alignmentMask)
                        & ~alignmentMask;
    }

    /** Bytes of the {@code java.lang.Class} object of a class. */
    public long ofClassObject(int classIndex) {
        return classObjects[classIndex];
    }
}
