/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.section;

import io.heapsight.unit.VisibleText;
import java.util.ArrayList;
import java.util.List;

/** Formats sections as plain text for a terminal. */
public final class SectionText {
    private static final int WIDTH = 100;

    /** Minimum width of the name in the last column. */
    private static final int LEAST_NAME = 40;

    private static final int LONGEST_WORDS = 58;

    /** Maximum length of a name; only crafted dumps contain longer names. */
    private static final int LONGEST_NAME = 250;

    private SectionText() {}

    public static String of(Section section) {
        StringBuilder out = new StringBuilder(section.title()).append('\n');
        if (!section.note().isEmpty()) {
            out.append("  ").append(section.note()).append('\n');
        }
        switch (section) {
            case Section.Table table -> table(out, table);
            case Section.Outline outline -> outline(out, outline);
        }
        return out.toString();
    }

    private static void table(StringBuilder out, Section.Table table) {
        if (table.rows().isEmpty()) {
            out.append("  none\n");
            return;
        }
        int last = table.columns().size() - 1;
        String[] headings = new String[last + 1];
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i <= last; i++) {
            headings[i] = table.columns().get(i).heading();
            if (table.columns().get(i).number()) {
                numbers.add(i);
            }
        }
        TextTable lines = new TextTable(headings).alignRight(numbers);
        int room = room(table, last);
        for (List<Cell> row : table.rows()) {
            String[] cells = new String[last + 1];
            for (int i = 0; i <= last; i++) {
                cells[i] = cell(row.get(i).text(), i == last ? room : LONGEST_WORDS);
            }
            lines.add(cells);
        }
        lines.text().lines().forEach(line -> out.append("  ").append(line).append('\n'));
    }

    /**
     * Shortens text with blanks to a width. Keeps names, such as classes and paths, up to their
     * maximum length.
     */
    private static String cell(String text, int width) {
        return shorten(text, text.indexOf(' ') < 0 ? LONGEST_NAME : width);
    }

    /** Returns the remaining width for the last column. */
    private static int room(Section.Table table, int last) {
        int taken = 2;
        for (int i = 0; i < last; i++) {
            int width = table.columns().get(i).heading().length();
            for (List<Cell> row : table.rows()) {
                width = Math.max(width, Math.min(LONGEST_WORDS, row.get(i).text().length()));
            }
            taken += width + 2;
        }
        return Math.max(LEAST_NAME, WIDTH - taken);
    }

    /** Cuts the middle, since both ends of a class name are most informative. */
    public static String shorten(String text, int width) {
        String line = oneLine(text);
        if (line.length() <= width) {
            return line;
        }
        int head = (width - 1) / 3;
        return line.substring(0, head) + "…" + line.substring(line.length() - (width - 1 - head));
    }

    /** Escapes control characters for a terminal, since names in a dump may contain them. */
    public static String oneLine(String text) {
        return VisibleText.of(text);
    }

    private static void outline(StringBuilder out, Section.Outline outline) {
        if (outline.items().isEmpty()) {
            out.append("  none\n");
        }
        int number = 0;
        for (Section.Item item : outline.items()) {
            number++;
            out.append("  ").append(number).append(". ").append(oneLine(item.sentence()));
            out.append('\n');
            item.lines().forEach(line -> out.append("     ").append(oneLine(line)).append('\n'));
        }
    }
}
