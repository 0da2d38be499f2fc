/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A query for objects of a heap.
 *
 * @param text the text of the query
 * @param where the condition on objects; empty for all objects
 * @param limit maximum number of rows; empty if the query has no limit
 */
public record HeapQuery(
        String text,
        Optional<QueryCondition> where,
        Optional<Grouping> grouping,
        Ordering ordering,
        OptionalInt limit) {
    /** Maximum number of characters of a query. */
    public static final int LONGEST = 10_000;

    /** Maximum limit of rows in a query. */
    public static final int MOST_ROWS = 100_000;

    /**
     * Parses a query.
     *
     * @throws QuerySyntaxException if it is wrong, or exceeds the limits of a query
     */
    public static HeapQuery parse(String text) {
        if (text.length() > LONGEST) {
            throw new QuerySyntaxException(
                    LONGEST + 1,
                    "expected the end: a query has %,d characters at most".formatted(LONGEST));
        }
        return new QueryParser(text, Lexer.tokens(text)).query();
    }
}
