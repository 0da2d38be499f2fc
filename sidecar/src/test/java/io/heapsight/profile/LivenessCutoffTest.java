/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.PerfCounter;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LivenessCutoffTest {
    private static final Instant BEGIN = Instant.parse("2026-11-28T10:00:00Z");

    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private Instant now = BEGIN;
    private final LivenessCutoff watch = new LivenessCutoff(() -> now);

    private final Counters jvm =
            new Counters() {
                @Override
                public @Nullable PerfCounter find(String name) {
                    return null;
                }

                @Override
                public @Nullable String text(String name) {
                    return texts.get(name);
                }

                @Override
                public long number(String name, long absent) {
                    return numbers.getOrDefault(name, absent);
                }

                @Override
                public Collection<PerfCounter> all() {
                    return List.of();
                }
            };

    private void generationalZgc() {
        texts.put("sun.gc.generation.0.name", "young");
        texts.put("sun.gc.generation.1.name", "old");
        texts.put("sun.gc.cause", "No GC");
    }

    private void look(int second, String cause, int majorPauses) {
        now = BEGIN.plusSeconds(second);
        texts.put("sun.gc.cause", cause);
        numbers.put("sun.gc.collector.2.invocations", (long) majorPauses);
        watch.look(jvm);
    }

    @Test
    void cycleThatHasEndedDecidesOnObjectsOlderThanTheLastLookBeforeIt() {
        generationalZgc();
        look(0, "No GC", 10);
        look(1, "No GC", 10);
        look(2, "Proactive", 11);
        assertThat(watch.collectedAt()).contains(BEGIN);
        look(3, "Proactive", 14);
        assertThat(watch.collectedAt()).as("not before its end").contains(BEGIN);
        look(4, "No GC", 15);
        assertThat(watch.collectedAt()).contains(BEGIN.plusSeconds(1));
    }

    @Test
    void cycleBetweenTwoLooksCounts() {
        generationalZgc();
        look(0, "No GC", 10);
        look(5, "No GC", 15);
        assertThat(watch.collectedAt()).contains(BEGIN);
        look(6, "No GC", 20);
        assertThat(watch.collectedAt()).contains(BEGIN.plusSeconds(5));
    }

    @Test
    void cycleThatWasUnderWayAtTheBeginDecidesNothing() {
        generationalZgc();
        look(0, "Proactive", 12);
        look(1, "No GC", 15);
        assertThat(watch.collectedAt()).contains(BEGIN);
    }

    @Test
    void minorCyclesDecideNothing() {
        generationalZgc();
        look(0, "No GC", 10);
        numbers.put("sun.gc.collector.0.invocations", 3L);
        look(1, "No GC", 10);
        assertThat(watch.collectedAt()).contains(BEGIN);
    }

    @Test
    void pauseOfACollectorThatStopsTheProgramDecidesAtOnce() {
        texts.put("sun.gc.policy.name", "GarbageFirst");
        numbers.put("sun.rt.createVmBeginTime", BEGIN.toEpochMilli());
        numbers.put("sun.os.hrt.frequency", 1000L);
        numbers.put("sun.gc.collector.0.lastEntryTime", 2500L);
        watch.look(jvm);
        assertThat(watch.collectedAt()).contains(BEGIN.plusMillis(2500));
    }
}
