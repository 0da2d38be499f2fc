/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.diff;

/**
 * What one dump has of a class, package or holder; or the difference of two such.
 *
 * @param objects reachable ones
 * @param shallowBytes of these
 * @param retainedBytes of these
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
