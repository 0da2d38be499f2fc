/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.code_intelligence.jazzer.mutation.annotation.NotNull;
import io.heapsight.trigger.Rule;
import io.heapsight.trigger.RulesReader;
import io.heapsight.yaml.YamlException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any text ends in rules or in the line and reason of the fault. */
class RulesFuzzTest {
    @MethodSource("files")
    @FuzzTest(maxDuration = "40s")
    void rulesAreReadOrRefused(@NotNull String file) {
        try {
            for (Rule rule : RulesReader.read(file)) {
                String again =
                        "rules: [{name: again, when: \"%s\", actions: []}]"
                                .formatted(rule.condition());
                List<Rule> read = RulesReader.read(again);
                if (!read.getFirst().condition().toString().equals(rule.condition().toString())) {
                    throw new AssertionError(rule.condition() + " is not what it says");
                }
            }
        } catch (YamlException e) {
            // The message quotes the input, not a class of ours.
            if (String.valueOf(e.getMessage()).contains("Exception")
                    && !file.contains("Exception")) {
                throw new AssertionError("names a class of ours", e);
            }
        }
    }

    /** One of each kind of condition. */
    static Stream<String> files() {
        return Stream.of(
                """
                rules:
                  - name: before-it-dies
                    target: "com.acme.*"
                    when: container.memory > 90% for 10s
                    actions: [histogram, threads, heapdump]
                    limits: {count: 2, window: 1h, coolDown: 10m, oncePerLife: false}
                """,
                "rules: [{name: a, when: allocation < 1m/s for 5m, actions: []}]",
                "rules: [{name: a, when: old_after_gc rising for 15m, actions: [garbage]}]",
                "rules: [{name: a, when: on start, actions: []}, {name: b, when: on death,"
                        + " actions: []}]");
    }
}
