/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.util.regex.Pattern;

/**
 * The name of a run: {@code WARN}, or {@code WARN#2} for the second repetition of the arm WARN.
 * Safe as the name of a file.
 */
public record RunName(String text) implements Comparable<RunName> {
    /** The syntax of a name; a URL's path contains {@code %23} instead of {@code #}. */
    public static final String PATTERN = "[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}(#[0-9]{1,6})?";

    /** The syntax in words. */
    public static final String EXPECTED =
            "letters, digits, dots, dashes and underscores, and #1, #2, … for repetitions";

    private static final Pattern NAME = Pattern.compile(PATTERN);

    public RunName {
        if (!NAME.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "not a run name: \"%s\" (expected %s)".formatted(text, EXPECTED));
        }
    }

    /** Returns the arm: the name without the number of the repetition. */
    public String arm() {
        int number = text.indexOf('#');
        return number < 0 ? text : text.substring(0, number);
    }

    /** Returns the number of the repetition, or 0. */
    public int repetition() {
        int number = text.indexOf('#');
        return number < 0 ? 0 : Integer.parseInt(text, number + 1, text.length(), 10);
    }

    /** Orders by arm, then by number. */
    @Override
    public int compareTo(RunName other) {
        int byArm = arm().compareTo(other.arm());
        int byNumber = byArm != 0 ? byArm : Integer.compare(repetition(), other.repetition());
        return byNumber != 0 ? byNumber : text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
