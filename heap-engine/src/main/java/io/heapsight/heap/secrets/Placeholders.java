/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import java.util.Locale;
import java.util.Set;

/** Recognizes placeholders in the position of a secret. */
final class Placeholders {
    private static final Set<String> WORDS =
            Set.of("password", "passwd", "pass", "pwd", "null", "none");

    private Placeholders() {}

    /**
     * Whether a text is empty, a repeated character, a variable such as {@code ${…}} or the word
     * for a secret.
     */
    static boolean is(String text) {
        return text.isEmpty()
                || text.chars().allMatch(c -> c == text.charAt(0))
                || text.startsWith("${")
                || text.startsWith("#{")
                || (text.startsWith("{") && text.endsWith("}"))
                || (text.startsWith("<") && text.endsWith(">"))
                || WORDS.contains(text.toLowerCase(Locale.ROOT));
    }
}
