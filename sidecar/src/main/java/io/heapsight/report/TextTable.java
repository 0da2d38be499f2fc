/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import java.util.ArrayList;
import java.util.List;

/** Rows of words under headings, in columns as wide as their widest word; left-aligned. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();
    private final int[] widths;

    TextTable(String... headings) {
        widths = new int[headings.length];
        add(headings);
    }

    final void add(String... cells) {
        if (cells.length != widths.length) {
            throw new IllegalArgumentException(cells.length + " cells, not " + widths.length);
        }
        rows.add(cells);
        for (int i = 0; i < cells.length; i++) {
            widths[i] = Math.max(widths[i], cells[i].length());
        }
    }

    String text() {
        StringBuilder out = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                line.append(row[i]).repeat(' ', widths[i] - row[i].length()).append(GAP);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }
}
