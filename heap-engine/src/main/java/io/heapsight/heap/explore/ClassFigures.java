/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.explore;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Holds the figures of an analysis by class. Class objects count as instances of {@code
 * java.lang.Class}.
 *
 * @param objects reachable objects
 * @param bytes of the reachable objects
 * @param retained by the reachable objects, counting nothing twice
 * @param unreachableObjects including filler
 * @param unreachableBytes of the unreachable objects
 */
@SuppressWarnings("ArrayRecordComponent") // one number per class
public record ClassFigures(
        long[] objects,
        long[] bytes,
        long[] retained,
        long[] unreachableObjects,
        long[] unreachableBytes) {

    private long[][] columns() {
        return new long[][] {objects, bytes, retained, unreachableObjects, unreachableBytes};
    }

    void writeTo(DataOutput out) throws IOException {
        for (long[] column : columns()) {
            for (long number : column) {
                out.writeLong(number);
            }
        }
    }

    static ClassFigures readFrom(DataInput in, int classes) throws IOException {
        ClassFigures figures =
                new ClassFigures(
                        new long[classes],
                        new long[classes],
                        new long[classes],
                        new long[classes],
                        new long[classes]);
        for (long[] column : figures.columns()) {
            for (int i = 0; i < classes; i++) {
                column[i] = in.readLong();
            }
        }
        return figures;
    }
}
