/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.advice.MadeTarget.MEBIBYTE;
import static io.heapsight.advice.MadeTarget.suggested;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.SampleField;
import io.heapsight.report.AdviceReport;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A suggestion that equals the present setting is no change. */
class UnchangedSettingsTest {
    private static final int HOUR = 3600;
    private static final int TARGETS = 1000;

    /** Growth, another setting, or the program. */
    private static final Pattern ELSEWHERE =
            Pattern.compile("grows by|raise it|smaller heap|too much");

    private final Map<SampleField, IntToDoubleFunction> figures = new EnumMap<>(SampleField.class);

    private UnchangedSettingsTest put(SampleField field, double mebibytes) {
        figures.put(field, _ -> mebibytes * MEBIBYTE);
        return this;
    }

    /** 150 MiB outside the heap, whose committed part is resident. */
    private UnchangedSettingsTest heap(double max, double committed, double live) {
        figures.put(
                SampleField.OLD_AFTER_GC_BYTES, i -> i % 60 == 59 ? live * MEBIBYTE : Double.NaN);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> i / 1000.0);
        return put(SampleField.HEAP_MAX_BYTES, max)
                .put(SampleField.HEAP_COMMITTED_BYTES, committed)
                .put(SampleField.HEAP_USED_BYTES, (committed + live) / 2)
                .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, committed + 150)
                .put(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES, committed + 150);
    }

    private UnchangedSettingsTest limit(double mebibytes) {
        return put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, mebibytes);
    }

    private MadeTarget target(String... options) {
        return new MadeTarget(HOUR, figures).commandLine(options);
    }

    private static Advice of(MadeTarget target, Subject subject) {
        return target.answer().stream()
                .filter(each -> each.subject() == subject)
                .findFirst()
                .orElseThrow();
    }

    /** The advice on a limit of 2 GiB, which is too large, beside a request. */
    private Advice ofLimit(SampleField request, double mebibytes) {
        heap(512, 500, 120).limit(2048).put(request, mebibytes);
        return of(target("-Xmx512m", "-XX:+UseSerialGC"), Subject.MEMORY_LIMIT);
    }

    private static void assertNoChange(Advice advice) {
        assertThat(advice.conclusion()).as("%s", advice).isNotEqualTo(Conclusion.CHANGE);
        assertThat(advice.settings()).as("%s", advice).noneMatch(Setting::isChange);
    }

    /** Kubernetes' MemoryQoS writes the request into memory.min. */
    @Test
    void limitOfAGuaranteedPodIsNotChangedToItself() {
        Advice advice = ofLimit(SampleField.CONTAINER_MEMORY_MIN_BYTES, 2048);

        assertNoChange(advice);
        assertThat(suggested(advice, "memory limit")).isEqualTo("2048Mi");
        assertThat(advice.refused())
                .singleElement()
                .satisfies(each -> assertThat(each.because()).contains("soft limit of 2.0 GiB"));
    }

    @Test
    void requestJustBelowTheLimitIsNoReasonToLowerItByNothing() {
        Advice advice = ofLimit(SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES, 2047.5);

        assertNoChange(advice);
    }

    /** Version 1 of cgroups allows it. */
    @Test
    void softLimitAboveTheLimitDoesNotRaiseTheLimit() {
        Advice advice = ofLimit(SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES, 4096);

        assertNoChange(advice);
    }

    /** Kubernetes and ECS refuse a request above the limit: 500,000,000 bytes are 476.8 MiB. */
    @Test
    void requestThatTheLimitBoundsIsNotRoundedAboveIt() {
        limit(5e8 / MEBIBYTE)
                .put(SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES, 400)
                .put(SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES, 470);
        assertThat(suggested(of(target(), Subject.SOFT_LIMIT), "soft limit")).isEqualTo("476Mi");

        put(SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES, 5e8 / MEBIBYTE);
        assertNoChange(of(target(), Subject.SOFT_LIMIT));
    }

    /** 800,000,000 bytes are 762.94 MiB, and a full heap needs 762.96 MiB. */
    @Test
    void limitThatMissesAFractionOfAMebibyteIsEnough() {
        double limit = 8e8 / MEBIBYTE;
        double outside = (limit + 0.02) / 1.1 - 512;
        Advice advice =
                of(
                        heap(512, 500, 250)
                                .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, 500 + outside)
                                .limit(limit)
                                .target("-Xmx512m", "-XX:+UseSerialGC")
                                .resident(500 * MEBIBYTE),
                        Subject.MEMORY_LIMIT);

        assertNoChange(advice);
        assertThat(suggested(advice, "memory limit")).isEqualTo("763Mi");
    }

    /** The JVM may commit 512 MiB, but never commits more than 160 MiB: the maximum is not why. */
    @Test
    void heapThatCollectsTooMuchBelowItsMaximumStartsLarger() {
        heap(512, 160, 100).limit(2048);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> 0.12 * i);
        MadeTarget target = target("-Xmx512m", "-XX:+UseSerialGC").resident(160 * MEBIBYTE);
        Advice advice = of(target, Subject.HEAP_SIZE);

        assertThat(advice.conclusion()).isEqualTo(Conclusion.CHANGE);
        assertThat(advice.shown())
                .singleElement()
                .satisfies(each -> assertThat(each.line()).isEqualTo("-Xms245m"));
        assertThat(advice.finding()).contains("12 % of the time in a heap of 160.0 MiB");
    }

    @Test
    void limitThatDoesNotHoldTheWholeHeapIsNoReasonForALargerInitialOne() {
        heap(512, 160, 100).limit(400);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> 0.12 * i);
        MadeTarget target = target("-Xmx512m", "-XX:+UseSerialGC").resident(160 * MEBIBYTE);

        assertThat(of(target, Subject.HEAP_SIZE).toString()).doesNotContain("INITIAL_HEAP");
    }

    /** From 9 to 9.94 per cent. */
    @Test
    void shareThatShouldRiseByLessThanAPercentageRises() {
        heap(900, 900, 497).limit(10_000);
        Advice advice = of(target("-XX:MaxRAMPercentage=9"), Subject.HEAP_SIZE);

        assertThat(advice.conclusion()).isEqualTo(Conclusion.CHANGE);
        assertThat(advice.settings()).singleElement().matches(Setting::isChange);
        assertThat(advice.settings().getFirst().line()).isEqualTo("-Xmx994m");
    }

    /** The heap is aligned to 768 MiB; 75 per cent are 767.5 MiB. */
    @Test
    void shareThatFitsExactlyButForItsAlignmentIsNotChangedToItself() {
        double limit = 767.5 / 0.75;
        double outside = limit / 1.1 - 767.7;
        Advice advice =
                of(
                        heap(768, 700, 200)
                                .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, 700 + outside)
                                .limit(limit)
                                .target("-XX:MaxRAMPercentage=75")
                                .resident(700 * MEBIBYTE),
                        Subject.HEAP_SIZE);

        boolean isChange = advice.conclusion() == Conclusion.CHANGE;
        assertThat(advice.settings().stream().anyMatch(Setting::isChange))
                .as("%s", advice)
                .isEqualTo(isChange);
    }

    @Test
    void cpuLimitThatLostNoTimeIsNotChangedToItself() {
        figures.put(SampleField.CONTAINER_CPU_LIMIT_CORES, _ -> 1.5);
        figures.put(SampleField.CONTAINER_CPU_PERIODS, i -> 10.0 * i);
        figures.put(SampleField.CONTAINER_CPU_THROTTLED_PERIODS, i -> 3.0 * i);
        figures.put(SampleField.CONTAINER_CPU_THROTTLED_SECONDS, _ -> 0);
        assertThat(of(target(), Subject.CPU_LIMIT).conclusion()).isEqualTo(Conclusion.FINE);

        figures.remove(SampleField.CONTAINER_CPU_THROTTLED_SECONDS);
        Advice unknown = of(target(), Subject.CPU_LIMIT);
        assertThat(unknown.toString()).doesNotContain("NaN").doesNotContain("estimate");
    }

    /** Metaspace leaks: something must change, but not the settings. */
    @Test
    void changeOfSomethingElseListsNoPresentSetting() {
        heap(512, 300, 200).limit(700).put(SampleField.CONTAINER_MEMORY_ANON_BYTES, 600);
        figures.put(SampleField.NONHEAP_COMMITTED_BYTES, i -> (40 + 40.0 * i / HOUR) * MEBIBYTE);
        MadeTarget target =
                target("-Xmx512m", "-XX:MaxMetaspaceSize=100m", "-XX:MetaspaceSize=100m");
        Advice advice = of(target, Subject.METASPACE);

        assertThat(advice.conclusion()).isEqualTo(Conclusion.CHANGE);
        assertThat(advice.settings()).noneMatch(Setting::isChange);
        assertThat(new AdviceReport(target.observation(), List.of(advice)).text())
                .doesNotContain("-> 100m");
    }

    @Test
    void changeWithoutANewSettingNamesWhatElseMustChange() {
        for (int seed = 0; seed < TARGETS; seed++) {
            MadePast past = MadePast.of(new Random(seed));
            Recommendations.of(past.observation()).stream()
                    .filter(each -> each.conclusion() == Conclusion.CHANGE)
                    .filter(each -> each.shown().isEmpty() && each.refused().isEmpty())
                    .forEach(
                            each ->
                                    assertThat(each.finding())
                                            .as("%s: %s", past, each)
                                            .containsPattern(ELSEWHERE));
        }
    }
}
