/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.kept.StorageQuota;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares firings of triggers with the rule as a search of the whole history. */
class TargetRulesTest {
    private static final Duration COOL_DOWN = Duration.ofMinutes(5);
    private static final Rule HEAP_90 = TriggerParser.parseAll("heap>90%:histogram").getFirst();

    /** A value at a time, and its result. */
    private record Moment(
            long nanos, double ratio, boolean due, boolean retry, boolean allowed, boolean done) {}

    private static TargetRules triggers(int mostPerHour, Rule... rules) {
        return new TargetRules(
                List.of(rules),
                new TriggerSettings(List.of(rules), COOL_DOWN, mostPerHour, StorageQuota.NONE));
    }

    private static TargetRules.Due due(Rule rule, double ratio, boolean allowed) {
        String shown = FigureUnit.SHARE.shown(ratio);
        return new TargetRules.Due(rule, ratio, shown, allowed, rule.actions());
    }

    private static List<Integer> firings(TargetRules triggers, double... percents) {
        List<Integer> fired = new ArrayList<>();
        for (int minute = 0; minute < percents.length; minute++) {
            double ratio = percents[minute] / 100;
            long nanos = Duration.ofMinutes(minute).toNanos();
            for (TargetRules.Due due : triggers.evaluate((_, _) -> ratio, nanos)) {
                if (due.allowed()) {
                    fired.add(minute);
                }
            }
        }
        return fired;
    }

    @Test
    void sustainedLevelFiresOnce() {
        assertThat(firings(triggers(9, HEAP_90), 80, 90, 91, 95, 99, 99, 99, 99, 99, 99))
                .containsExactly(2);
    }

    @Test
    void steepRiseTowardsAContainersLevelIsSampledMoreOften() {
        Rule full = TriggerParser.parseAll("container_memory>90%:histogram").getFirst();
        TargetRules triggers = triggers(9, HEAP_90, full);
        triggers.evaluate((_, _) -> 0.3, 0);
        assertThat(triggers.nextWanted()).as("one value is no rise").isEmpty();
        triggers.evaluate((_, _) -> 0.5, Duration.ofSeconds(1).toNanos());
        assertThat(triggers.nextWanted()).contains(Duration.ofMillis(250));
        triggers.evaluate((_, _) -> 0.89, Duration.ofSeconds(2).toNanos());
        assertThat(triggers.nextWanted()).contains(Duration.ofMillis(20));
        triggers.evaluate((_, _) -> 0.91, Duration.ofSeconds(3).toNanos());
        assertThat(triggers.nextWanted()).as("it is there").isEmpty();
    }

    @Test
    void triggerRearmsFivePointsBelow() {
        assertThat(firings(triggers(9, HEAP_90), 91, 86, 91, 91, 91, 91, 91, 85, 91))
                .containsExactly(0, 8);
    }

    @Test
    void smallShareRearmsAtHalfOfIt() {
        Rule throttled = rule("throttled > 5%");
        assertThat(firings(triggers(9, throttled), 6, 3, 3, 3, 3, 3, 6, 2, 2, 2, 2, 2, 6))
                .containsExactly(0, 12);
    }

    @Test
    void eachFurtherOomKillFires() {
        double[] kills = {0, 100, 100, 100, 100, 100, 100, 200, 200, 300, 300, 300, 300, 300};
        assertThat(firings(triggers(9, rule("container.oom_kills > 0")), kills))
                .as("the third one after the cool-down")
                .containsExactly(1, 7, 12);
    }

    @Test
    void oomKillAfterAMissingValueFires() {
        double[] kills = {100, 100, 100, 100, 100, 100, Double.NaN, 200};
        assertThat(firings(triggers(9, rule("container.oom_kills > 0")), kills))
                .containsExactly(0, 7);
    }

    private static Rule rule(String when) {
        return new Rule(
                "it",
                "",
                Condition.parse(when),
                List.of(TriggerAction.HISTOGRAM),
                FiringLimits.NONE,
                1);
    }

    @Test
    void nothingFiresDuringTheCoolDown() {
        assertThat(firings(triggers(9, HEAP_90), 91, 50, 91, 50, 91, 91, 50, 91, 50, 50, 91))
                .containsExactly(0, 5, 10);
    }

    @Test
    void undoneActionIsDueAgain() {
        TargetRules triggers = triggers(9, HEAP_90);
        assertThat(triggers.evaluate((_, _) -> 0.95, 0)).hasSize(1);
        triggers.notDone(HEAP_90, HEAP_90.actions(), 0);
        long retry = RuleStateMachine.RETRY.toNanos();
        assertThat(triggers.evaluate((_, _) -> 0.95, retry - 1)).isEmpty();
        assertThat(triggers.evaluate((_, _) -> 0.95, retry)).hasSize(1);
    }

    @Test
    void unknownFigureDoesNotFire() {
        assertThat(triggers(9, HEAP_90).evaluate((_, _) -> Double.NaN, 0)).isEmpty();
    }

    @Test
    void triggersOfATargetShareItsHourlyLimit() {
        Rule garbage = TriggerParser.parseAll("heap>90%:garbage").getFirst();
        TargetRules triggers = triggers(1, HEAP_90, garbage);

        assertThat(triggers.evaluate((_, _) -> 0.95, 0))
                .containsExactly(due(HEAP_90, 0.95, true), due(garbage, 0.95, false));
    }

    @Test
    void retriesOfOneRuleLeaveTheSharedLimitToTheOthers() {
        TargetRules rules = triggers(6, HEAP_90, rule("throttled > 5%"));
        long retry = RuleStateMachine.RETRY.toNanos();
        List<Boolean> allowed = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            long nanos = i * retry;
            rules.evaluate(TargetRulesTest::onlyHeap, nanos)
                    .forEach(
                            due -> {
                                allowed.add(due.allowed());
                                rules.notDone(due.rule(), due.actions(), nanos);
                            });
        }

        assertThat(allowed)
                .as("a firing and 6 retries in an hour")
                .containsExactly(true, true, true, true, true, true, true, false, false);
        assertThat(rules.evaluate((_, _) -> 0.95, 9 * retry))
                .extracting(TargetRules.Due::allowed)
                .containsExactly(false, true);
        long later = Duration.ofHours(1).toNanos() + 2 * retry;
        assertThat(rules.evaluate((_, _) -> 0.95, later))
                .extracting(TargetRules.Due::allowed)
                .containsExactly(true);
    }

    private static double onlyHeap(RuleFigure figure, boolean ofMax) {
        return ofMax && figure.label().startsWith("heap") ? 0.95 : 0;
    }

    @Test
    void onlyUndoneActionsAreDueAgain() {
        Rule rule =
                new Rule(
                        "it",
                        "",
                        HEAP_90.condition(),
                        List.of(TriggerAction.HISTOGRAM, TriggerAction.THREADS),
                        FiringLimits.NONE,
                        1);
        TargetRules rules = triggers(9, rule);
        long retry = RuleStateMachine.RETRY.toNanos();
        assertThat(rules.evaluate((_, _) -> 0.95, 0))
                .singleElement()
                .isEqualTo(due(rule, 0.95, true));
        rules.notDone(rule, List.of(TriggerAction.THREADS), 0);

        assertThat(rules.evaluate((_, _) -> 0.95, retry))
                .singleElement()
                .extracting(TargetRules.Due::actions)
                .isEqualTo(List.of(TriggerAction.THREADS));

        rules.notDone(rule, List.of(TriggerAction.THREADS), retry);
        rules.evaluate((_, _) -> 0.5, retry + 1);
        assertThat(rules.evaluate((_, _) -> 0.95, 3 * retry))
                .as("rearmed in between, but within the cool-down")
                .singleElement()
                .extracting(TargetRules.Due::actions)
                .isEqualTo(List.of(TriggerAction.THREADS));

        rules.notDone(rule, List.of(TriggerAction.THREADS), 3 * retry);
        rules.evaluate((_, _) -> 0.5, 3 * retry + 1);
        assertThat(rules.evaluate((_, _) -> 0.95, COOL_DOWN.toNanos()))
                .as("the next firing")
                .singleElement()
                .isEqualTo(due(rule, 0.95, true));
    }

    /** Simulates an hour of a heap that falls every 40 s, and a last action that always fails. */
    private static long histogramsBesideAFailure(TargetRules rules, Rule failing) {
        List<TriggerAction> begun = new ArrayList<>();
        for (int second = 0; second < 3600; second++) {
            double tooth = second % 40 < 20 ? 0.95 : 0.5;
            long nanos = Duration.ofSeconds(second).toNanos();
            for (TargetRules.Due due :
                    rules.evaluate((figure, ofMax) -> tooth * onlyHeap(figure, ofMax), nanos)) {
                if (due.allowed()) {
                    begun.addAll(due.actions());
                    rules.notDone(failing, List.of(TriggerAction.GCLOG), nanos);
                }
            }
        }
        assertThat(begun).contains(TriggerAction.GCLOG);
        return begun.stream().filter(TriggerAction.HISTOGRAM::equals).count();
    }

    private static Rule withFailingLog(Duration coolDown, boolean once) {
        return new Rule(
                "failing",
                "",
                HEAP_90.condition(),
                List.of(TriggerAction.HISTOGRAM, TriggerAction.GCLOG),
                new FiringLimits(
                        OptionalInt.empty(), Duration.ofHours(1), Optional.of(coolDown), once),
                1);
    }

    @Test
    void failedActionOfASawToothNeitherEndsTheCoolDownNorUsesUpTheSharedLimit() {
        Rule failing = withFailingLog(Duration.ofHours(2), false);
        Rule throttled = rule("throttled > 5%");
        TargetRules rules = triggers(2, failing, throttled);

        assertThat(histogramsBesideAFailure(rules, failing)).isEqualTo(1);
        assertThat(rules.evaluate((_, _) -> 0.9, Duration.ofMinutes(59).toNanos()))
                .as("second of two firings an hour")
                .contains(due(throttled, 0.9, true));
    }

    @Test
    void failedActionOfASawToothDoesNotRepeatAFiringOncePerLife() {
        Rule failing = withFailingLog(Duration.ofMinutes(1), true);

        assertThat(histogramsBesideAFailure(triggers(9, failing), failing)).isEqualTo(1);
    }

    @Test
    void retryDoesNotUseUpAFiringThatTheCoolDownDelays() {
        Rule failing = withFailingLog(COOL_DOWN, false);
        TargetRules rules = triggers(9, failing);
        List<TriggerAction> log = List.of(TriggerAction.GCLOG);
        rules.evaluate((_, _) -> 0.95, 0);
        rules.notDone(failing, log, 0);
        rules.evaluate((_, _) -> 0.5, 1);
        long retry = RuleStateMachine.RETRY.toNanos();
        assertThat(rules.evaluate((_, _) -> 0.95, retry))
                .extracting(TargetRules.Due::actions)
                .containsExactly(log);
        rules.notDone(failing, log, retry);

        assertThat(rules.evaluate((_, _) -> 0.95, COOL_DOWN.toNanos()))
                .singleElement()
                .isEqualTo(due(failing, 0.95, true));
    }

    @Test
    void firingOncePerLifeIsRepeatedIfNothingSucceeded() {
        Rule failing = withFailingLog(COOL_DOWN, true);
        TargetRules rules = triggers(9, failing);
        rules.evaluate((_, _) -> 0.95, 0);
        rules.notDone(failing, failing.actions(), 0);
        rules.evaluate((_, _) -> 0.5, 1);

        assertThat(rules.evaluate((_, _) -> 0.95, COOL_DOWN.toNanos()))
                .singleElement()
                .isEqualTo(due(failing, 0.95, true));
    }

    @Test
    void retriedActionStaysOneFiringPerLife() {
        Rule once =
                new Rule(
                        "it",
                        "",
                        HEAP_90.condition(),
                        HEAP_90.actions(),
                        new FiringLimits(
                                OptionalInt.empty(), Duration.ofHours(1), Optional.empty(), true),
                        1);
        TargetRules rules = triggers(9, once);
        long hour = Duration.ofHours(1).toNanos();
        assertThat(rules.evaluate((_, _) -> 0.95, 0)).hasSize(1);
        rules.notDone(once, once.actions(), 0);
        assertThat(rules.evaluate((_, _) -> 0.95, hour)).hasSize(1);
        rules.evaluate((_, _) -> 0.5, 2 * hour);
        assertThat(rules.evaluate((_, _) -> 0.95, 3 * hour)).isEmpty();
    }

    @Test
    void targetDiesOnce() {
        Rule death = new Rule("it", "", new Condition.OnDeath(), List.of(), FiringLimits.NONE, 1);
        TargetRules rules = triggers(9, death, HEAP_90);

        assertThat(rules.evaluate((_, _) -> 0.5, 0)).isEmpty();
        assertThat(rules.atDeath(1)).extracting(TargetRules.Due::rule).containsExactly(death);
    }

    @Test
    void firingsEqualASearchOfTheWholeHistory() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int mostPerHour = 1 + random.nextInt(8);
            TargetRules triggers = triggers(mostPerHour, HEAP_90);
            List<Moment> history = new ArrayList<>();
            long nanos = random.nextLong();
            double ratio = 0.8;
            for (int i = 0; i < 400; i++) {
                nanos += Duration.ofSeconds(1 + random.nextInt(90)).toNanos();
                ratio = Math.clamp(ratio + 0.3 * (random.nextDouble() - 0.45), 0.7, 1.0);
                boolean due = isDue(history, ratio, nanos);
                boolean retry = due && !isNew(history, nanos);
                boolean allowed = due && allowedInLastHour(history, retry, nanos) < mostPerHour;
                boolean done = allowed && random.nextInt(4) > 0;
                double seen = ratio;

                List<TargetRules.Due> fired = triggers.evaluate((_, _) -> seen, nanos);

                assertThat(fired)
                        .as("seed %d, moment %d", seed, i)
                        .isEqualTo(due ? List.of(due(HEAP_90, ratio, allowed)) : List.of());
                if (allowed && !done) {
                    triggers.notDone(HEAP_90, HEAP_90.actions(), nanos);
                }
                history.add(new Moment(nanos, ratio, due, retry, allowed, done));
            }
            assertThat(history).as("seed %d", seed).anyMatch(Moment::done);
        }
    }

    private static boolean isDue(List<Moment> history, double ratio, long nanos) {
        boolean waits =
                history.stream()
                        .filter(m -> m.due && !m.done)
                        .anyMatch(m -> nanos - m.nanos < RuleStateMachine.RETRY.toNanos());
        return ratio > 0.9 && !waits && (isNew(history, nanos) || isUndone(history));
    }

    /** Whether the value fell since the last firing, and its cool-down is over. */
    private static boolean isNew(List<Moment> history, long nanos) {
        List<Moment> attempts = history.stream().filter(Moment::allowed).toList();
        if (attempts.isEmpty()) {
            return true;
        }
        Moment last = attempts.getLast();
        Moment firing =
                attempts.reversed().stream()
                        .filter(m -> last.done || !m.retry)
                        .findFirst()
                        .orElseThrow();
        Moment begun = attempts.reversed().stream().filter(m -> !m.retry).findFirst().orElseThrow();
        return nanos - firing.nanos >= COOL_DOWN.toNanos()
                && history.stream().anyMatch(m -> m.nanos - begun.nanos > 0 && m.ratio <= 0.85);
    }

    private static boolean isUndone(List<Moment> history) {
        List<Moment> attempts = history.stream().filter(Moment::allowed).toList();
        return !attempts.isEmpty() && !attempts.getLast().done;
    }

    private static long allowedInLastHour(List<Moment> history, boolean retry, long nanos) {
        return history.stream()
                .filter(m -> m.allowed && m.retry == retry)
                .filter(m -> nanos - m.nanos < Duration.ofHours(1).toNanos())
                .count();
    }
}
