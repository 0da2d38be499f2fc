/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import java.util.OptionalLong;

/**
 * One cell of a section's table.
 *
 * @param text what is shown
 * @param order what a column is sorted by; NaN for words, which are sorted by themselves
 */
record Cell(String text, double order) {
    static final Cell BLANK = new Cell("", Double.NaN);

    static Cell of(String text) {
        return new Cell(text, Double.NaN);
    }

    static Cell of(long number) {
        return new Cell(Figures.count(number), number);
    }

    /** A figure that is not known is "-". */
    static Cell of(OptionalLong number) {
        return number.isPresent() ? of(number.getAsLong()) : new Cell("-", -1);
    }

    static Cell share(long part, long whole) {
        double ratio = Figures.share(part, whole);
        return new Cell(Figures.percent(ratio), ratio);
    }

    static Cell share(OptionalLong part, long whole) {
        return part.isPresent() ? share(part.getAsLong(), whole) : new Cell("-", -1);
    }
}
