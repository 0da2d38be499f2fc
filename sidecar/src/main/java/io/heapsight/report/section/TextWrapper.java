/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.section;

import java.util.List;
import java.util.stream.Stream;

/** Wraps sentences for a terminal; removes line breaks in untrusted text. */
public final class TextWrapper {
    /** The default width of a terminal. */
    public static final int WIDTH = 80;

    private TextWrapper() {}

    /**
     * Wraps at blanks, but not within a "key: value" that fits on a line. Indents further lines by
     * the width of the prefix. Never splits words, which users may copy.
     */
    public static void wrap(StringBuilder out, String prefix, String text) {
        wrap(out, prefix, text, WIDTH);
    }

    public static void wrap(StringBuilder out, String prefix, String text, int width) {
        StringBuilder line = new StringBuilder(prefix);
        boolean fresh = true;
        for (String word : words(SectionText.oneLine(text), width - prefix.length())) {
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

    private static List<String> words(String text, int room) {
        return Stream.of(text.split("(?<!:) ", -1))
                .flatMap(it -> it.length() > room ? Stream.of(it.split(" ", -1)) : Stream.of(it))
                .toList();
    }
}
