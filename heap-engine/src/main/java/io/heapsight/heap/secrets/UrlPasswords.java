/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

/** Finds passwords in URLs: JDBC, AMQP, HTTP and all others with a user before the host. */
final class UrlPasswords {
    private static final String ORACLE = "jdbc:oracle:thin:";
    private static final String PARAMETER = "password=";
    private static final int LONGEST = 1_024;

    private static final AsciiSet USER = AsciiSet.visibleBut(":/@?#\"'<>()[]{}|\\^`,;");
    private static final AsciiSet PASSWORD = AsciiSet.visibleBut("/@?#\"'<>\\");
    private static final AsciiSet URL = AsciiSet.visibleBut("\"'<>");
    private static final AsciiSet VALUE = AsciiSet.visibleBut("&;,\"'<>)}");

    private UrlPasswords() {}

    /** Whether a password follows, at the colon of {@code scheme://user:password@host}. */
    static boolean isBeforeHost(CharacterCursor text) {
        if (!text.has(0, "://") || !AsciiSet.ALPHANUMERIC.contains(text.at(-1))) {
            return false;
        }
        int user = text.run(3, USER, LONGEST);
        return text.at(3 + user) == ':' && isPasswordBeforeAt(text, 4 + user);
    }

    private static boolean isPasswordBeforeAt(CharacterCursor text, int from) {
        int length = text.run(from, PASSWORD, LONGEST);
        char host = text.at(from + length + 1);
        return text.at(from + length) == '@'
                && (AsciiSet.ALPHANUMERIC.contains(host) || host == '[' || host == '/')
                && !Placeholders.is(text.text(from, length));
    }

    /**
     * Whether a JDBC URL begins here with a password as parameter, or in the format of Oracle's
     * thin driver.
     */
    static boolean isInJdbcUrl(CharacterCursor text) {
        if (!text.has(0, "jdbc:")) {
            return false;
        }
        if (text.has(0, ORACLE)) {
            int user = text.run(ORACLE.length(), USER, LONGEST);
            int slash = ORACLE.length() + user;
            if (user > 0 && text.at(slash) == '/' && isPasswordBeforeAt(text, slash + 1)) {
                return true;
            }
        }
        int length = text.run(0, URL, LONGEST);
        for (int at = 1; at < length; at++) {
            int value = at + PARAMETER.length();
            if (text.hasIgnoringCase(at, PARAMETER)
                    && !AsciiSet.WORD.contains(text.at(at - 1))
                    && !Placeholders.is(text.text(value, text.run(value, VALUE, LONGEST)))) {
                return true;
            }
        }
        return false;
    }
}
