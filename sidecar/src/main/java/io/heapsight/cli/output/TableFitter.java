/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import io.heapsight.report.section.SectionText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Shortens names (classes, paths, URLs, pods) in a finished table until its rows fit a width. Cuts
 * names in the middle; never shortens figures and sentences. The columns are separated by two or
 * more blanks. The terminal wraps rows that are still too long.
 */
final class TableFitter {
    /** A row has at least two cells. */
    private static final Pattern ROW = Pattern.compile(".*\\S {2,}\\S.*");

    /** A class, a path or another long word with separators. */
    private static final Pattern NAME =
            Pattern.compile("(?=[^ ]*\\p{Alpha})(?=[^ ]*[./$:_-])[^ ]{25,}( .*)?");

    private static final int LEAST_NAME = 24;

    /**
     * A column.
     *
     * @param from the first character
     * @param to after the last one, without the gap
     */
    private record Column(int from, int to) {
        int width() {
            return to - from;
        }

        String cell(String row) {
            return from >= row.length() ? "" : row.substring(from, Math.min(to, row.length()));
        }
    }

    private TableFitter() {}

    /** Returns whether a line may be a row of a table. */
    static boolean isRow(String line) {
        return ROW.matcher(line).matches();
    }

    /**
     * Shortens names until the rows fit.
     *
     * @param rows consecutive lines
     * @param width the longest row
     */
    static List<String> fit(List<String> rows, int width) {
        int longest = rows.stream().mapToInt(String::length).max().orElse(0);
        if (longest <= width) {
            return rows;
        }
        List<Column> columns = columns(rows, longest);
        int[] widths = columns.stream().mapToInt(Column::width).toArray();
        int surplus = longest - width;
        for (int i = widest(columns, widths, rows); surplus > 0 && i >= 0; ) {
            int less = Math.min(surplus, widths[i] - least(columns.get(i), rows));
            widths[i] -= less;
            surplus -= less;
            i = widest(columns, widths, rows);
        }
        return rows.stream().map(row -> shortened(row, columns, widths)).toList();
    }

    /** Finds the gaps of two blanks that all rows have. */
    private static List<Column> columns(List<String> rows, int longest) {
        BitSet text = new BitSet(longest);
        for (String row : rows) {
            for (int i = 0; i < row.length(); i++) {
                if (row.charAt(i) != ' ') {
                    text.set(i);
                }
            }
        }
        List<Column> columns = new ArrayList<>();
        int from = text.nextSetBit(0);
        int to = text.nextClearBit(from);
        for (int next = text.nextSetBit(to); next >= 0; next = text.nextSetBit(to)) {
            if (next - to > 1) {
                columns.add(new Column(from, to));
                from = next;
            }
            to = text.nextClearBit(next);
        }
        columns.add(new Column(from, to));
        return columns;
    }

    /** Returns the widest column that can be narrower; -1 if there is none. */
    private static int widest(List<Column> columns, int[] widths, List<String> rows) {
        int widest = -1;
        for (int i = 0; i < widths.length; i++) {
            boolean canShrink = widths[i] > least(columns.get(i), rows);
            if (canShrink && (widest < 0 || widths[i] > widths[widest])) {
                widest = i;
            }
        }
        return widest;
    }

    /** Returns the width of all cells except names. */
    private static int least(Column column, List<String> rows) {
        return rows.stream()
                .map(row -> column.cell(row).strip())
                .mapToInt(cell -> isName(cell) ? LEAST_NAME : cell.length())
                .max()
                .orElse(0);
    }

    private static boolean isName(String cell) {
        return NAME.matcher(cell).matches();
    }

    private static String shortened(String row, List<Column> columns, int[] widths) {
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (int i = 0; i < widths.length; i++) {
            Column column = columns.get(i);
            if (column.from() >= row.length()) {
                break;
            }
            out.append(row, from, column.from());
            from = Math.min(column.to(), row.length());
            out.append(narrowed(column.cell(row), column.width(), widths[i]));
        }
        return out.toString().stripTrailing();
    }

    private static String narrowed(String cell, int before, int after) {
        if (before == after) {
            return cell;
        }
        String words = cell.strip();
        if (isName(words)) {
            words = SectionText.shorten(words, after);
        }
        String blanks = " ".repeat(Math.max(0, after - words.length()));
        return cell.startsWith(" ") ? blanks + words : words + blanks;
    }
}
