/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import io.heapsight.unit.VisibleText;
import java.util.ArrayList;
import java.util.List;

/** Rows of words under headings, in columns as wide as their widest word. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();
    private final int[] widths;
    private final boolean[] right;

    TextTable(String... headings) {
        widths = new int[headings.length];
        right = new boolean[headings.length];
        add(headings);
    }

    /** Sets columns to the right, as numbers are; the others are set to the left. */
    TextTable alignRight(List<Integer> columns) {
        columns.forEach(column -> right[column] = true);
        return this;
    }

    final void add(String... cells) {
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

    String text() {
        StringBuilder out = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                int blanks = widths[i] - row[i].length();
                line.repeat(' ', right[i] ? blanks : 0).append(row[i]);
                line.repeat(' ', right[i] ? 0 : blanks).append(GAP);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }
}
