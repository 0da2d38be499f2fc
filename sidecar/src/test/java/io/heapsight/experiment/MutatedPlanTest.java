/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.Mutants;
import io.heapsight.unit.ProblemException;
import io.heapsight.yaml.YamlException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Mutated plans: each is valid, or refused with the line. */
class MutatedPlanTest {
    private static final Pattern DOCUMENTED = Pattern.compile("(?s)```yaml\n(target:.*?)```");

    @Test
    void mutatedPlansAreReadOrRefusedWithTheLine() throws IOException {
        List<String> plans =
                DOCUMENTED
                        .matcher(Files.readString(Path.of("../docs/experiments.md")))
                        .results()
                        .map(plan -> plan.group(1))
                        .toList();
        assertThat(plans).hasSizeGreaterThan(1);
        Mutants.ofTexts(plans)
                .areReadOrRefused(
                        MutatedPlanTest::read,
                        List.of(YamlException.class, ProblemException.class));
    }

    private static void read(byte[] yaml) throws Exception {
        try {
            ExperimentPlan plan = PlanReader.read(new String(yaml, StandardCharsets.UTF_8));
            assertThat(plan.turns()).isNotEmpty();
            assertThat(plan.length()).isPositive();
            StepRestrictions.ofApi(List.of("shop")).check(plan);
        } catch (YamlException e) {
            assertThat(e).hasMessageStartingWith("line ");
            throw e;
        }
    }
}
