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

    /** The property by which a query groups objects. */
    public enum Grouping {
        /** Classes of one name, of all loaders. */
        CLASS,
        PACKAGE,
        /** The loaders that defined the objects' classes. */
        LOADER
    }

    /**
     * The order of objects or groups.
     *
     * @param figure empty for the number of objects, which only groups have
     */
    public record Ordering(Optional<ObjectFigure> figure, boolean isAscending) {
        /** The default order: by retained bytes, the largest first. */
        public static final Ordering USUAL =
                new Ordering(Optional.of(ObjectFigure.RETAINED), false);
    }

    /**
     * Parses a query.
     *
     * @throws QuerySyntaxException if the text is not a valid query, or exceeds its limits
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
