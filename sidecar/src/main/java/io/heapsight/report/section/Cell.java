/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.section;

import java.util.OptionalLong;

/**
 * One cell of a section's table.
 *
 * @param text displayed text
 * @param order sort key; NaN for words, which sort by text
 */
public record Cell(String text, double order) {
    public static final Cell BLANK = new Cell("", Double.NaN);

    public static Cell of(String text) {
        return new Cell(text, Double.NaN);
    }

    public static Cell of(long number) {
        return new Cell(NumberText.count(number), number);
    }

    /** Creates a cell; displays an unknown figure as "-". */
    public static Cell of(OptionalLong number) {
        return number.isPresent() ? of(number.getAsLong()) : new Cell("-", -1);
    }

    public static Cell share(long part, long whole) {
        double ratio = NumberText.share(part, whole);
        return new Cell(NumberText.percent(ratio), ratio);
    }

    public static Cell share(OptionalLong part, long whole) {
        return part.isPresent() ? share(part.getAsLong(), whole) : new Cell("-", -1);
    }
}
