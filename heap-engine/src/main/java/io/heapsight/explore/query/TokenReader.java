/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.List;

/** Reads the tokens of a query in order. */
final class TokenReader {
    private final List<Token> tokens;
    private int at;

    TokenReader(List<Token> tokens) {
        this.tokens = tokens;
    }

    /** The next token, without taking it; at the end {@link Token.Kind#END}. */
    Token peek() {
        return tokens.get(at);
    }

    Token next() {
        Token next = tokens.get(at);
        if (next.kind() != Token.Kind.END) {
            at++;
        }
        return next;
    }

    /** Takes the next token if it is a keyword; returns whether it was. */
    boolean take(String keyword) {
        boolean taken = peek().is(keyword);
        at += taken ? 1 : 0;
        return taken;
    }
}
