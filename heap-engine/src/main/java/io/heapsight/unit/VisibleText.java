/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.Locale;

/**
 * Makes text from outside safe to show on a terminal: control characters, line ends, and marks that
 * change the direction of writing are shown as <code>&#92;u001b</code>. Other text is unchanged.
 */
public final class VisibleText {
    private VisibleText() {}

    /** Escapes a whole text. */
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

    /** Escapes at most this many characters, and adds a hash of the whole text if it is longer. */
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

    /** Whether a terminal would interpret a character instead of showing it. */
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

    /** Returns whether a code point is an unpaired surrogate. */
    private static boolean isHalf(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    /** The escape of a character in Java source. */
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
