/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jstat.SampleField;
import io.heapsight.unit.TestTime;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kind of condition fires or does not, and explains its state. */
class RuleTrialTest {
    private static final double MEBIBYTE = 1 << 20;

    private static Instant at(int second) {
        return TestTime.START.plusSeconds(second);
    }

    /** One field, a value a second. */
    private static RecordedTarget of(SampleField field, int seconds, IntToDoubleFunction value) {
        RecordedTarget target = new RecordedTarget();
        for (int second = 1; second <= seconds; second++) {
            target.then(Map.of(field, value.applyAsDouble(second)));
        }
        return target;
    }

    @Test
    void recordedLeakFiresAfterItsWindowAboveTheLevel() throws Exception {
        RecordedTarget leak = RecordedTarget.ofContainer("serial-25-20", 300 * MEBIBYTE);

        RuleTrial once = leak.when("container.memory > 90%");
        RuleTrial held = leak.when("container.memory > 90% for 10s");

        assertThat(once.firings()).hasSize(1);
        assertThat(once.firings().getFirst().shown()).matches("9[0-5]\\.[0-9]%");
        assertThat(held.firings()).hasSize(1);
        assertThat(Duration.between(once.firings().getFirst().at(), held.firings().getFirst().at()))
                .isBetween(Duration.ofSeconds(10), Duration.ofSeconds(60));
        assertThat(once.whyNot()).isEmpty();
    }

    /** The kernel holds it at 320 of 400 MiB, and throttles it 40 times a second. */
    @Test
    void containerHeldAtMemoryHighFiresFarBelowItsLimit() throws Exception {
        RecordedTarget held = new RecordedTarget();
        for (int second = 1; second <= 60; second++) {
            held.then(
                    Map.of(
                            SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
                            Math.min(320, 250 + 5.0 * second) * MEBIBYTE,
                            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                            400 * MEBIBYTE,
                            SampleField.CONTAINER_MEMORY_HIGH_BYTES,
                            300 * MEBIBYTE,
                            SampleField.CONTAINER_MEMORY_HIGH_EVENTS,
                            Math.max(0, 40.0 * (second - 10))));
        }

        assertThat(held.when("container.memory > 90%").firings())
                .extracting(RuleTrial.Firing::at)
                .containsExactly(at(5));
        assertThat(held.when("container.memory.high > 100").firings())
                .extracting(RuleTrial.Firing::at)
                .containsExactly(at(13));
        assertThat(held.when("container.memory.max > 0").firings()).isEmpty();
    }

    /** It used 1.5 of 2 CPUs; under the new limit of half a CPU it uses all of it. */
    @Test
    void cpuTimeIsRelativeToTheLimitAtItsTime() throws Exception {
        RecordedTarget lowered = new RecordedTarget();
        double cpu = 0;
        for (int second = 1; second <= 200; second++) {
            cpu += second <= 100 ? 1.5 : 0.45;
            lowered.then(
                    Map.of(
                            SampleField.CPU_SECONDS,
                            cpu,
                            SampleField.CONTAINER_CPU_LIMIT_CORES,
                            second <= 100 ? 2.0 : 0.5));
        }

        assertThat(lowered.when("cpu > 100%").firings()).as("never above its limit").isEmpty();
        assertThat(lowered.when("cpu > 85%").firings())
                .extracting(RuleTrial.Firing::at)
                .singleElement()
                .matches(at -> at.isAfter(at(130)), "once the last minute was mostly under 0.5");
    }

    @Test
    void changedLimitFiresOnceAtItsFirstSample() throws Exception {
        RecordedTarget resized = new RecordedTarget();
        for (int second = 1; second <= 600; second++) {
            resized.then(
                    Map.of(
                            SampleField.CONTAINER_MEMORY_USAGE_BYTES,
                            100 * MEBIBYTE,
                            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                            (second < 50 ? 512 : second < 450 ? 1024 : 256) * MEBIBYTE));
        }

        assertThat(resized.when("limit.changed > 0").firings())
                .extracting(RuleTrial.Firing::at)
                .as("both times, the cool-down of 5 minutes between them")
                .containsExactly(at(50), at(450));
    }

    @Test
    void lowMemoryDoesNotFireAndReportsItsMaximum() throws Exception {
        RuleTrial trial =
                RecordedTarget.ofContainer("steady-17", 300 * MEBIBYTE)
                        .when("container.memory > 90% for 10s");

        assertThat(trial.firings()).isEmpty();
        assertThat(trial.whyNot())
                .matches("the highest value was 3[0-9]\\.[0-9]%, at .*Z: not above 90%");
    }

    @Test
    void leakIsRisingAndSteadyMemoryIsNot() throws Exception {
        assertThat(
                        RecordedTarget.ofContainer("serial-25-20", 300 * MEBIBYTE)
                                .when("container.memory.anon rising for 5m")
                                .firings())
                .hasSize(1);
        RuleTrial steady =
                RecordedTarget.ofContainer("steady-17", 300 * MEBIBYTE)
                        .when("container.memory.anon rising for 8m");
        assertThat(steady.firings()).isEmpty();
        assertThat(steady.whyNot()).isEqualTo("container.memory.anon does not rise");
    }

    @Test
    void risingDoesNotFireBeforeItsWindowIsFull() throws Exception {
        RuleTrial trial =
                of(SampleField.THREADS, 300, second -> second).when("threads rising for 15m");

        assertThat(trial.firings()).isEmpty();
        assertThat(trial.whyNot()).matches("only 29[0-9] s of 15m were observed");
    }

    @Test
    void sharesOfTimeAreOfTheLastMinute() throws Exception {
        RecordedTarget busy = of(SampleField.GC_PAUSE_SECONDS, 90, second -> 0.5 * second);

        assertThat(busy.when("gc.overhead > 30% for 1m").firings())
                .extracting(RuleTrial.Firing::at)
                .as("known after 10 s, then held for a minute")
                .containsExactly(at(71));
        assertThat(busy.when("gc.overhead > 50%").firings()).isEmpty();
    }

    @Test
    void throttledIsAShareOfThePeriodsThatPassed() throws Exception {
        RecordedTarget target = new RecordedTarget();
        for (int second = 1; second <= 200; second++) {
            target.then(
                    Map.of(
                            SampleField.CONTAINER_CPU_PERIODS,
                            10.0 * second,
                            SampleField.CONTAINER_CPU_THROTTLED_PERIODS,
                            6.0 * second));
        }

        assertThat(target.when("throttled > 50% for 2m").firings())
                .extracting(RuleTrial.Firing::shown)
                .containsExactly("60.0%");
        assertThat(target.when("throttled > 60% for 2m").whyNot())
                .startsWith("the highest value was 60.0%");
    }

    @Test
    void metaspaceIsAShareOfTheFlagsMaximum() throws Exception {
        Map<SampleField, Double> used = Map.of(SampleField.NONHEAP_USED_BYTES, 95 * MEBIBYTE);

        assertThat(
                        new RecordedTarget("-XX:MaxMetaspaceSize=100m")
                                .then(used)
                                .when("metaspace.used > 90% of max")
                                .firings())
                .hasSize(1);
        RuleTrial unbounded = new RecordedTarget().then(used).when("metaspace.used > 90% of max");
        assertThat(unbounded.firings()).isEmpty();
        assertThat(unbounded.whyNot()).contains("no -XX:MaxMetaspaceSize");
        assertThat(new RecordedTarget().then(used).when("metaspace.used > 64m").firings())
                .extracting(RuleTrial.Firing::shown)
                .containsExactly("95.0 MiB");
    }

    @Test
    void countsAndRatesHaveLevelsInTheirUnits() throws Exception {
        RecordedTarget threads = of(SampleField.THREADS, 3, second -> 1000.0 * second);
        assertThat(threads.when("threads > 2000").firings())
                .extracting(RuleTrial.Firing::shown)
                .containsExactly("3,000");
        assertThat(threads.when("threads > 3000").firings()).isEmpty();
        RecordedTarget allocating =
                of(SampleField.ALLOCATED_BYTES, 20, second -> 200 * MEBIBYTE * second);
        assertThat(allocating.when("allocation > 100m/s").firings())
                .extracting(RuleTrial.Firing::at)
                .containsExactly(at(11));
        assertThat(allocating.when("allocation > 200m/s").firings()).isEmpty();
        assertThat(of(SampleField.CPU_SECONDS, 20, s -> 1.5 * s).when("cpu > 1.4").firings())
                .extracting(RuleTrial.Firing::shown)
                .containsExactly("1.50 CPUs");
    }

    @Test
    void stallingFigureFiresAfterItsWindowBelowTheLevel() throws Exception {
        RecordedTarget stalls =
                of(SampleField.ALLOCATED_BYTES, 400, s -> 200 * MEBIBYTE * Math.min(s, 100));

        assertThat(stalls.when("allocation < 1m/s for 1m").firings())
                .as("the rate is that of the last minute")
                .extracting(RuleTrial.Firing::at)
                .containsExactly(at(220));
        RuleTrial goesOn =
                of(SampleField.ALLOCATED_BYTES, 400, s -> 200 * MEBIBYTE * s)
                        .when("allocation < 1m/s for 1m");
        assertThat(goesOn.firings()).isEmpty();
        assertThat(goesOn.whyNot())
                .matches("the lowest value was 200\\.0 MiB/s, at .*Z: not below 1m/s");
        assertThat(stalls.when("allocation < 1m/s for 5m").whyNot())
                .endsWith("; it was below 1m/s for 240 s at a time at most, of 5m");
    }

    @Test
    void belowRearmsAfterARiseOfFivePoints() throws Exception {
        double[] percent = {50, 9, 14, 9, 15, 9};
        RecordedTarget target = new RecordedTarget();
        for (double now : percent) {
            target.then(
                    Map.of(
                            SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
                            now,
                            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
                            100.0));
        }

        assertThat(
                        target.trial(
                                        "name: it\nwhen: container.memory < 10%\nactions: []\n"
                                                + "limits: {coolDown: 1s}")
                                .firings())
                .extracting(RuleTrial.Firing::at)
                .containsExactly(at(2), at(6));
    }

    @Test
    void shareNearItsBoundRearmsBeforeTheBound() throws Exception {
        String limits = "actions: []\nlimits: {coolDown: 1s}";
        RecordedTarget target = new RecordedTarget();
        for (int second = 1; second <= 4; second++) {
            target.then(
                    Map.of(
                            SampleField.OLD_AFTER_ANY_GC_RATIO,
                            second % 2 == 0 ? 0.01 : 0.99,
                            SampleField.OLD_AFTER_GC_BYTES,
                            MEBIBYTE));
        }

        assertThat(target.trial("name: it\nwhen: old_after_gc > 3%\n" + limits).firings())
                .extracting(RuleTrial.Firing::at)
                .containsExactly(at(1), at(3));
        assertThat(target.trial("name: it\nwhen: old_after_gc < 97%\n" + limits).firings())
                .extracting(RuleTrial.Firing::at)
                .containsExactly(at(2), at(4));
    }

    /** Samples in which a figure is first 0.5 and finally 3.5 of its unit. */
    private static RecordedTarget rising(RuleFigure figure) {
        double unit =
                switch (figure.unit()) {
                    case SHARE -> figure.source() == RuleFigure.Source.PERCENT ? 20 : 0.2;
                    case BYTES, BYTES_PER_SECOND -> MEBIBYTE;
                    case COUNT, CORES, DURATION -> 10;
                };
        RecordedTarget target = new RecordedTarget();
        double sum = 0;
        for (int second = 1; second <= 200; second++) {
            double now = unit * (second <= 100 ? 0.5 : 3.5);
            sum += now;
            Map<SampleField, Double> sample = new EnumMap<>(SampleField.class);
            sample.put(figure.field(), figure.source().isOverTime() ? sum : now);
            switch (figure.source()) {
                case INCREASE -> sample.put(figure.field(), sum / 60);
                case QUOTIENT -> sample.put(figure.second(), (double) second);
                case DIFFERENCE -> sample.put(figure.second(), 0.0);
                case GAUGE, NEXT, PERCENT, RATE, CHANGES -> {}
            }
            sample.putIfAbsent(SampleField.OLD_AFTER_GC_BYTES, now);
            target.then(sample);
        }
        return target;
    }

    /** Figures that react differently to a step have their own tests. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CONTAINER_NEXT", "LIMIT_CHANGED"})
    void everyFigureFiresBeyondALevelAndRestsOnThisSideOfIt(RuleFigure figure) throws Exception {
        String name = figure.label();
        String suffix =
                switch (figure.unit()) {
                    case SHARE -> "0%";
                    case BYTES -> "m";
                    case BYTES_PER_SECOND -> "m/s";
                    case DURATION -> "0s";
                    case COUNT, CORES -> "0";
                };
        int times = figure.unit() == FigureUnit.SHARE ? 2 : 1;
        RecordedTarget target = rising(figure);

        assertThat(target.when(name + " > " + 3 * times + suffix).firings()).hasSize(1);
        assertThat(target.when(name + " > " + 4 * times + suffix).firings()).isEmpty();
        assertThat(target.when(name + " > " + 4 * times + suffix).whyNot()).contains("not above");
        assertThat(target.when(name + " < " + times + suffix).firings()).hasSize(1);
        assertThat(target.when(name + " < " + times + suffix + " for 180s").firings()).isEmpty();
    }

    @Test
    void stepIsNoRise() throws Exception {
        RecordedTarget step = of(SampleField.THREADS, 400, second -> second < 200 ? 20 : 60);

        assertThat(step.when("threads rising for 2m").firings()).isEmpty();
    }

    @Test
    void completedFillingIsNoRise() throws Exception {
        RecordedTarget pool =
                of(SampleField.THREADS, 2000, second -> 20 + Math.min(100, second / 4.0));

        assertThat(pool.when("threads rising for 15m").firings()).isEmpty();
    }

    @Test
    void slowRiseIsSeenBeyondItsWindow() throws Exception {
        RecordedTarget slow =
                of(
                        SampleField.THREADS,
                        3000,
                        second -> 500 + second / 40.0 + (second % 60 < 30 ? 0 : 40));

        assertThat(slow.when("threads rising for 2m").firings()).hasSize(1);
    }

    /** The old generation fills with short-lived objects; its collections always leave the same. */
    @Test
    void sawtoothOfTheOldGenerationIsNoRise() throws Exception {
        RecordedTarget target = new RecordedTarget();
        for (int second = 1; second <= 3000; second++) {
            Map<SampleField, Double> sample = new EnumMap<>(SampleField.class);
            sample.put(SampleField.OLD_AFTER_ANY_GC_RATIO, 0.2 + second % 1200 / 2000.0);
            sample.put(SampleField.HEAP_MAX_BYTES, 100 * MEBIBYTE);
            if (second % 300 == 0) {
                sample.put(SampleField.OLD_AFTER_GC_BYTES, 20 * MEBIBYTE);
            }
            target.then(sample);
        }

        assertThat(target.when("old_after_gc rising for 15m").firings()).isEmpty();
    }

    @Test
    void risingLiveSetOfOldCollectionsIsARise() throws Exception {
        RecordedTarget target = new RecordedTarget();
        for (int second = 1; second <= 3000; second++) {
            Map<SampleField, Double> sample = new EnumMap<>(SampleField.class);
            sample.put(SampleField.OLD_AFTER_ANY_GC_RATIO, 0.2 + second % 200 / 400.0);
            sample.put(SampleField.HEAP_MAX_BYTES, 100 * MEBIBYTE);
            if (second % 200 == 0) {
                sample.put(SampleField.OLD_AFTER_GC_BYTES, (20 + second / 200.0) * MEBIBYTE);
            }
            target.then(sample);
        }

        assertThat(target.when("old_after_gc rising for 15m").firings()).hasSize(1);
    }

    /** A heap of 96 MiB in 300 MiB that allocates 60 MiB at once, again and again. */
    @Test
    void heapWithinTheLimitIsNotAboutToFillIt() throws Exception {
        RecordedTarget target = new RecordedTarget();
        for (int second = 1; second <= 600; second++) {
            double heap = (second % 40 < 20 ? 36 : 96) * MEBIBYTE;
            Map<SampleField, Double> sample = new EnumMap<>(SampleField.class);
            sample.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, 300 * MEBIBYTE);
            sample.put(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES, 150 * MEBIBYTE + heap);
            sample.put(SampleField.HEAP_MAX_BYTES, 96 * MEBIBYTE);
            if (second % 10 == 0) {
                sample.put(SampleField.HEAP_RESIDENT_BYTES, heap);
            }
            target.then(sample);
        }

        assertThat(target.when("container.memory.next > 90%").firings()).isEmpty();
    }

    @Test
    void interruptedWindowRestarts() throws Exception {
        RecordedTarget target = of(SampleField.THREADS, 40, second -> second % 10 == 0 ? 10 : 3000);

        RuleTrial trial = target.when("threads > 2000 for 10s");

        assertThat(trial.firings()).isEmpty();
        assertThat(trial.whyNot())
                .endsWith("; it was above 2000 for 8 s at a time at most, of 10s");
        assertThat(target.when("threads > 2000 for 8s").firings()).isNotEmpty();
    }

    @Test
    void onStartFiresOnceAndOnDeathNotWhileTheTargetLives() throws Exception {
        RecordedTarget target = of(SampleField.THREADS, 400, _ -> 10);

        assertThat(target.when("on start").firings())
                .extracting(RuleTrial.Firing::at)
                .containsExactly(at(1));
        assertThat(target.when("on death").firings()).isEmpty();
        assertThat(target.when("on death").whyNot()).isEqualTo("the target is running");
    }

    @Test
    void limitsOfARuleAreIndependent() throws Exception {
        RecordedTarget target =
                of(SampleField.THREADS, 1000, second -> second % 100 < 50 ? 10 : 3000);
        String head = "name: it\nwhen: threads > 2000\nactions: [threads]\n";

        assertThat(target.trial(head).firings())
                .as("the cool-down of triggers: 5 minutes")
                .extracting(RuleTrial.Firing::at)
                .containsExactly(at(50), at(350), at(650), at(950));
        assertThat(target.trial(head + "limits: {coolDown: 2m}").firings())
                .filteredOn(RuleTrial.Firing::allowed)
                .extracting(RuleTrial.Firing::at)
                .as("rearmed in between; six in the hour for those without a count")
                .containsExactly(at(50), at(170), at(290), at(450), at(570), at(690));
        assertThat(target.trial(head + "limits: {coolDown: 1s, count: 2, window: 400s}").firings())
                .filteredOn(RuleTrial.Firing::allowed)
                .extracting(RuleTrial.Firing::at)
                .containsExactly(at(50), at(150), at(450), at(550), at(850), at(950));
        assertThat(target.trial(head + "limits: {oncePerLife: true, coolDown: 1s}").firings())
                .hasSize(1);
    }

    @Test
    void ruleForAnotherTargetDoesNotFire() throws Exception {
        RecordedTarget target = of(SampleField.THREADS, 3, _ -> 3000);
        String rule = "name: it\nwhen: threads > 2000\nactions: []\ntarget: ";

        assertThat(target.trial(rule + "com.acme.*").firings()).hasSize(1);
        assertThat(target.trial(rule + "8").whyNot()).isEqualTo("it is for the target 8");
    }

    @Test
    void missingFigureOfTheTargetIsReported() throws Exception {
        RecordedTarget target = of(SampleField.THREADS, 3, _ -> 3000);

        assertThat(target.when("container.memory > 90%").whyNot())
                .isEqualTo("container.memory is unknown, or has no maximum here");
        assertThat(target.when("open_fds > 900").whyNot()).isEqualTo("open_fds is unknown (yet)");
    }
}
