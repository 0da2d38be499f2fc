/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

/** The figures of a target at one moment. */
@FunctionalInterface
interface FigureValues {
    /**
     * Returns the value in the figure's unit, or as a share of its maximum; NaN if unknown.
     *
     * @param ofMax whether to return a share
     */
    double value(RuleFigure figure, boolean ofMax);

    /** Returns the value for trends; NaN if this moment has none. */
    default double forTrend(RuleFigure figure) {
        return value(figure, false);
    }
}
