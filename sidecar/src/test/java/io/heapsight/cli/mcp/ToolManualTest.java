/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.http.route.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Compares the table of docs/mcp.md with the tools. */
class ToolManualTest {
    private static final Path MANUAL = Path.of("..", "docs", "mcp.md");
    private static final String HEAD = "| tool | parameters | answer |\n|---|---|---|\n";
    private static final Set<String> OF_ALL = Set.of("format", "characters");

    @Test
    void theTableHasEveryTool() throws IOException {
        String table =
                HEAD
                        + ToolList.ofSidecar(true).stream()
                                .map(ToolManualTest::row)
                                .collect(joining());
        String page = Files.readString(MANUAL);
        int begin = page.indexOf(HEAD);
        assertThat(begin).isPositive();
        String written = page.substring(begin, page.indexOf("\n\n", begin) + 1);
        if (System.getProperty("golden.update") != null) {
            Files.writeString(MANUAL, page.replace(written, table));
        } else {
            assertThat(written).as("-Dgolden.update rewrites it").isEqualTo(table);
        }
    }

    private static String row(Tool tool) {
        String takes =
                tool.parameters().stream()
                        .filter(each -> !OF_ALL.contains(each.name()))
                        .map(ToolManualTest::shown)
                        .collect(joining(", "));
        return "| `%s` | %s | %s%s |\n"
                .formatted(
                        tool.name(),
                        takes,
                        tool.cost().map(_ -> "costly: ").orElse(""),
                        tool.title());
    }

    private static String shown(Parameter<?> parameter) {
        return parameter.needed() ? "**" + parameter.name() + "**" : parameter.name();
    }
}
