/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** Sections as HTML. Whatever comes from a dump is hostile: all of it is escaped. */
final class SectionHtml {
    private SectionHtml() {}

    /** Text that is text wherever it stands: in an element, or in a quoted attribute. */
    static String escape(String text) {
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

    static void facts(List<Fact> facts, Writer out) throws IOException {
        for (Fact fact : facts) {
            String name = escape(fact.name());
            out.write(
                    "<div class=\"fact %s\"><dt>%s</dt>"
                            .formatted(name.toLowerCase(Locale.ROOT), name));
            out.write("<dd>" + escape(fact.text()) + "</dd></div>\n");
        }
    }

    static void contents(List<Section> sections, Writer out) throws IOException {
        for (int i = 0; i < sections.size(); i++) {
            String title = escape(sections.get(i).title());
            out.write("<a href=\"#s%d\">%s</a>\n".formatted(i, title));
        }
    }

    static void sections(List<Section> sections, Writer out) throws IOException {
        for (int i = 0; i < sections.size(); i++) {
            Section section = sections.get(i);
            out.write("<section id=\"s%d\"><h2>%s</h2>\n".formatted(i, escape(section.title())));
            if (!section.note().isEmpty()) {
                out.write("<p>" + escape(section.note()) + "</p>\n");
            }
            switch (section) {
                case Section.Table table -> table(table, out);
                case Section.Outline outline -> outline(outline, out);
            }
            out.write("</section>\n");
        }
    }

    private static void table(Section.Table table, Writer out) throws IOException {
        if (table.rows().isEmpty()) {
            out.write("<p>None.</p>\n");
            return;
        }
        String sortable = table.sortable() ? " class=\"sortable\"" : "";
        out.write("<div class=\"scroll\"><table" + sortable + "><thead><tr>");
        for (Section.Column column : table.columns()) {
            String number = column.number() ? " class=\"n\"" : "";
            out.write("<th scope=\"col\"" + number + ">" + escape(column.heading()) + "</th>");
        }
        out.write("</tr></thead><tbody>\n");
        for (List<Cell> row : table.rows()) {
            out.write("<tr>");
            for (int i = 0; i < row.size(); i++) {
                cell(row.get(i), table.columns().get(i).number(), out);
            }
            out.write("</tr>\n");
        }
        out.write("</tbody></table></div>\n");
    }

    /** Words that begin with blanks stand that far to the right, as a tree's do. */
    private static void cell(Cell cell, boolean number, Writer out) throws IOException {
        String text = cell.text();
        if (!number) {
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
