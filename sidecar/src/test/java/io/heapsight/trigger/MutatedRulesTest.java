/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.Mutants;
import io.heapsight.yaml.YamlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mutated rules: each is valid, or refused with the line. */
class MutatedRulesTest {
    @Test
    void mutatedRulesAreReadOrRefusedWithTheLine() throws IOException {
        Mutants.ofTexts(DocumentedRules.all())
                .areReadOrRefused(MutatedRulesTest::read, List.of(YamlException.class));
    }

    private static void read(byte[] yaml) throws Exception {
        try {
            String text = new String(yaml, StandardCharsets.UTF_8);
            List<Rule> rules = RulesReader.read(text);
            assertThat(RulesSchemaTest.accepts(text)).as("the schema accepts it").isTrue();
            for (Rule rule : rules) {
                assertThat(Condition.parse(rule.condition().toString()))
                        .as("round trip")
                        .isEqualTo(rule.condition());
                assertThat(rule.condition().toString()).matches(Condition.pattern());
                assertThat(rule.line()).isPositive();
            }
        } catch (YamlException e) {
            assertThat(e).hasMessageStartingWith("line ");
            throw e;
        }
    }
}
