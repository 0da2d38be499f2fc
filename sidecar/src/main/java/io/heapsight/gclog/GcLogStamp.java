/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Parses the decorations of a line: those of unified logging, in brackets and in a fixed order, or
 * those of JDK 8.
 *
 * <pre>
 * [2026-11-27T11:13:13.451+0000][0.005s][159][info][gc,init] Using G1
 * 2026-11-27T11:11:58.522+0000: 0.048: [GC (Allocation Failure) …
 * </pre>
 *
 * <p>Mutable: one object parses all lines, one after the other. Any decoration may be missing.
 */
final class GcLogStamp {
    private static final int MOST_PREFIX = 120;
    private static final int MOST_DECORATION = 64;
    private static final int DATE_LENGTH = "2026-11-27T11:13:13.451".length();

    /** Distinguishes uptime from time since 1970: 31 years. */
    private static final double MOST_UPTIME_SECONDS = 1e9;

    private double uptimeSeconds;
    private double epochSeconds;
    private long pid;
    private int numbers;
    private int brackets;

    /** Seconds since the JVM's start; NaN if unknown. */
    double uptimeSeconds() {
        return uptimeSeconds;
    }

    /** Seconds since 1970; NaN if unknown. The date of a log is local time with its offset. */
    double epochSeconds() {
        return epochSeconds;
    }

    /** The process id if a thread id follows it; else -1, because a single number may be either. */
    long pid() {
        return numbers > 1 ? pid : -1;
    }

    /** Returns whether more than a time is in brackets, as in unified logging. */
    boolean hasLevel() {
        return brackets > 1;
    }

    /** Parses the decorations of a line. */
    void parse(String line) {
        uptimeSeconds = Double.NaN;
        epochSeconds = Double.NaN;
        pid = -1;
        numbers = 0;
        brackets = 0;
        int open = line.indexOf('[');
        if (open >= 0 && open <= MOST_PREFIX && decorations(line, open)) {
            return;
        }
        legacy(line);
    }

    /** Returns whether any bracket was a decoration. */
    private boolean decorations(String line, int from) {
        boolean found = false;
        int at = from;
        while (at < line.length() && line.charAt(at) == '[') {
            int close = line.indexOf(']', at);
            if (close < 0 || close - at > MOST_DECORATION) {
                break;
            }
            boolean isKnown = decoration(line, at + 1, close);
            if (!isKnown && !isWord(line, at + 1, close)) {
                break;
            }
            found |= isKnown;
            brackets++;
            at = close + 1;
        }
        return found;
    }

    /** A host's name, a level or tags. */
    private static boolean isWord(String line, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = line.charAt(i);
            if (!(Character.isLetterOrDigit(c) || c == '-' || c == '.' || c == ',' || c == ' ')) {
                return false;
            }
        }
        return to > from;
    }

    private boolean decoration(String line, int from, int to) {
        if (to <= from || !isDigit(line.charAt(from))) {
            return false;
        }
        if (to - from >= DATE_LENGTH && line.charAt(from + 4) == '-') {
            epochSeconds = date(line, from, to);
            return !Double.isNaN(epochSeconds);
        }
        int end = from;
        while (end < to && (isDigit(line.charAt(end)) || isPoint(line.charAt(end)))) {
            end++;
        }
        String unit = line.substring(end, to);
        if (unit.isEmpty()) {
            number(line, from, to);
            return true;
        }
        double scale =
                switch (unit) {
                    case "s" -> 1;
                    case "ms" -> 1e-3;
                    case "ns" -> 1e-9;
                    default -> Double.NaN;
                };
        double seconds = decimal(line, from, end) * scale;
        if (seconds < MOST_UPTIME_SECONDS) {
            uptimeSeconds = Double.isNaN(uptimeSeconds) ? seconds : uptimeSeconds;
        } else if (seconds >= MOST_UPTIME_SECONDS) {
            epochSeconds = Double.isNaN(epochSeconds) ? seconds : epochSeconds;
        }
        return !Double.isNaN(seconds);
    }

    private void number(String line, int from, int to) {
        double value = decimal(line, from, to);
        if (numbers++ == 0 && value < Integer.MAX_VALUE) {
            pid = (long) value;
        }
    }

    /** Parses the stamps before the first bracket of a line of JDK 8. */
    private void legacy(String line) {
        int at = 0;
        if (line.length() > DATE_LENGTH && line.charAt(4) == '-' && isDigit(line.charAt(0))) {
            int end = line.indexOf(": ", DATE_LENGTH);
            if (end < 0 || end > MOST_DECORATION) {
                return;
            }
            epochSeconds = date(line, 0, end);
            at = end + 2;
        }
        int end = at;
        while (end < line.length() && (isDigit(line.charAt(end)) || isPoint(line.charAt(end)))) {
            end++;
        }
        if (end > at && line.startsWith(": ", end)) {
            uptimeSeconds = decimal(line, at, end);
        }
    }

    /** Parses a date such as 2026-11-27T11:13:13.451+0100; NaN if the text is no date. */
    private static double date(String line, int from, int to) {
        try {
            LocalDateTime time =
                    LocalDateTime.parse(line.substring(from, from + DATE_LENGTH).replace(',', '.'));
            ZoneOffset offset =
                    from + DATE_LENGTH < to
                            ? ZoneOffset.of(line.substring(from + DATE_LENGTH, to))
                            : ZoneOffset.UTC;
            return time.toInstant(offset).toEpochMilli() * 1e-3;
        } catch (java.time.DateTimeException _) {
            return Double.NaN;
        }
    }

    private static double decimal(String line, int from, int to) {
        if (to - from > 24) {
            return Double.NaN;
        }
        try {
            return Double.parseDouble(line.substring(from, to).replace(',', '.'));
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isPoint(char c) {
        return c == '.' || c == ',';
    }
}
