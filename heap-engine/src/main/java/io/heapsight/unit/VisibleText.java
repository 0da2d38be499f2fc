/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.Locale;

/**
 * Makes text from outside safe to show on a terminal: control characters, line ends, and marks that
 * change the direction of writing are shown as <code>&#92;u001b</code>. Text without them stays as
 * it is.
 */
public final class VisibleText {
    private VisibleText() {}

    /** All of it. */
    public static String of(String text) {
        int length = 0;
        for (int i = 0; i < text.length(); i += length) {
            int c = text.codePointAt(i);
            length = Character.charCount(c);
            if (isHidden(c) || isHalf(c)) {
                return escaped(text);
            }
        }
        return text;
    }

    /** At most so many characters, and a hash of the whole where some are left out. */
    public static String of(String text, int mostCharacters) {
        if (text.length() <= mostCharacters) {
            return of(text);
        }
        String hash = String.format(Locale.ROOT, "…~%08x", text.hashCode());
        int kept = Math.max(0, mostCharacters - hash.length());
        if (kept > 0 && Character.isHighSurrogate(text.charAt(kept - 1))) {
            kept--;
        }
        return of(text.substring(0, kept)) + hash;
    }

    /** Whether a terminal would do something else with it than show it. */
    public static boolean isHidden(int c) {
        if (c < 0x7f) {
            return c < ' ';
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    true;
            default -> false;
        };
    }

    /** Half of a character beyond the first 65,536, without the other half. */
    private static boolean isHalf(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    /** As in the source of Java. */
    public static String escape(char c) {
        return String.format(Locale.ROOT, "\\u%04x", (int) c);
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints()
                .forEach(
                        c -> {
                            if (isHidden(c) || isHalf(c)) {
                                Character.toString(c)
                                        .chars()
                                        .forEach(each -> out.append(escape((char) each)));
                            } else {
                                out.appendCodePoint(c);
                            }
                        });
        return out.toString();
    }
}
