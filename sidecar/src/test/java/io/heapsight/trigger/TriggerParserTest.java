/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TriggerParserTest {
    private static Condition.Beyond above(RuleFigure figure, boolean ofMax, int percent) {
        return new Condition.Beyond(
                figure, Condition.Side.ABOVE, percent / 100.0, ofMax, percent + "%", Duration.ZERO);
    }

    @Test
    void rulesAreSeparatedByCommas() {
        assertThat(
                        TriggerParser.parseAll(
                                "container_memory>90%:histogram, old_after_gc > 85 % : garbage"))
                .containsExactly(
                        new Rule(
                                "container_memory>90%:histogram",
                                "",
                                above(RuleFigure.CONTAINER_MEMORY, true, 90),
                                List.of(TriggerAction.HISTOGRAM),
                                FiringLimits.NONE,
                                0),
                        new Rule(
                                "old_after_gc>85%:garbage",
                                "",
                                above(RuleFigure.OLD_AFTER_GC, false, 85),
                                List.of(TriggerAction.GARBAGE),
                                FiringLimits.NONE,
                                0));
        assertThat(TriggerParser.parseAll("")).isEmpty();
    }

    @Test
    void memoryIsThatOfTheContainer() {
        assertThat(TriggerParser.parseAll("memory>90%:histogram"))
                .isEqualTo(TriggerParser.parseAll("container_memory>90%:histogram"));
    }

    @Test
    void rulesRoundTrip() {
        for (String signal :
                List.of(
                        "container_memory",
                        "container_memory_next",
                        "heap",
                        "old_after_gc",
                        "metaspace",
                        "gc_overhead")) {
            for (TriggerAction action : TriggerAction.values()) {
                if (!action.takes()) {
                    continue;
                }
                String text = signal + ">7%:" + action.label();
                Rule trigger = TriggerParser.parseAll(text).getFirst();
                assertThat(trigger).hasToString(text);
                assertThat(trigger.caller()).isEqualTo("trigger " + signal + ">7%");
                assertThat(Condition.parse(trigger.condition().toString()))
                        .isEqualTo(trigger.condition());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "heap>90%",
                "heap>90%:upload",
                "heap>90%:webhook",
                "heap>0%:histogram",
                "heap>101%:histogram",
                "heap<90%:histogram",
                "heap>90:histogram",
                "stack>90%:histogram",
                "heap>90%:panic",
                "heap>90%:histogram,heap>90%:histogram",
                "HEAP>90%:histogram"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> TriggerParser.parseAll(text))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
