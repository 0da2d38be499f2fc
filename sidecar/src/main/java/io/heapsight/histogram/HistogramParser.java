/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what {@code GC.class_histogram} prints, on JDK 8 to 25:
 *
 * <pre>
 *  num     #instances         #bytes  class name (module)
 * -------------------------------------------------------
 *    1:        146650        6959248  [B (java.base@25.0.3)
 *  502:             1             16  com.acme.Order$Line
 * Total        542034       33176248
 * </pre>
 *
 * <p>JDK 8 has no module and an empty line first. Class names may hold blanks (Kotlin writes them).
 * The last line's totals must be the sum of the rows: an answer that was cut is an error.
 *
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/master/src/hotspot/share/memory/heapInspection.cpp">
 *     heapInspection.cpp</a>
 */
public final class HistogramParser {
    private static final Pattern ROW =
            Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s\\s(.+?)(?: \\(([^ ()]+)\\))?\\s*");
    private static final Pattern TOTAL = Pattern.compile("Total\\s+(\\d+)\\s+(\\d+)\\s*");
    private static final int MAX_QUOTED = 80;

    private HistogramParser() {}

    /**
     * Reads an answer.
     *
     * @throws HistogramFormatException when it is not a whole histogram
     */
    public static List<ClassCount> parse(String text) throws HistogramFormatException {
        List<ClassCount> rows = new ArrayList<>();
        Count sum = Count.NONE;
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            Matcher total = TOTAL.matcher(line);
            if (total.matches()) {
                Count stated = new Count(number(total, 1, number), number(total, 2, number));
                if (!stated.equals(sum)) {
                    throw new HistogramFormatException(
                            number, "the rows add up to " + sum + ", but it says " + stated);
                }
                return rows;
            }
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                String module = row.group(4) == null ? "" : row.group(4);
                ClassCount count =
                        new ClassCount(
                                row.group(3),
                                module,
                                number(row, 1, number),
                                number(row, 2, number));
                sum = sum.plus(Count.of(count));
                rows.add(count);
            } else if (!rows.isEmpty() && !line.isBlank()) {
                throw new HistogramFormatException(number, "not a row: " + quoted(line));
            }
        }
        throw new HistogramFormatException(
                number,
                rows.isEmpty()
                        ? "no class histogram, but: " + quoted(text)
                        : "cut: the line with the totals is missing");
    }

    private static long number(Matcher matcher, int group, int line)
            throws HistogramFormatException {
        String digits = matcher.group(group);
        if (digits.length() > 18) {
            throw new HistogramFormatException(line, "number too large: " + digits);
        }
        return Long.parseLong(digits);
    }

    private static String quoted(String text) {
        String line = text.strip().lines().findFirst().orElse("(nothing)");
        return line.length() <= MAX_QUOTED ? line : line.substring(0, MAX_QUOTED) + "…";
    }
}
