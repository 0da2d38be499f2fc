/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import io.heapsight.unit.VisibleText;

/**
 * A word, an operator or a parenthesis of a query.
 *
 * @param text of a quoted word without its quotes
 * @param column where it begins, from 1 on
 */
record Token(Kind kind, String text, int column) {
    private static final int LONGEST_SHOWN = 40;

    /** What a token is. */
    enum Kind {
        WORD,
        QUOTED,
        OPERATOR,
        OPEN,
        CLOSE,
        END
    }

    /** Whether it is a word of the language, in capitals or not. */
    boolean is(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    /** Whether it can be the name of a class. */
    boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED;
    }

    /** That something else should be in its place. */
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
