/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.ArrayList;
import java.util.List;

/** Splits a query into tokens. */
final class Lexer {
    private static final String END_OF_WORD = "()=!<>\"'";

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Lexer(String text) {
        this.text = text;
    }

    /**
     * The tokens of a query; {@link Token.Kind#END} is the last.
     *
     * @throws QuerySyntaxException if a part of the query is not a token
     */
    static List<Token> tokens(String query) {
        Lexer lexer = new Lexer(query);
        while (lexer.at < query.length()) {
            lexer.next();
        }
        lexer.add(Token.Kind.END, "", query.length());
        return lexer.tokens;
    }

    private void add(Token.Kind kind, String word, int from) {
        tokens.add(new Token(kind, word, from + 1));
    }

    private void next() {
        char first = text.charAt(at);
        int from = at;
        if (Character.isWhitespace(first)) {
            at++;
            return;
        }
        switch (first) {
            case '(' -> add(Token.Kind.OPEN, text.substring(at, ++at), from);
            case ')' -> add(Token.Kind.CLOSE, text.substring(at, ++at), from);
            case '=', '!', '<', '>' -> operator(from);
            case '"', '\'' -> quoted(first, from);
            default -> word(from);
        }
    }

    private void operator(int from) {
        at++;
        if (text.charAt(from) != '=' && at < text.length() && text.charAt(at) == '=') {
            at++;
        }
        add(Token.Kind.OPERATOR, text.substring(from, at), from);
    }

    private void quoted(char quote, int from) {
        int end = text.indexOf(quote, from + 1);
        if (end < 0) {
            throw new QuerySyntaxException(from + 1, "this quote has no end");
        }
        add(Token.Kind.QUOTED, text.substring(from + 1, end), from);
        at = end + 1;
    }

    private void word(int from) {
        while (at < text.length()
                && !Character.isWhitespace(text.charAt(at))
                && END_OF_WORD.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        add(Token.Kind.WORD, text.substring(from, at), from);
    }
}
