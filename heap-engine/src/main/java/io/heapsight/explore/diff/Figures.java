/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.diff;

/**
 * What one dump has of a class, package or holder; or the difference of two such.
 *
 * @param objects reachable ones
 * @param shallowBytes of these
 * @param retainedBytes of these
 */
public record Figures(long objects, long shallowBytes, long retainedBytes) {
    public static final Figures NONE = new Figures(0, 0, 0);

    public Figures plus(Figures other) {
        return new Figures(
                objects + other.objects,
                shallowBytes + other.shallowBytes,
                retainedBytes + other.retainedBytes);
    }

    public Figures minus(Figures other) {
        return new Figures(
                objects - other.objects,
                shallowBytes - other.shallowBytes,
                retainedBytes - other.retainedBytes);
    }
}
