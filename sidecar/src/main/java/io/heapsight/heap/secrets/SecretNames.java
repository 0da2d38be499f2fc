/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

import java.util.List;
import java.util.Optional;

/** Knows what fields and keys are called that hold secrets. */
final class SecretNames {
    private static final String TOKEN = "token";

    /** As they stand without capitals and punctuation. */
    private static final List<String> WORDS =
            List.of(
                    "password",
                    "passwd",
                    "passphrase",
                    "secretaccesskey",
                    "secretkey",
                    "secret",
                    TOKEN,
                    "apikey");

    private static final int LEAST_TOKEN = 8;

    private SecretNames() {}

    /** With which of the words a name ends, such as {@code spring.datasource.password}. */
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

    /** Whether a text may be what a field or key says that it holds. */
    static boolean isValue(String name, String text) {
        return !Placeholders.is(text)
                && !plain(name).equals(plain(text))
                && (!word(name).equals(Optional.of(TOKEN)) || isToken(text));
    }

    /** The same of a constant, which may well be a key: {@code PASSWORD = "db.password"}. */
    static boolean isValueOfConstant(String name, String text) {
        return isValue(name, text)
                && !plain(text).endsWith(plain(name))
                && !plain(name).endsWith(plain(text));
    }

    /** Parsers have tokens, too. */
    private static boolean isToken(String text) {
        return text.length() >= LEAST_TOKEN && text.chars().noneMatch(Character::isWhitespace);
    }
}
