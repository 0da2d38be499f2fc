/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.section;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** Writes sections as HTML. Escapes everything, since dumps are untrusted. */
public final class SectionHtml {
    /** Rows above which a table is folded; the style sheet contains the same number. */
    private static final int MOST_ROWS = 25;

    private SectionHtml() {}

    /** Escapes text for an element or a quoted attribute. */
    public static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        SectionText.oneLine(text)
                .chars()
                .forEach(
                        c -> {
                            switch (c) {
                                case '&' -> out.append("&amp;");
                                case '<' -> out.append("&lt;");
                                case '>' -> out.append("&gt;");
                                case '"' -> out.append("&quot;");
                                case '\'' -> out.append("&#39;");
                                default -> out.append((char) c);
                            }
                        });
        return out.toString();
    }

    public static void facts(List<Fact> facts, Writer out) throws IOException {
        for (Fact fact : facts) {
            String name = escape(fact.name());
            out.write(
                    "<div class=\"fact %s\"><dt>%s</dt>"
                            .formatted(name.toLowerCase(Locale.ROOT), name));
            out.write("<dd>" + escape(fact.text()) + "</dd></div>\n");
        }
    }

    public static void contents(List<Section> sections, Writer out) throws IOException {
        for (int i = 0; i < sections.size(); i++) {
            String title = escape(sections.get(i).title());
            out.write("<a href=\"#s%d\">%s</a>\n".formatted(i, title));
        }
    }

    public static void sections(List<Section> sections, Writer out) throws IOException {
        for (int i = 0; i < sections.size(); i++) {
            section(sections.get(i), i, out);
        }
    }

    /**
     * Writes one section of a page.
     *
     * @param i index of the section on the page
     */
    public static void section(Section section, int i, Writer out) throws IOException {
        out.write("<section id=\"s%d\"><h2>%s</h2>\n".formatted(i, escape(section.title())));
        if (!section.note().isEmpty()) {
            out.write("<p>" + escape(section.note()) + "</p>\n");
        }
        switch (section) {
            case Section.Table table -> table(table, i, out);
            case Section.Outline outline -> outline(outline, out);
        }
        out.write("</section>\n");
    }

    /** Writes a table. Folds a long table; a check box unfolds it without a script. */
    private static void table(Section.Table table, int number, Writer out) throws IOException {
        if (table.rows().isEmpty()) {
            out.write("<p>None.</p>\n");
            return;
        }
        if (table.rows().size() > MOST_ROWS) {
            out.write(
                    "<input type=\"checkbox\" class=\"unfold\" id=\"all%d\"><label for=\"all%d\">%s</label>\n"
                            .formatted(
                                    number,
                                    number,
                                    "Show all " + NumberText.count(table.rows().size()) + " rows"));
        }
        String title = escape(table.title());
        out.write(
                "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\""
                        + title
                        + "\">");
        String sortable = table.sortable() ? " class=\"sortable\"" : "";
        out.write("<table" + sortable + "><thead><tr>");
        int[] order = nameFirst(table);
        for (int i : order) {
            heading(table.columns().get(i), out);
        }
        out.write("</tr></thead><tbody>\n");
        for (List<Cell> row : table.rows()) {
            out.write("<tr>");
            for (int i : order) {
                cell(row.get(i), table.columns().get(i).number(), i == order[0], out);
            }
            out.write("</tr>\n");
        }
        out.write("</tbody></table></div>\n");
    }

    /**
     * Returns the order of the columns on a page: the subject comes first, where it stays visible.
     * On a terminal, numbers come first: the subject is a list's last column, or a tree's first
     * text column.
     */
    private static int[] nameFirst(Section.Table table) {
        List<Section.Column> columns = table.columns();
        int name = 0;
        for (int i = columns.size() - 1; i > 0 && columns.getFirst().number(); i--) {
            boolean words = !columns.get(i).number() && !columns.get(i).heading().isEmpty();
            name = words && (name == 0 || !table.sortable()) ? i : name;
        }
        int[] order = new int[columns.size()];
        order[0] = name;
        for (int i = 0, next = 1; i < order.length; i++) {
            if (i != name) {
                order[next++] = i;
            }
        }
        return order;
    }

    private static void heading(Section.Column column, Writer out) throws IOException {
        String number = column.number() ? " class=\"n\"" : "";
        out.write(
                column.heading().isEmpty()
                        ? "<td" + number + "></td>"
                        : "<th scope=\"col\"" + number + ">" + escape(column.heading()) + "</th>");
    }

    /** Writes a cell; leading blanks of text become an indentation, as in a tree. */
    private static void cell(Cell cell, boolean number, boolean name, Writer out)
            throws IOException {
        String text = cell.text();
        if (name && !text.isEmpty()) {
            int indent = text.length() - text.stripLeading().length();
            String style = indent == 0 ? "" : " style=\"--indent:" + indent + "\"";
            out.write("<th scope=\"row\"" + style + ">" + escape(text.stripLeading()) + "</th>");
        } else if (!number) {
            int indent = text.length() - text.stripLeading().length();
            String style = indent == 0 ? "" : " style=\"--indent:" + indent + "\"";
            out.write("<td" + style + ">" + escape(text.stripLeading()) + "</td>");
        } else if (text.endsWith("%")) {
            out.write(
                    "<td class=\"n share\" style=\"--share:%s\" data-order=\"%s\">%s</td>"
                            .formatted(cell.order(), cell.order(), escape(text)));
        } else {
            String order = Double.isNaN(cell.order()) ? "" : " data-order=\"" + cell.order() + "\"";
            out.write("<td class=\"n\"" + order + ">" + escape(text) + "</td>");
        }
    }

    private static void outline(Section.Outline outline, Writer out) throws IOException {
        if (outline.items().isEmpty()) {
            out.write("<p>None.</p>\n");
            return;
        }
        out.write("<ol>\n");
        for (Section.Item item : outline.items()) {
            out.write("<li><strong>" + escape(item.sentence()) + "</strong>");
            for (String line : item.lines()) {
                out.write("<div class=\"line\">" + escape(line.strip()) + "</div>");
            }
            out.write("</li>\n");
        }
        out.write("</ol>\n");
    }
}
