/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import java.util.Map;

/** The capabilities of standard output. Everything but {@link #NONE} is a terminal. */
public enum Terminal {
    /** A file, a pipe or a socket: text stays as it is. */
    NONE,
    /** Columns fit its width, but it supports no escape sequences ({@code TERM=dumb}). */
    DUMB,
    /** It can be redrawn, but its user wants no colours ({@code NO_COLOR}). */
    PLAIN,
    /** Severities, verdicts and table headings are highlighted. */
    COLORED;

    /**
     * Returns the capabilities of standard output.
     *
     * @param isTerminal whether standard output is one
     * @see <a href="https://no-color.org">NO_COLOR</a>
     */
    public static Terminal of(boolean isTerminal, Map<String, String> environment) {
        if (!isTerminal) {
            return NONE;
        }
        if ("dumb".equals(environment.get("TERM"))) {
            return DUMB;
        }
        return environment.getOrDefault("NO_COLOR", "").isEmpty() ? COLORED : PLAIN;
    }

    /** Whether text can be redrawn in place. */
    boolean redraws() {
        return this == PLAIN || this == COLORED;
    }
}
