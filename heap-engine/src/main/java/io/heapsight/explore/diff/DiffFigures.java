/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.diff;

/**
 * Figures of a class, package or holder in one dump, or the difference between two dumps.
 *
 * @param objects reachable objects
 * @param shallowBytes of these objects
 * @param retainedBytes by these objects
 */
public record DiffFigures(long objects, long shallowBytes, long retainedBytes) {
    public static final DiffFigures NONE = new DiffFigures(0, 0, 0);

    public DiffFigures plus(DiffFigures other) {
        return new DiffFigures(
                objects + other.objects,
                shallowBytes + other.shallowBytes,
                retainedBytes + other.retainedBytes);
    }

    public DiffFigures minus(DiffFigures other) {
        return new DiffFigures(
                objects - other.objects,
                shallowBytes - other.shallowBytes,
                retainedBytes - other.retainedBytes);
    }
}
