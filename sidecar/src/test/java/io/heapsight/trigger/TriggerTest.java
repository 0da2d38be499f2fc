/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TriggerTest {
    @Test
    void rulesAreSeparatedByCommas() {
        assertThat(
                        Trigger.parseAll(
                                "container_memory>90%:histogram, old_after_gc > 85 % : garbage"))
                .containsExactly(
                        new Trigger(TriggerSignal.CONTAINER_MEMORY, 90, TriggerAction.HISTOGRAM),
                        new Trigger(TriggerSignal.OLD_AFTER_GC, 85, TriggerAction.GARBAGE));
        assertThat(Trigger.parseAll("")).isEmpty();
    }

    @Test
    void rulesAreSpelledAsTheyAreParsed() {
        for (TriggerSignal signal : TriggerSignal.values()) {
            for (TriggerAction action : TriggerAction.values()) {
                Trigger trigger = new Trigger(signal, 7, action);
                assertThat(Trigger.parseAll(trigger.toString())).containsExactly(trigger);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "heap>90%",
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
        assertThatThrownBy(() -> Trigger.parseAll(text))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
