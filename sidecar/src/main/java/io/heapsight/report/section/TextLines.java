/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.section;

/** Wraps sentences for a terminal; removes line breaks in untrusted text. */
public final class TextLines {
    /** The default width of a terminal. */
    public static final int WIDTH = 80;

    private TextLines() {}

    /**
     * Wraps at blanks, but not within "key: value"; indents further lines to the prefix. Never
     * splits words, which users may copy.
     */
    public static void wrap(StringBuilder out, String prefix, String text) {
        wrap(out, prefix, text, WIDTH);
    }

    public static void wrap(StringBuilder out, String prefix, String text, int width) {
        StringBuilder line = new StringBuilder(prefix);
        boolean fresh = true;
        for (String word : SectionText.oneLine(text).split("(?<!:) ", -1)) {
            if (!fresh && line.length() + 1 + word.length() > width) {
                out.append(line).append('\n');
                line = new StringBuilder(" ".repeat(prefix.length()));
                fresh = true;
            }
            line.append(fresh ? "" : " ").append(word);
            fresh = false;
        }
        out.append(line).append('\n');
    }
}
