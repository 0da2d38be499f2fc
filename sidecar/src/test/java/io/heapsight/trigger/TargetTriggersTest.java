/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.kept.StorageQuota;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** When triggers fire: against the rule written down as a search through all that was before. */
class TargetTriggersTest {
    private static final Duration COOL_DOWN = Duration.ofMinutes(5);
    private static final Trigger HEAP_90 =
            new Trigger(TriggerSignal.HEAP, 90, TriggerAction.HISTOGRAM);

    /** What was seen at a time, and what came of it. */
    private record Moment(long nanos, double ratio, boolean due, boolean allowed, boolean done) {}

    private static TargetTriggers triggers(int mostPerHour, Trigger... triggers) {
        return new TargetTriggers(
                new TriggerSettings(List.of(triggers), COOL_DOWN, mostPerHour, StorageQuota.NONE));
    }

    private static List<Integer> firings(TargetTriggers triggers, double... percents) {
        List<Integer> fired = new ArrayList<>();
        for (int minute = 0; minute < percents.length; minute++) {
            double ratio = percents[minute] / 100;
            long nanos = Duration.ofMinutes(minute).toNanos();
            for (TargetTriggers.Due due : triggers.evaluate(_ -> ratio, nanos)) {
                if (due.allowed()) {
                    fired.add(minute);
                }
            }
        }
        return fired;
    }

    @Test
    void levelThatIsHeldFiresOnce() {
        assertThat(firings(triggers(9, HEAP_90), 80, 90, 91, 95, 99, 99, 99, 99, 99, 99))
                .containsExactly(2);
    }

    @Test
    void itIsArmedAgainFivePointsBelow() {
        assertThat(firings(triggers(9, HEAP_90), 91, 86, 91, 91, 91, 91, 91, 85, 91))
                .containsExactly(0, 8);
    }

    @Test
    void nothingFiresDuringTheCoolDown() {
        assertThat(firings(triggers(9, HEAP_90), 91, 50, 91, 50, 91, 91, 50, 91, 50, 50, 91))
                .containsExactly(0, 5, 10);
    }

    @Test
    void anActionThatWasNotDoneIsDueAgain() {
        TargetTriggers triggers = triggers(9, HEAP_90);
        assertThat(triggers.evaluate(_ -> 0.95, 0)).hasSize(1);
        triggers.notDone(HEAP_90, 0);
        long retry = TriggerState.RETRY.toNanos();
        assertThat(triggers.evaluate(_ -> 0.95, retry - 1)).isEmpty();
        assertThat(triggers.evaluate(_ -> 0.95, retry)).hasSize(1);
    }

    @Test
    void whatIsNotKnownFiresNothing() {
        assertThat(triggers(9, HEAP_90).evaluate(_ -> Double.NaN, 0)).isEmpty();
    }

    @Test
    void triggersOfATargetShareItsHour() {
        Trigger garbage = new Trigger(TriggerSignal.HEAP, 90, TriggerAction.GARBAGE);
        TargetTriggers triggers = triggers(1, HEAP_90, garbage);

        assertThat(triggers.evaluate(_ -> 0.95, 0))
                .containsExactly(
                        new TargetTriggers.Due(HEAP_90, 0.95, true),
                        new TargetTriggers.Due(garbage, 0.95, false));
    }

    @Test
    void firingsEqualASearchThroughTheWholeHistory() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int mostPerHour = 1 + random.nextInt(8);
            TargetTriggers triggers = triggers(mostPerHour, HEAP_90);
            List<Moment> history = new ArrayList<>();
            long nanos = random.nextLong();
            double ratio = 0.8;
            for (int i = 0; i < 400; i++) {
                nanos += Duration.ofSeconds(1 + random.nextInt(90)).toNanos();
                ratio = Math.clamp(ratio + 0.1 * (random.nextDouble() - 0.45), 0.7, 1.0);
                boolean due = isDue(history, ratio, nanos);
                boolean allowed = due && allowedInLastHour(history, nanos) < mostPerHour;
                boolean done = allowed && random.nextInt(4) > 0;
                double seen = ratio;

                List<TargetTriggers.Due> fired = triggers.evaluate(_ -> seen, nanos);

                assertThat(fired)
                        .as("seed %d, moment %d", seed, i)
                        .isEqualTo(
                                due
                                        ? List.of(new TargetTriggers.Due(HEAP_90, ratio, allowed))
                                        : List.of());
                if (allowed && !done) {
                    triggers.notDone(HEAP_90, nanos);
                }
                history.add(new Moment(nanos, ratio, due, allowed, done));
            }
            assertThat(history).as("seed %d", seed).anyMatch(Moment::done);
        }
    }

    private static boolean isDue(List<Moment> history, double ratio, long nanos) {
        if (ratio <= 0.9) {
            return false;
        }
        boolean fellBelow = false;
        for (Moment before : history.reversed()) {
            if (before.due) {
                long since = nanos - before.nanos;
                return before.done
                        ? fellBelow && since >= COOL_DOWN.toNanos()
                        : since >= TriggerState.RETRY.toNanos();
            }
            fellBelow |= before.ratio <= 0.85;
        }
        return true;
    }

    private static long allowedInLastHour(List<Moment> history, long nanos) {
        return history.stream()
                .filter(m -> m.allowed && nanos - m.nanos < Duration.ofHours(1).toNanos())
                .count();
    }
}
