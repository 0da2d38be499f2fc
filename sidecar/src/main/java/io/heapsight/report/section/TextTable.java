/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.section;

import io.heapsight.unit.VisibleText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Formats rows under headings as text; each column is as wide as its longest cell. */
public final class TextTable {
    private static final String GAP = "  ";
    private static final int LEAST_ROOM = 16;

    private final List<String[]> rows = new ArrayList<>();
    private final int[] widths;
    private final boolean[] right;
    private boolean wrapped;

    public TextTable(String... headings) {
        widths = new int[headings.length];
        right = new boolean[headings.length];
        add(headings);
    }

    /** Right-aligns these columns, for numbers; all others are left-aligned. */
    public TextTable alignRight(List<Integer> columns) {
        columns.forEach(column -> right[column] = true);
        return this;
    }

    /** Wraps sentences in the last column at the width of the terminal. */
    public TextTable wrapLast() {
        wrapped = true;
        return this;
    }

    public final void add(String... cells) {
        if (cells.length != widths.length) {
            throw new IllegalArgumentException(cells.length + " cells, not " + widths.length);
        }
        String[] row = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            row[i] = VisibleText.of(cells[i]);
            widths[i] = Math.max(widths[i], row[i].length());
        }
        rows.add(row);
    }

    public String text() {
        int last = widths.length - 1;
        int before = Arrays.stream(widths).limit(last).map(width -> width + GAP.length()).sum();
        int room = Math.max(LEAST_ROOM, TextWrapper.WIDTH - before);
        StringBuilder out = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < last; i++) {
                add(line, row[i], i);
                line.append(GAP);
            }
            List<String> parts = wrapped ? WrappedTable.wrap(row[last], room) : List.of(row[last]);
            for (String part : parts) {
                add(line, part, last);
                out.append(line.toString().stripTrailing()).append('\n');
                line.setLength(0);
                line.repeat(' ', before);
            }
        }
        return out.toString();
    }

    private void add(StringBuilder line, String cell, int column) {
        int blanks = Math.max(0, widths[column] - cell.length());
        line.repeat(' ', right[column] ? blanks : 0).append(cell);
        line.repeat(' ', right[column] ? 0 : blanks);
    }
}
