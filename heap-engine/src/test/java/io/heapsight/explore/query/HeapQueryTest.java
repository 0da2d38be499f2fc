/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.heapsight.explore.query.HeapQuery.Grouping;
import io.heapsight.explore.query.HeapQuery.Ordering;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapQueryTest {
    private static QueryCondition condition(String query) {
        return HeapQuery.parse(query).where().orElseThrow();
    }

    private static QueryCondition named(String name) {
        return new QueryCondition.ClassNamed(new NamePattern(name));
    }

    private static QueryCondition compared(
            ObjectFigure figure, ComparisonOperator comparison, long with) {
        return new QueryCondition.Compared(figure, comparison, with);
    }

    @Test
    void parsesConditionsAndClauses() {
        HeapQuery query =
                HeapQuery.parse(
                        "class = java.util.HashMap and size > 1000 and retained > 1m"
                                + " sort by shallow asc limit 7");
        assertThat(query.where())
                .contains(
                        new QueryCondition.And(
                                List.of(
                                        named("java.util.HashMap"),
                                        compared(
                                                ObjectFigure.SIZE,
                                                ComparisonOperator.GREATER,
                                                1_000),
                                        compared(
                                                ObjectFigure.RETAINED,
                                                ComparisonOperator.GREATER,
                                                1 << 20))));
        assertThat(query.ordering())
                .isEqualTo(new Ordering(Optional.of(ObjectFigure.SHALLOW), true));
        assertThat(query.limit()).isEqualTo(OptionalInt.of(7));
        assertThat(query.grouping()).isEmpty();
    }

    @Test
    void precedenceIsNotAndOr() {
        assertThat(condition("reachable or not class = a and class != b"))
                .isEqualTo(
                        new QueryCondition.Or(
                                List.of(
                                        new QueryCondition.Reachable(),
                                        new QueryCondition.And(
                                                List.of(
                                                        new QueryCondition.Not(named("a")),
                                                        new QueryCondition.Not(named("b")))))));
        assertThat(condition("(reachable or garbage) AND class = a"))
                .isEqualTo(
                        new QueryCondition.And(
                                List.of(
                                        new QueryCondition.Or(
                                                List.of(
                                                        new QueryCondition.Reachable(),
                                                        new QueryCondition.Not(
                                                                new QueryCondition.Reachable()))),
                                        named("a"))));
    }

    @Test
    void spacesAroundOperatorsAreOptional() {
        assertThat(condition("length>=4k")).isEqualTo(condition("length  >=\n4k"));
        assertThat(condition("class='a b'")).isEqualTo(named("a b"));
    }

    @Test
    void parsesConditionsOnClassAndLoader() {
        assertThat(condition("class under com.acme"))
                .isEqualTo(new QueryCondition.ClassUnder("com.acme"));
        assertThat(condition("class extends a.B*"))
                .isEqualTo(new QueryCondition.ClassExtends(new NamePattern("a.B*")));
        assertThat(condition("package = com.*"))
                .isEqualTo(new QueryCondition.PackageNamed(new NamePattern("com.*")));
        assertThat(condition("loader = boot")).isEqualTo(new QueryCondition.LoaderAt(0));
        assertThat(condition("loader = 0xC0")).isEqualTo(new QueryCondition.LoaderAt(0xC0));
        assertThat(condition("loader != a.Loader"))
                .isEqualTo(
                        new QueryCondition.Not(
                                new QueryCondition.LoaderNamed(new NamePattern("a.Loader"))));
    }

    @ParameterizedTest
    @CsvSource({
        "field.a = null, Null[]",
        "field.a != 0xc0, Address[address=192]",
        "field.a < -2k, Whole[number=-2048]",
        "field.a >= 1.5, Decimal[number=1.5]",
        "field.a = true, Flag[value=true]",
        "field.a = 9223372036854775807, Whole[number=9223372036854775807]"
    })
    void valuesOfFields(String query, String value) {
        assertThat(((QueryCondition.FieldCompared) condition(query)).with()).hasToString(value);
    }

    @Test
    void parsesGroups() {
        HeapQuery query = HeapQuery.parse("group by loader sort by objects");
        assertThat(query.where()).isEmpty();
        assertThat(query.grouping()).contains(Grouping.LOADER);
        assertThat(query.ordering()).isEqualTo(new Ordering(Optional.empty(), false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 1 | expected a condition",
                "retained > | 11 | expected a number, such as 1000 or 4m, found the end",
                "retained > abc | 12 | expected a number",
                "retained ! 5 | 10 | expected =, !=, <, <=, > or >=, found \"!\"",
                "class < a | 7 | expected =, !=, under or extends",
                "class = | 8 | expected the name of a class",
                "class = a b | 11 | expected and, or, sort by, group by, limit or the end",
                "(class = a | 11 | expected and, or, or the ) for column 1",
                "class = a) | 10 | expected and, or, sort by",
                "klass = a | 1 | expected a condition: class, package",
                "field. = 1 | 1 | expected a condition: class, package",
                "field.a < null | 9 | expected = or != before null",
                "field.a = b | 11 | expected a number, an address",
                "class = \"a | 9 | this quote has no end",
                "loader > 5 | 8 | expected = or !=",
                "limit 0 | 7 | expected a number of rows from 1 to 100,000",
                "limit 1 limit 2 | 9 | limit is repeated",
                "sort retained | 6 | expected by",
                "sort by age | 9 | expected one of shallow, retained, length, size, address, objects",
                "sort by objects | 9 | without group by",
                "group by class sort by length | 24 | for groups",
                "group by name | 10 | expected one of class, package, loader",
                "address > 5 | 11 | expected an address",
                "class under a.* | 13 | without *",
                "class = * and class = ********* | 23 | a name has 8 * at most"
            })
    void mistakesAreToldWithTheirColumn(String query, int column, String reason) {
        assertThatExceptionOfType(QuerySyntaxException.class)
                .isThrownBy(() -> HeapQuery.parse(query))
                .satisfies(e -> assertThat(e.column()).isEqualTo(column))
                .satisfies(e -> assertThat(e.reason()).contains(reason))
                .withMessageStartingWith("column " + column + ": ");
    }

    @Test
    void largeQueriesFailFast() {
        for (String query :
                List.of(
                        "(".repeat(9_999),
                        "not ".repeat(2_400),
                        "reachable or ".repeat(700) + "garbage",
                        "=".repeat(9_999),
                        "a".repeat(1 << 20),
                        "class = a and ".repeat(100_000),
                        "class = '" + "a".repeat(9_000))) {
            assertTimeout(
                    Duration.ofSeconds(2),
                    () ->
                            assertThatExceptionOfType(QuerySyntaxException.class)
                                    .isThrownBy(() -> HeapQuery.parse(query))
                                    .satisfies(
                                            e -> assertThat(e.getMessage()).hasSizeLessThan(250)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a.B, a.B, true",
        "a.B, a.Bc, false",
        "*, a.B, true",
        "a.*, a.B, true",
        "a.*, b.B, false",
        "*Cache, a.MyCache, true",
        "*Cache, a.Caches, false",
        "a*b*c, aXbYbZc, true",
        "a*b*c, aXcYb, false",
        "*[], int[], true",
        "**a, ba, true"
    })
    void aStarStandsForAnyCharacters(String pattern, String name, boolean fits) {
        assertThat(new NamePattern(pattern).matches(name)).isEqualTo(fits);
    }
}
