/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.section;

import java.util.ArrayList;
import java.util.List;

/** Formats rows under headings in columns of fixed widths; wraps longer text. */
public final class WrappedTable {
    private static final String GAP = "  ";

    private final int[] widths;
    private final StringBuilder out = new StringBuilder();

    public WrappedTable(int... widths) {
        this.widths = widths.clone();
    }

    public WrappedTable add(String... cells) {
        if (cells.length != widths.length) {
            throw new IllegalArgumentException(cells.length + " cells, not " + widths.length);
        }
        List<List<String>> columns = new ArrayList<>();
        for (int i = 0; i < cells.length; i++) {
            columns.add(wrap(SectionText.oneLine(cells[i]), widths[i]));
        }
        int height = columns.stream().mapToInt(List::size).max().orElse(0);
        for (int row = 0; row < height; row++) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                List<String> column = columns.get(i);
                String part = row < column.size() ? column.get(row) : "";
                line.append(part).repeat(' ', widths[i] - part.length()).append(GAP);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return this;
    }

    public String text() {
        return out.toString();
    }

    /** Splits text into lines of limited length, at blanks or, if there are none, anywhere. */
    public static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            String rest = word;
            if (!line.isEmpty() && line.length() + 1 + rest.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ");
            while (line.length() + rest.length() > width) {
                int fits = width - line.length();
                lines.add(line + rest.substring(0, fits));
                line.setLength(0);
                rest = rest.substring(fits);
            }
            line.append(rest);
        }
        lines.add(line.toString());
        return lines;
    }
}
