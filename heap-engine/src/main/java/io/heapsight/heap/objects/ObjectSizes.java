/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.objects;

import io.heapsight.heap.layout.ObjectLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Computes the shallow size of each object of a dump: by class, and for arrays by length. */
public final class ObjectSizes {
    private static final int NO_CLASS = -2;

    /** Numbers stored for each class. */
    private static final int COLUMNS = 4;

    private final long[] fixed;
    private final long[] arrayHeader;
    private final long[] elementBytes;
    private final long[] classObjects;
    private final long alignmentMask;
    private final @Nullable StackChunkSizes stackChunks;
    private final int stackChunkClass;

    /**
     * @param instanceBytes of an instance by class, -1 for array classes
     * @param arrayHeaderBytes offset of the elements by class
     * @param elementBytes of an array's element by class
     * @param classObjectBytes of the class object by class
     */
    public ObjectSizes(
            long[] instanceBytes,
            long[] arrayHeaderBytes,
            long[] elementBytes,
            long[] classObjectBytes,
            int alignmentBytes,
            Optional<StackChunkSizes> stackChunks) {
        this.fixed = instanceBytes;
        this.arrayHeader = arrayHeaderBytes;
        this.elementBytes = elementBytes;
        this.classObjects = classObjectBytes;
        this.alignmentMask = alignmentBytes - 1L;
        this.stackChunks = stackChunks.orElse(null);
        this.stackChunkClass = stackChunks.map(StackChunkSizes::classIndex).orElse(NO_CLASS);
    }

    /** Writes four numbers per class; {@link #readFrom} reads them. */
    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(fixed.length);
        out.writeInt((int) (alignmentMask + 1));
        for (int i = 0; i < fixed.length; i++) {
            out.writeLong(fixed[i]);
            out.writeLong(arrayHeader[i]);
            out.writeLong(elementBytes[i]);
            out.writeLong(classObjects[i]);
        }
        out.writeBoolean(stackChunks != null);
        if (stackChunks != null) {
            ObjectLayout layout = stackChunks.layout();
            out.writeInt(stackChunks.classIndex());
            out.writeInt(stackChunks.sizeOffset());
            out.writeLong(stackChunks.instanceBytes());
            out.writeInt(layout.referenceBytes());
            out.writeInt(layout.headerBytes());
            out.writeInt(layout.alignmentBytes());
            out.writeInt(layout.jdk());
        }
    }

    /**
     * Reads the sizes of this many classes.
     *
     * @throws IllegalArgumentException if they are for another number of classes, or impossible
     */
    public static ObjectSizes readFrom(DataInput in, int classes) throws IOException {
        int count = in.readInt();
        int alignment = in.readInt();
        if (count != classes) {
            throw new IllegalArgumentException(count + " sizes of " + classes + " classes");
        }
        long[][] columns = new long[COLUMNS][classes];
        for (int i = 0; i < classes; i++) {
            for (long[] column : columns) {
                column[i] = in.readLong();
            }
        }
        Optional<StackChunkSizes> chunks = Optional.empty();
        if (in.readBoolean()) {
            chunks =
                    Optional.of(
                            new StackChunkSizes(
                                    in.readInt(),
                                    in.readInt(),
                                    in.readLong(),
                                    new ObjectLayout(
                                            in.readInt(),
                                            in.readInt(),
                                            in.readInt(),
                                            in.readInt())));
        }
        return new ObjectSizes(columns[0], columns[1], columns[2], columns[3], alignment, chunks);
    }

    /** Bytes of the current object of a reader. */
    public long of(ReferenceReader object) {
        int classIndex = object.classIndex();
        return classIndex == stackChunkClass && stackChunks != null
                ? stackChunks.bytes(object)
                : of(classIndex, object.length());
    }

    /** The number of the class whose instances differ in size; -2 without such a class. */
    public int stackChunkClass() {
        return stackChunkClass;
    }

    /**
     * Returns the bytes of an object other than a stack chunk.
     *
     * @param length of an array; ignored for an instance
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
