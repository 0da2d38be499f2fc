/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TerminalWriterTest {
    private static final String CLASS = "com.acme.warehouse.inventory.OrderLineRepository";

    private static String written(String text, int width) throws IOException {
        StringWriter out = new StringWriter();
        try (TerminalWriter lines = new TerminalWriter(out, width, false)) {
            lines.write(text);
        }
        return out.toString();
    }

    @Test
    void nameInTheLastColumnIsShortenedInTheMiddle() throws IOException {
        String table =
                """
                 num     #instances         #bytes  class name (module)
                   1:        123456        9876543  %s
                   2:             3             72  int[]
                """
                        .formatted(CLASS);
        assertThat(written(table, 70))
                .isEqualTo(
                        """
                         num     #instances         #bytes  class name (module)
                           1:        123456        9876543  com.acme.wa…ry.OrderLineRepository
                           2:             3             72  int[]
                        """);
        assertThat(written(table, 200)).isEqualTo(table);
    }

    @Test
    void columnsAfterAShortenedOneStayInLine() throws IOException {
        String table =
                """
                CLASS                                             BYTES  OWNER
                %s   1024  me
                int[]                                             98304  you
                """
                        .formatted(CLASS);
        assertThat(written(table, 50))
                .isEqualTo(
                        """
                        CLASS                                 BYTES  OWNER
                        com.acme.wa…tory.OrderLineRepository   1024  me
                        int[]                                 98304  you
                        """);
    }

    @Test
    void figuresAndSentencesAreNeverShortened() throws IOException {
        String table =
                """
                POD     LIMIT                            WHY
                shop-1  1234567890.1234567890123456789  97 % of its memory limit; a pause of 1.2 s
                """;
        assertThat(written(table, 40)).isEqualTo(table);
    }

    @Test
    void linesThatMayBeCopiedStay() throws IOException {
        String text =
                """
                one-target:
                    kubectl heapsight dump shop -o /var/lib/heapsight/dumps/shop-2026-11-28.hprof
                   change: -XX:HeapDumpPath=/var/lib/heapsight/dumps/shop-2026-11-28.hprof
                """;
        assertThat(written(text, 40)).isEqualTo(text);
    }

    @Test
    void eachTableHasItsOwnColumns() throws IOException {
        String text = "a  " + CLASS + "\n\nsize   1\n" + CLASS + "  2";
        assertThat(written(text, 40).lines())
                .containsExactly(
                        "a  com.acme.war…tory.OrderLineRepository", "", "size   1", CLASS + "  2");
    }

    @Test
    void lastLineMayHaveNoEnd() throws IOException {
        assertThat(written("a", 80)).isEqualTo("a");
    }
}
