/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.yaml.YamlException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesReaderTest {
    @Test
    void malformedTagIsRefused() {
        assertThatThrownBy(() -> RulesReader.read("!%2"))
                .isInstanceOf(YamlException.class)
                .hasMessageContaining("line 1: not YAML");
    }

    @Test
    void everyKeyIsRead() throws Exception {
        assertThat(
                        RulesReader.read(
                                """
                                rules:
                                  - name: before-it-dies
                                    target: com.acme.*
                                    when: threads > 5
                                    actions: [histogram, heapdump]
                                    limits: {count: 2, window: 30m, coolDown: 10m, oncePerLife: true}
                                  - name: told
                                    when: on death
                                    actions: []
                                """))
                .containsExactly(
                        new Rule(
                                "before-it-dies",
                                "com.acme.*",
                                Condition.parse("threads > 5"),
                                List.of(TriggerAction.HISTOGRAM, TriggerAction.HEAPDUMP),
                                new FiringLimits(
                                        OptionalInt.of(2),
                                        Duration.ofMinutes(30),
                                        Optional.of(Duration.ofMinutes(10)),
                                        true),
                                2),
                        new Rule(
                                "told",
                                "",
                                new Condition.OnDeath(),
                                List.of(),
                                FiringLimits.NONE,
                                7));
    }

    /** A rule is one line here: the following text is its second one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name: a b, when: on start, actions: [] | line 2: \"a b\": not a rule name",
                "name: a, when: on start | line 2: \"actions\" is missing",
                "name: a, actions: [] | line 2: \"when\" is missing",
                "name: a, when: on start, action: [] | unknown key \"action\": did you mean actions?",
                "name: a, when: on start, actions: histogram | line 2: \"actions\" is not a list",
                "name: a, when: on start, actions: [histogramm] | did you mean histogram?",
                "name: a, when: on start, actions: [garbage, garbage] | \"garbage\": given twice",
                "name: a, when: on death, actions: [heapdump] | line 2: \"heapdump\": needs a running target",
                "name: a, when: threads > x, actions: [] | line 2: \"threads > x\": x is not the level",
                "name: a, when: on start, actions: [], target: '' | line 2: \"\": not a target",
                "name: a, when: on start, actions: [], limits: {window: 1h} | a window needs a count",
                "name: a, when: on start, actions: [], limits: {count: 0} | from 1 to 1000",
                "name: a, when: on start, actions: [], limits: {coolDown: 2d} | out of bounds",
                "name: a, when: on start, actions: [], limits: {oncePerLife: no} | not true or false",
            })
    void mistakesAreToldWithTheirLine(String rule, String reason) {
        assertThatThrownBy(() -> RulesReader.read("rules:\n- {" + rule + "}\n"))
                .isInstanceOf(YamlException.class)
                .hasMessageStartingWith("line 2: ")
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rules: [] | line 1: 1 to 50 rules, not 0",
                "rule: [] | line 1: unknown key \"rule\": did you mean rules?",
                "- a | line 1: not a rules file, which has keys and values",
                "rules: {a: b} | line 1: \"rules\" is not a list",
                "rules: [a] | line 1: not a rule, which has keys and values",
            })
    void whatIsNoFileOfRulesIsRefused(String yaml, String reason) {
        assertThatThrownBy(() -> RulesReader.read(yaml))
                .isInstanceOf(YamlException.class)
                .hasMessage(reason);
    }

    @Test
    void namesAreUnique() {
        assertThatThrownBy(
                        () ->
                                RulesReader.read(
                                        """
                                        rules:
                                        - {name: a, when: on start, actions: []}
                                        - {name: a, when: on death, actions: []}
                                        """))
                .hasMessage("line 3: \"a\": duplicate name");
    }

    @Test
    void aliasBombsAndDepthAreRefused() {
        assertThatThrownBy(() -> RulesReader.read("a: &a [x]\nrules: [*a, *a]\n"))
                .isInstanceOf(YamlException.class);
        assertThatThrownBy(() -> RulesReader.read("rules: " + "[".repeat(50_000)))
                .isInstanceOf(YamlException.class);
        assertThatThrownBy(() -> RulesReader.read("#".repeat(300_000)))
                .isInstanceOf(YamlException.class)
                .hasMessageContaining("longer than");
    }
}
