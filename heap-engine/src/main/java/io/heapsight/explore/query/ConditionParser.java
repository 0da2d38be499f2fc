/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Parses conditions by recursive descent: or, and, not, a single condition. */
final class ConditionParser {
    private static final int DEEPEST = 50;
    private static final int MOST_CONDITIONS = 100;
    private static final String FIELD = "field.";
    private static final String ANY =
            "a condition: class, package, loader, "
                    + ObjectFigure.NAMES
                    + ", field.NAME, reachable,"
                    + " garbage, not or (";

    private final TokenReader tokens;
    private int depth;
    private int conditions;

    ConditionParser(TokenReader tokens) {
        this.tokens = tokens;
    }

    QueryCondition condition() {
        List<QueryCondition> parts = new ArrayList<>();
        do {
            parts.add(both());
        } while (tokens.take("or"));
        return parts.size() == 1 ? parts.getFirst() : new QueryCondition.Or(List.copyOf(parts));
    }

    private QueryCondition both() {
        List<QueryCondition> parts = new ArrayList<>();
        do {
            parts.add(single());
        } while (tokens.take("and"));
        return parts.size() == 1 ? parts.getFirst() : new QueryCondition.And(List.copyOf(parts));
    }

    private QueryCondition single() {
        Token first = tokens.next();
        if (first.is("not")) {
            descend(first);
            QueryCondition negated = single();
            depth--;
            return new QueryCondition.Not(negated);
        }
        if (first.kind() == Token.Kind.OPEN) {
            descend(first);
            QueryCondition inner = condition();
            if (tokens.peek().kind() != Token.Kind.CLOSE) {
                throw tokens.peek().expected("and, or, or the ) for column " + first.column());
            }
            tokens.next();
            depth--;
            return inner;
        }
        if (++conditions > MOST_CONDITIONS) {
            throw first.wrong("a query has %d conditions at most".formatted(MOST_CONDITIONS));
        }
        return test(first);
    }

    private void descend(Token at) {
        if (++depth > DEEPEST) {
            throw at.wrong("conditions are nested %d deep at most".formatted(DEEPEST));
        }
    }

    private QueryCondition test(Token first) {
        if (first.is("reachable")) {
            return new QueryCondition.Reachable();
        }
        if (first.is("garbage")) {
            return new QueryCondition.Not(new QueryCondition.Reachable());
        }
        if (first.is("class")) {
            return ofClass();
        }
        if (first.is("package")) {
            boolean negated = isNegated();
            return negated(
                    negated, new QueryCondition.PackageNamed(pattern("the name of a package")));
        }
        if (first.is("loader")) {
            boolean negated = isNegated();
            return negated(negated, ofLoader());
        }
        Optional<ObjectFigure> figure = ObjectFigure.of(first);
        return figure.isPresent() ? ofFigure(figure.get()) : ofField(first);
    }

    private static QueryCondition negated(boolean isNegated, QueryCondition condition) {
        return isNegated ? new QueryCondition.Not(condition) : condition;
    }

    /** Reads = or !=. */
    private boolean isNegated() {
        Token operator = tokens.next();
        ComparisonOperator comparison = comparison(operator, "= or !=");
        if (!comparison.isEquality()) {
            throw operator.expected("= or !=");
        }
        return comparison == ComparisonOperator.NOT_EQUAL;
    }

    private static ComparisonOperator comparison(Token operator, String expected) {
        return Optional.of(operator)
                .filter(each -> each.kind() == Token.Kind.OPERATOR)
                .flatMap(each -> ComparisonOperator.of(each.text()))
                .orElseThrow(() -> operator.expected(expected));
    }

    private QueryCondition ofClass() {
        if (tokens.take("under")) {
            Token name = tokens.peek();
            String packageName = pattern("the name of a package").text();
            if (packageName.indexOf('*') >= 0) {
                throw name.expected("the name of a package without *");
            }
            return new QueryCondition.ClassUnder(packageName);
        }
        if (tokens.take("extends")) {
            return new QueryCondition.ClassExtends(pattern("the name of a class"));
        }
        Token operator = tokens.next();
        ComparisonOperator comparison = comparison(operator, "=, !=, under or extends");
        if (!comparison.isEquality()) {
            throw operator.expected("=, !=, under or extends");
        }
        return negated(
                comparison == ComparisonOperator.NOT_EQUAL,
                new QueryCondition.ClassNamed(
                        pattern("the name of a class, such as com.acme.Order or int[]")));
    }

    private NamePattern pattern(String what) {
        Token name = tokens.next();
        if (!name.isName()) {
            throw name.expected(what);
        }
        NamePattern pattern = new NamePattern(name.text());
        if (pattern.wildcards() > NamePattern.MOST_WILDCARDS) {
            throw name.wrong("a name has %d * at most".formatted(NamePattern.MOST_WILDCARDS));
        }
        return pattern;
    }

    private QueryCondition ofLoader() {
        Token loader = tokens.peek();
        if (tokens.take("boot")) {
            return new QueryCondition.LoaderAt(0);
        }
        Optional<Long> address = LiteralParser.address(loader);
        if (address.isPresent()) {
            tokens.next();
            return new QueryCondition.LoaderAt(address.get());
        }
        return new QueryCondition.LoaderNamed(
                pattern("boot, the address of a class loader (0x…) or the name of its class"));
    }

    private QueryCondition ofFigure(ObjectFigure figure) {
        ComparisonOperator comparison = comparison(tokens.next(), "=, !=, <, <=, > or >=");
        Token number = tokens.next();
        long with =
                figure == ObjectFigure.ADDRESS
                        ? LiteralParser.address(number)
                                .orElseThrow(() -> number.expected("an address (0x…)"))
                        : LiteralParser.whole(number)
                                .orElseThrow(() -> number.expected(LiteralParser.NUMBER));
        return new QueryCondition.Compared(figure, comparison, with);
    }

    private QueryCondition ofField(Token first) {
        boolean isField =
                first.kind() == Token.Kind.WORD
                        && first.text().length() > FIELD.length()
                        && first.text().regionMatches(true, 0, FIELD, 0, FIELD.length());
        if (!isField) {
            throw first.expected(ANY);
        }
        Token operator = tokens.next();
        ComparisonOperator comparison = comparison(operator, "=, !=, <, <=, > or >=");
        Token value = tokens.next();
        QueryLiteral with =
                LiteralParser.fieldValue(value)
                        .orElseThrow(() -> value.expected(LiteralParser.FIELD_VALUE));
        if (!comparison.isEquality() && !with.isOrdered()) {
            throw operator.expected("= or != before " + value.text());
        }
        return new QueryCondition.FieldCompared(
                first.text().substring(FIELD.length()), comparison, with);
    }
}
