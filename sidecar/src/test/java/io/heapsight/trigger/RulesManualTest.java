/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.run.RunColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the manual's table of figures with the code, and reads its examples. */
class RulesManualTest {
    /** Counts of events: one is enough. */
    private static final Set<RuleFigure> RARE =
            Set.of(
                    RuleFigure.OOM_KILLS,
                    RuleFigure.MEMORY_HIGH,
                    RuleFigure.MEMORY_MAX,
                    RuleFigure.LIMIT_CHANGED);

    @Test
    void figuresAreDocumented() throws IOException {
        String manual = Files.readString(DocumentedRules.MANUAL);
        String table =
                Arrays.stream(RuleFigure.values())
                        .map(
                                figure ->
                                        "| `%s` | %s | %s | %s |\n"
                                                .formatted(
                                                        figure.label(),
                                                        level(figure),
                                                        figure.meaning(),
                                                        columns(figure)))
                        .collect(Collectors.joining());
        String head = "| figure | level | is | made from |\n|---|---|---|---|\n";
        int from = manual.indexOf(head) + head.length();
        int to = manual.indexOf("\n\n", from) + 1;
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(
                    DocumentedRules.MANUAL,
                    manual.substring(0, from) + table + manual.substring(to));
        } else {
            assertThat(manual.substring(from, to)).isEqualTo(table);
        }
    }

    /** Their names in samples and runs. */
    private static String columns(RuleFigure figure) {
        return Stream.concat(figure.fields().stream(), figure.max().stream())
                .map(field -> "`" + RunColumn.of(field).path() + "`")
                .collect(Collectors.joining(", "));
    }

    private static String level(RuleFigure figure) {
        String level =
                switch (figure.unit()) {
                    case SHARE -> "90%";
                    case BYTES -> "512m";
                    case BYTES_PER_SECOND -> "100m/s";
                    case DURATION -> "500ms";
                    case COUNT -> RARE.contains(figure) ? "0" : "2000";
                    case CORES -> "1.5";
                };
        return "`" + level + "`" + (figure.hasMax() ? ", `90%`" : "");
    }

    @Test
    void examplesAreRules() throws Exception {
        for (String file : DocumentedRules.all()) {
            assertThat(RulesReader.read(file)).isNotEmpty();
            assertThat(RulesSchemaTest.accepts(file)).as(file).isTrue();
        }
    }
}
