/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import io.heapsight.unit.VisibleText;

/**
 * A word, an operator or a parenthesis of a query.
 *
 * @param text without quotes
 * @param column its first column, from 1
 */
record Token(Kind kind, String text, int column) {
    private static final int LONGEST_SHOWN = 40;

    /** The kind of a token. */
    enum Kind {
        WORD,
        QUOTED,
        OPERATOR,
        OPEN,
        CLOSE,
        END
    }

    /** Returns whether the token is this keyword, ignoring case. */
    boolean is(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    /** Returns whether the token can be the name of a class. */
    boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED;
    }

    /** Returns the exception for a query that has this token where it needs another text. */
    QuerySyntaxException expected(String what) {
        return wrong("expected " + what + ", found " + shown());
    }

    QuerySyntaxException wrong(String reason) {
        return new QuerySyntaxException(column, reason);
    }

    private String shown() {
        if (kind == Kind.END) {
            return "the end";
        }
        String cut = text.length() > LONGEST_SHOWN ? text.substring(0, LONGEST_SHOWN) + "…" : text;
        return '"' + VisibleText.of(cut) + '"';
    }
}
