/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.List;

/** Hands out the tokens of a query, one after the other. */
final class TokenReader {
    private final List<Token> tokens;
    private int at;

    TokenReader(List<Token> tokens) {
        this.tokens = tokens;
    }

    /** The next one, which stays; at the end {@link Token.Kind#END}. */
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

    /** Goes on when the next one is a word of the language. */
    boolean take(String keyword) {
        boolean taken = peek().is(keyword);
        at += taken ? 1 : 0;
        return taken;
    }
}
