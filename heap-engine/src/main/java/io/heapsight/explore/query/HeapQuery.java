/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A query for objects of a heap.
 *
 * @param text as it was written
 * @param where what objects must meet; empty for all of them
 * @param limit rows at most; empty where the query does not say
 */
public record HeapQuery(
        String text,
        Optional<Condition> where,
        Optional<Grouping> grouping,
        Ordering ordering,
        OptionalInt limit) {
    /** Characters of a query. */
    public static final int LONGEST = 10_000;

    /** Rows that a query may ask for. */
    public static final int MOST_ROWS = 100_000;

    /**
     * Reads a query.
     *
     * @throws QuerySyntaxException when it is wrong, or larger than a query may be
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
