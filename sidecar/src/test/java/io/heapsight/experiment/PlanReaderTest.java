/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.run.GarbageCount;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanReaderTest {
    private static final String LEVELS =
            """
            target: Shop
            warmUp: 30s
            duration: 5m
            repetitions: 2
            garbage: true
            arms:
              - name: INFO
                switch:
                  url: http://localhost:8080/loggers
                  body: '{"level":"INFO"}'
              - name: WARN
                switch:
                  command: [set-level, WARN]
            """;

    @Test
    void planIsReadAsItStands() throws PlanException {
        Plan plan = PlanReader.read(LEVELS);

        assertThat(plan.target()).contains("Shop");
        assertThat(plan.warmUp()).isEqualTo(Duration.ofSeconds(30));
        assertThat(plan.duration()).isEqualTo(Duration.ofMinutes(5));
        assertThat(plan.garbage()).isEqualTo(GarbageCount.HISTOGRAMS);
        Step info =
                new Step.Request(
                        "POST",
                        URI.create("http://localhost:8080/loggers"),
                        "application/json",
                        "{\"level\":\"INFO\"}");
        assertThat(plan.arms())
                .containsExactly(
                        new Plan.Arm("INFO", info),
                        new Plan.Arm("WARN", new Step.Command(List.of("set-level", "WARN"))));
        assertThat(plan.restore()).as("the first arm's").isEqualTo(info);
        assertThat(plan.turns())
                .extracting(turn -> turn.run().text())
                .containsExactly("INFO#1", "WARN#1", "WARN#2", "INFO#2");
        assertThat(plan.length()).isEqualTo(Duration.ofMinutes(22));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "warmUp: 30s | warmup: 30s | line 2: unknown key \"warmup\": did you mean warmUp?",
                "duration: 5m | duration: 13h | line 3: \"13h\": out of bounds",
                "duration: 5m | duration: soon | line 3: \"soon\": not a duration",
                "repetitions: 2 | repetitions: 51 | line 4: \"51\": not a whole number from 1 to"
                        + " 50",
                "repetitions: 2 | garbage: true | line 5: \"garbage\": given twice",
                "name: WARN | name: W#1 | line 11: \"W#1\": not the name of an arm",
                "name: WARN | name: INFO | line 11: \"INFO\": there is another arm INFO",
                "url: http | url: ftp | line 9: \"ftp://localhost:8080/loggers\": not a URL",
                "localhost:8080 | me:pw@localhost | line 9:",
                "localhost:8080 | localhost:99999 | line 9:",
                "command: [set-level, WARN] | command: set | line 13: \"command\" is not a list",
                "command: [set-level, WARN] | body: x | line 13: a step has either a url or a"
                        + " command",
                "garbage: true | garbage: maybe | line 5: \"maybe\": not true, false or dump",
                "[set-level, WARN] | [set-level | not YAML"
            })
    void whatIsWrongIsSaidWithItsLine(String right, String wrong, String message) {
        String yaml = LEVELS.replaceFirst(Pattern.quote(right), wrong);

        assertThat(yaml).isNotEqualTo(LEVELS);
        assertThatThrownBy(() -> PlanReader.read(yaml))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(message);
    }

    @Test
    void mediaTypeIsOneLine() {
        String yaml = LEVELS.replaceFirst("body:", "contentType: \"a\\\\r\\\\nX: b\"\n      body:");

        assertThatThrownBy(() -> PlanReader.read(yaml))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("line 10:")
                .hasMessageContaining("not a media type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- "})
    void planThatIsNestedWithoutEndIsRefused(String opening) {
        assertThatThrownBy(() -> PlanReader.read(opening.repeat(15_000)))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("nested too deeply");
    }

    @Test
    void oneArmIsNoExperiment() {
        String one = LEVELS.substring(0, LEVELS.indexOf("  - name: WARN"));

        assertThatThrownBy(() -> PlanReader.read(one)).hasMessageContaining("2 to 5 arms, not 1");
        assertThatThrownBy(() -> PlanReader.read("")).hasMessage("line 1: it is empty");
        assertThatThrownBy(() -> PlanReader.read("- 1"))
                .hasMessage("line 1: not an experiment, which has keys and values");
    }

    @Test
    void stepWithBothAUrlAndACommandIsNone() {
        String both = LEVELS.replace("command:", "url: http://localhost/\n      command:");

        assertThatThrownBy(() -> PlanReader.read(both))
                .hasMessage("line 13: a step has either a url or a command");
    }

    @Test
    void exampleOfTheManualIsAPlan() throws IOException, PlanException {
        String manual = Files.readString(Path.of("..", "docs", "experiments.md"));
        int start = manual.indexOf("```yaml\n") + "```yaml\n".length();

        Plan plan = PlanReader.read(manual.substring(start, manual.indexOf("```", start)));

        assertThat(plan.arms()).extracting(Plan.Arm::name).containsExactly("INFO", "WARN");
        assertThat(plan.repetitions()).isEqualTo(4);
    }
}
