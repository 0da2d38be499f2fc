/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import io.heapsight.explore.query.HeapQuery.Grouping;
import io.heapsight.explore.query.HeapQuery.Ordering;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parses a whole query: conditions, then the clauses in any order, each at most once. */
final class QueryParser {
    private static final String CLAUSES = "sort by, group by, limit";
    private static final String OBJECTS = "objects";

    private final String text;
    private final TokenReader tokens;
    private Optional<Grouping> grouping = Optional.empty();
    private Optional<Ordering> ordering = Optional.empty();
    private OptionalInt limit = OptionalInt.empty();

    /** The key by which objects or groups are ordered. */
    private @Nullable Token sortKey;

    QueryParser(String text, List<Token> tokens) {
        this.text = text;
        this.tokens = new TokenReader(tokens);
    }

    HeapQuery query() {
        if (tokens.peek().kind() == Token.Kind.END) {
            throw tokens.peek().expected("a condition, such as class = com.acme.Order");
        }
        Optional<QueryCondition> where =
                isClause(tokens.peek())
                        ? Optional.empty()
                        : Optional.of(new ConditionParser(tokens).condition());
        while (tokens.peek().kind() != Token.Kind.END) {
            clause(tokens.next());
        }
        checkSortKey();
        return new HeapQuery(text, where, grouping, ordering.orElse(Ordering.USUAL), limit);
    }

    private static boolean isClause(Token token) {
        return token.is("sort") || token.is("group") || token.is("limit");
    }

    private void clause(Token first) {
        if (first.is("sort") && ordering.isEmpty()) {
            by();
            ordering = Optional.of(ordering());
        } else if (first.is("group") && grouping.isEmpty()) {
            by();
            grouping = Optional.of(grouping());
        } else if (first.is("limit") && limit.isEmpty()) {
            limit = OptionalInt.of(limit());
        } else if (isClause(first)) {
            throw first.wrong(first.text() + " is repeated");
        } else {
            throw first.expected("and, or, " + CLAUSES + " or the end");
        }
    }

    private void by() {
        if (!tokens.take("by")) {
            throw tokens.peek().expected("by");
        }
    }

    private Ordering ordering() {
        Token key = tokens.next();
        sortKey = key;
        Optional<ObjectFigure> figure = ObjectFigure.of(key);
        if (figure.isEmpty() && !key.is(OBJECTS)) {
            throw key.expected("one of " + ObjectFigure.NAMES + ", " + OBJECTS);
        }
        boolean ascending = figure.equals(Optional.of(ObjectFigure.ADDRESS));
        if (tokens.take("asc")) {
            ascending = true;
        } else if (tokens.take("desc")) {
            ascending = false;
        }
        return new Ordering(figure, ascending);
    }

    private Grouping grouping() {
        Token name = tokens.next();
        for (Grouping each : Grouping.values()) {
            if (name.is(each.name())) {
                return each;
            }
        }
        throw name.expected(
                List.of(Grouping.values()).stream()
                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ", "one of ", "")));
    }

    private int limit() {
        Token number = tokens.next();
        Optional<Long> rows = LiteralParser.whole(number);
        if (rows.isEmpty() || rows.get() < 1 || rows.get() > HeapQuery.MOST_ROWS) {
            throw number.expected("a number of rows from 1 to %,d".formatted(HeapQuery.MOST_ROWS));
        }
        return Math.toIntExact(rows.get());
    }

    /** Refuses sort keys that groups lack: groups have a number of objects and sums of bytes. */
    private void checkSortKey() {
        if (sortKey == null) {
            return;
        }
        List<String> possible = new ArrayList<>(List.of("retained", "shallow"));
        if (grouping.isPresent()) {
            possible.add(OBJECTS);
        } else if (!sortKey.is(OBJECTS)) {
            return;
        }
        if (grouping.isEmpty()) {
            throw sortKey.expected("one of " + ObjectFigure.NAMES + " without group by");
        }
        if (possible.stream().noneMatch(sortKey::is)) {
            throw sortKey.expected("one of " + String.join(", ", possible) + " for groups");
        }
    }
}
