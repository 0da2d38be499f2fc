/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.Locale;

/**
 * Text from outside, made fit for a terminal: control characters, line ends, and marks that change
 * the direction of writing are shown as <code>&#92;u001b</code>. Text without them stays as it is.
 */
public final class VisibleText {
    private VisibleText() {}

    /** All of it. */
    public static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isHidden(text.charAt(i))) {
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
    public static boolean isHidden(char c) {
        if (c < 0x7f) {
            return c < ' ';
        }
        return c <= 0x9f
                || c == 0x061c
                || (c >= 0x200b && c <= 0x200f)
                || (c >= 0x2028 && c <= 0x202e)
                || (c >= 0x2060 && c <= 0x2069)
                || c == 0xfeff;
    }

    /** As in the source of Java. */
    public static String escape(char c) {
        return String.format(Locale.ROOT, "\\u%04x", (int) c);
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isHidden(c)) {
                out.append(escape(c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
