/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

/** The figures of a target at one moment. */
@FunctionalInterface
interface FigureValues {
    /**
     * The value in the figure's unit, or as a share of its maximum; NaN if it isn't known.
     *
     * @param ofMax whether it is to be a share
     */
    double value(Figure figure, boolean ofMax);

    /** The value for trends; NaN if this moment has none. */
    default double forTrend(Figure figure) {
        return value(figure, false);
    }
}
