/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat.table;

import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.JavaVersion;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * The lines that {@code jstat -OPTION} of the target's own JDK prints, to the character: its
 * columns, widths, digits and rounding (half even). Counters are read at each call.
 */
public final class JstatTable {
    private static final int CGC_SINCE = 11;
    private static final int WIDE_SINCE = 16;

    private final List<Layout> layouts;

    /** The position of a column: its width, and whether its values are centred. */
    private record Layout(JstatColumn column, int width, boolean leftHeading, boolean centred) {}

    private JstatTable(JstatOption option, int feature) {
        layouts = new ArrayList<>();
        for (int i = 0; i < option.columns().size(); i++) {
            JstatColumn column = option.columns().get(i);
            boolean concurrent = column == JstatColumn.CGC || column == JstatColumn.CGCT;
            if (!concurrent || feature >= CGC_SINCE) {
                layouts.add(layout(option, i, feature));
            }
        }
    }

    /**
     * Creates the table that the JDK of these counters prints; JDK 25 if they don't contain the
     * version.
     */
    public static JstatTable of(JstatOption option, Counters counters) {
        return new JstatTable(option, JavaVersion.feature(counters).orElse(25));
    }

    /** The header line, without a line end. */
    public String header() {
        StringJoiner line = new StringJoiner(" ");
        for (Layout layout : layouts) {
            String heading = layout.column.heading();
            line.add(
                    layout.leftHeading
                            ? left(heading, layout.width)
                            : centred(heading, layout.width));
        }
        return line.toString();
    }

    /** The line of current values, without a line end. */
    public String row(Counters counters) {
        StringJoiner line = new StringJoiner(" ");
        for (Layout layout : layouts) {
            String text = cell(layout.column, counters).text();
            if (layout.column.isText()) {
                line.add(left(text, layout.width));
            } else if (layout.centred) {
                line.add(centred(text, layout.width));
            } else {
                line.add(" ".repeat(Math.max(0, layout.width - text.length())) + text);
            }
        }
        return line.toString();
    }

    /** The current values, from left to right. */
    public List<JstatCell> cells(Counters counters) {
        return layouts.stream().map(layout -> cell(layout.column, counters)).toList();
    }

    private static Layout layout(JstatOption option, int index, int feature) {
        JstatColumn column = option.columns().get(index);
        String before16 = option.widthBefore16(index);
        boolean wide = feature >= WIDE_SINCE;
        boolean centred = !wide && before16.startsWith("^");
        int width = wide ? column.width() : Integer.parseInt(before16.replace("^", ""));
        int least = Math.max(column.heading().length(), column.digits().length());
        // A mistake in jstat: it doesn't centre this heading.
        boolean slip = option == JstatOption.GCCAPACITY && column == JstatColumn.S1C;
        return new Layout(column, Math.max(width, least), slip || column.isText(), centred);
    }

    private static JstatCell cell(JstatColumn column, Counters counters) {
        if (column.formula() instanceof JstatFormula.Text(String name)) {
            String text = counters.text(name);
            return new JstatCell(column.heading(), text == null ? "-" : text, Double.NaN);
        }
        double number = column.formula().number(counters);
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.ROOT);
        symbols.setNaN("-");
        String text = new DecimalFormat(column.digits(), symbols).format(number);
        return new JstatCell(column.heading(), text, number);
    }

    private static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /** An odd blank goes to the right. */
    private static String centred(String text, int width) {
        int blanks = Math.max(0, width - text.length());
        return " ".repeat(blanks / 2) + text + " ".repeat(blanks - blanks / 2);
    }
}
