/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The size of a terminal.
 *
 * @param rows at least 2
 * @param columns at least 1
 */
public record TextScreen(int rows, int columns) {
    /** The size of the VT100, for a terminal of unknown size. */
    private static final TextScreen USUAL = new TextScreen(24, 80);

    private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,3}) ([1-9]\\d{0,3})\\s*");

    public TextScreen {
        if (rows < 2 || columns < 1) {
            throw new IllegalArgumentException(rows + " rows, " + columns + " columns");
        }
    }

    /** Returns the size of the process's terminal, by {@code stty size}. */
    static TextScreen current() {
        try {
            Process stty =
                    new ProcessBuilder("stty", "size")
                            .redirectInput(new File("/dev/tty"))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            try (var out = stty.getInputStream()) {
                return parse(new String(out.readAllBytes(), StandardCharsets.US_ASCII));
            }
        } catch (IOException _) {
            return USUAL;
        }
    }

    /** Parses rows and columns; a terminal that does not know them reports zeros. */
    static TextScreen parse(String size) {
        Matcher matcher = SIZE.matcher(size);
        return matcher.matches()
                ? new TextScreen(
                        Math.max(2, Integer.parseInt(matcher.group(1))),
                        Integer.parseInt(matcher.group(2)))
                : USUAL;
    }

    /**
     * Returns the lines that fit above the cursor's, long ones wrapped: more would scroll the first
     * ones away.
     */
    String firstLines(String text) {
        int free = rows - 1;
        int end = 0;
        while (end < text.length()) {
            int next = text.indexOf('\n', end) + 1;
            int taken = Math.max(1, Math.ceilDiv(next - 1 - end, columns));
            if (next == 0 || taken > free) {
                break;
            }
            free -= taken;
            end = next;
        }
        return text.substring(0, end);
    }
}
