/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.OptionalDouble;

/** Converts figures that are NaN if unknown. */
public final class NanFigures {
    private NanFigures() {}

    /** Returns the figure; 0 if it is unknown. */
    public static double orZero(double figure) {
        return Double.isNaN(figure) ? 0 : figure;
    }

    /** Returns the figure; empty if it is unknown. */
    public static OptionalDouble known(double figure) {
        return Double.isNaN(figure) ? OptionalDouble.empty() : OptionalDouble.of(figure);
    }
}
