/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Recognizes the names of fields and keys that hold secrets. */
final class SecretNames {
    private static final String TOKEN = "token";
    private static final String API_KEY = "apikey";

    /** The known names, without capitals and punctuation. */
    private static final List<String> WORDS =
            List.of(
                    "password",
                    "passwd",
                    "passphrase",
                    "secretaccesskey",
                    "secretkey",
                    "secret",
                    TOKEN,
                    API_KEY);

    /** Names with values that are generated, not chosen by a person. */
    private static final Set<String> GENERATED = Set.of(TOKEN, API_KEY);

    private static final int SHORTEST = 4;

    /** The last character of a sentence or label. */
    private static final String ENDS = ".:?!";

    private SecretNames() {}

    /** The known word with which a name ends, such as {@code spring.datasource.password}. */
    static Optional<String> word(String name) {
        String plain = plain(name);
        return WORDS.stream().filter(plain::endsWith).findFirst();
    }

    private static String plain(String name) {
        StringBuilder plain = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isLetterOrDigit(c)) {
                plain.append(Character.toLowerCase(c));
            }
        }
        return plain.toString();
    }

    /** Whether a text may be a secret, in a field or under a key of this name. */
    static boolean isValue(String name, String text) {
        String plain = plain(text);
        return text.length() >= SHORTEST
                && !Placeholders.is(text)
                && !isMessage(text)
                && (plain.isEmpty() || !plain(name).endsWith(plain))
                && (!word(name).filter(GENERATED::contains).isPresent() || isGenerated(text));
    }

    /**
     * Like {@link #isValue}, for a constant, which may contain the key itself: {@code PASSWORD =
     * "db.password"}.
     */
    static boolean isValueOfConstant(String name, String text) {
        return isValue(name, text) && !plain(text).endsWith(plain(name));
    }

    /** Whether a text is a message about passwords for users. */
    private static boolean isMessage(String text) {
        return text.indexOf(' ') >= 0
                && (ENDS.indexOf(text.charAt(text.length() - 1)) >= 0 || text.contains("{0"));
    }

    /** Parsers have tokens, too, which are words without digits. */
    private static boolean isGenerated(String text) {
        return text.chars().anyMatch(Character::isDigit)
                && text.chars().noneMatch(Character::isWhitespace);
    }
}
