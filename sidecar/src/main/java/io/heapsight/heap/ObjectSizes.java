/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

/** How many bytes of heap each object of a dump takes: by class, and for arrays by length. */
final class ObjectSizes {
    private final long[] fixed;
    private final long[] arrayHeader;
    private final long[] elementBytes;
    private final long[] classObjects;
    private final long alignmentMask;

    /**
     * @param instanceBytes of an instance by class, -1 for array classes
     * @param arrayHeaderBytes where elements begin by class
     * @param elementBytes of an array's element by class
     * @param classObjectBytes of the class object by class
     */
    ObjectSizes(
            long[] instanceBytes,
            long[] arrayHeaderBytes,
            long[] elementBytes,
            long[] classObjectBytes,
            int alignmentBytes) {
        this.fixed = instanceBytes;
        this.arrayHeader = arrayHeaderBytes;
        this.elementBytes = elementBytes;
        this.classObjects = classObjectBytes;
        this.alignmentMask = alignmentBytes - 1L;
    }

    /**
     * Bytes of an object.
     *
     * @param length of an array; of no matter for an instance
     */
    long of(int classIndex, long length) {
        long bytes = fixed[classIndex];
        return bytes >= 0
                ? bytes
                : (arrayHeader[classIndex] + length * elementBytes[classIndex] + alignmentMask)
                        & ~alignmentMask;
    }

    /** Bytes of the {@code java.lang.Class} object of a class. */
    long ofClassObject(int classIndex) {
        return classObjects[classIndex];
    }
}
