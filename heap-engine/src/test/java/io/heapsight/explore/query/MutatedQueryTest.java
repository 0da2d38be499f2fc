/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.Mutants;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mutated queries are parsed, or refused at an existing column. */
class MutatedQueryTest {
    private static final List<String> GOOD =
            List.of(
                    "class = com.acme.Order and size > 1000 and retained > 1m sort by retained",
                    "not (class under com.acme or package != com.*) group by package limit 5",
                    "field.next = null or field.id >= -4k and field.paid = true",
                    "loader = boot or loader != 0xc0a0 or loader = 'com.acme.Loader'",
                    "garbage and shallow <= 2g or length != 3 sort by length asc limit 100",
                    "class extends \"com.acme.Base\" group by loader sort by objects desc",
                    "((address >= 0xC0000000)) and not not reachable");

    @Test
    void mutatedQueriesAreParsedOrRefused() {
        Mutants.ofTexts(GOOD)
                .areReadOrRefused(
                        bytes -> read(new String(bytes, StandardCharsets.UTF_8)),
                        List.of(QuerySyntaxException.class));
    }

    private static void read(String query) {
        try {
            assertThat(HeapQuery.parse(query).text()).isEqualTo(query);
        } catch (QuerySyntaxException e) {
            assertThat(e.column()).isBetween(1, query.length() + 1);
            throw e;
        }
    }
}
