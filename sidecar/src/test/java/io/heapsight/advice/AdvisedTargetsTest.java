/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.advice.MadeTarget.MEBIBYTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.advice.Advice.Conclusion;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.SampleField;
import io.heapsight.unit.ByteSize;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Advice for targets with unusual settings; each once got an answer that killed it. */
class AdvisedTargetsTest {
    private static final int SECONDS = 1800;

    /** In 512 MiB; every twentieth second has a collection of the old generation. */
    private static Map<SampleField, IntToDoubleFunction> figures(
            double heapMax,
            double committed,
            IntToDoubleFunction live,
            IntToDoubleFunction outside) {
        Map<SampleField, IntToDoubleFunction> figures = new EnumMap<>(SampleField.class);
        IntToDoubleFunction used =
                i -> {
                    double lives = live.applyAsDouble(i);
                    return (lives + (committed - lives) * (i % 20) / 20) * MEBIBYTE;
                };
        figures.put(SampleField.HEAP_MAX_BYTES, _ -> heapMax * MEBIBYTE);
        figures.put(SampleField.HEAP_COMMITTED_BYTES, _ -> committed * MEBIBYTE);
        figures.put(SampleField.HEAP_USED_BYTES, used);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> i / 100.0);
        figures.put(
                SampleField.OLD_AFTER_GC_BYTES,
                i -> i % 20 == 0 ? live.applyAsDouble(i) * MEBIBYTE : Double.NaN);
        figures.put(
                SampleField.CONTAINER_MEMORY_ANON_BYTES,
                i -> (committed + outside.applyAsDouble(i)) * MEBIBYTE);
        figures.put(
                SampleField.RESIDENT_BYTES,
                i -> (committed + outside.applyAsDouble(i) + 20) * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, _ -> 512 * MEBIBYTE);
        return figures;
    }

    private static MadeTarget target(
            double heapMax,
            double committed,
            IntToDoubleFunction live,
            IntToDoubleFunction outside) {
        return new MadeTarget(SECONDS, figures(heapMax, committed, live, outside))
                .resident(committed * MEBIBYTE);
    }

    private static Advice of(List<Advice> answer, Subject subject) {
        return answer.stream().filter(each -> each.subject() == subject).findFirst().orElseThrow();
    }

    private static double mebibytes(List<Advice> answer, String name) {
        return answer.stream()
                .flatMap(each -> each.settings().stream())
                .filter(setting -> setting.name().equals(name))
                .mapToDouble(setting -> ByteSize.parse(setting.suggested()).bytes() / MEBIBYTE)
                .findFirst()
                .orElse(Double.NaN);
    }

    @Test
    void limitIsNotLoweredDuringANativeLeak() {
        List<Advice> answer = target(200, 120, _ -> 40, i -> 60 + 0.28 * i).answer();

        assertThat(mebibytes(answer, "memory limit")).isGreaterThanOrEqualTo(512);
        assertThat(of(answer, Subject.MEMORY_LIMIT).conclusion()).isEqualTo(Conclusion.CHANGE);
        assertThat(of(answer, Subject.MEMORY_LIMIT).finding())
                .contains("Memory outside the heap grows by")
                .contains("reaches the limit in");
    }

    private static Advice firstLimit(String collector) {
        Map<SampleField, IntToDoubleFunction> figures = figures(256, 200, _ -> 80, _ -> 130);
        figures.remove(SampleField.CONTAINER_MEMORY_LIMIT_BYTES);
        MadeTarget target =
                new MadeTarget(SECONDS, collector, figures)
                        .java(21)
                        .commandLine("-Xmx256m")
                        .resident(200 * MEBIBYTE);
        return of(target.answer(), Subject.MEMORY_LIMIT);
    }

    /** In a container below 1,792 MiB, the JVM would select Serial at its next start. */
    @Test
    void firstLimitDoesNotChangeTheCollector() {
        assertThat(firstLimit("G1").settings()).isEmpty();
        assertThat(firstLimit("G1").finding()).contains("set the collector in its flags first");
        assertThat(firstLimit("Serial").settings().getFirst().line()).contains("memory: \"425Mi");
    }

    @Test
    void memoryHighIsNoRequestThatALimitMustHold() {
        Map<SampleField, IntToDoubleFunction> figures = figures(200, 120, _ -> 40, _ -> 60);
        figures.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, _ -> 1024 * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_HIGH_BYTES, _ -> 973 * MEBIBYTE);
        figures.put(SampleField.CONTAINER_MEMORY_SOFT_LIMIT_BYTES, _ -> 973 * MEBIBYTE);
        List<Advice> answer =
                new MadeTarget(SECONDS, figures)
                        .commandLine("-Xmx200m")
                        .resident(120 * MEBIBYTE)
                        .answer();

        assertThat(mebibytes(answer, "memory limit")).isBetween(286.0, 400.0);
    }

    @Test
    void smallerHeapKeepsRoomForDirectMemoryAndSetsItsMaximum() {
        List<Advice> answer = target(256, 60, _ -> 8, _ -> 100).answer();

        assertThat(mebibytes(answer, "-Xmx")).isGreaterThanOrEqualTo(100).isLessThan(256);
        assertThat(mebibytes(answer, "-XX:MaxDirectMemorySize")).isEqualTo(256);
    }

    @Test
    void heapLargerThanTheLimitRaisesTheLimitFirst() {
        MadeTarget grown =
                new MadeTarget(SECONDS, figures(384, 384, _ -> 300, _ -> 60))
                        .commandLine("-Xmx384m")
                        .resident(384 * MEBIBYTE);
        List<Advice> answer = grown.answer();

        double limit = mebibytes(answer, "memory limit");
        assertThat(limit).isGreaterThan(600 + 60);
        assertThat(mebibytes(answer, "-Xmx") + 60).isLessThanOrEqualTo(512);
        assertThat(of(answer, Subject.HEAP_SIZE).finding()).contains("raise the limit first");
    }

    @Test
    void linesAreValidForJvmAndManifest() {
        List<Setting> settings =
                target(256, 60, _ -> 8, _ -> 30).answer().stream()
                        .flatMap(each -> each.settings().stream())
                        .filter(Setting::isChange)
                        .toList();

        assertThat(settings)
                .extracting(Setting::line)
                .anyMatch(line -> line.matches("-Xmx\\d+m"))
                .contains("-XX:MaxDirectMemorySize=256m", "-XX:NativeMemoryTracking=summary");
    }

    @Test
    void percentageOfTheLimitStaysAPercentage() {
        Map<SampleField, IntToDoubleFunction> figures = figures(384, 120, _ -> 30, _ -> 80);
        figures.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, _ -> 768 * MEBIBYTE);
        List<Advice> answer =
                new MadeTarget(SECONDS, figures)
                        .commandLine("-XX:MaxRAMPercentage=50")
                        .resident(120 * MEBIBYTE)
                        .answer();

        Setting setting = of(answer, Subject.HEAP_SIZE).settings().getFirst();
        assertThat(setting.name()).isEqualTo("-XX:MaxRAMPercentage");
        assertThat(setting.current()).hasValue("50.0");
        assertThat(setting.line()).matches("-XX:MaxRAMPercentage=(1[6-9]|2\\d)\\.0");
    }

    @Test
    void heapOfGarbageThatExceedsTheLimitIsNoLeak() {
        Map<SampleField, IntToDoubleFunction> figures = figures(1536, 1205, _ -> 36, _ -> 640);
        figures.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, _ -> 2048 * MEBIBYTE);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> i / 1000.0);
        List<Advice> answer =
                new MadeTarget(SECONDS, figures)
                        .commandLine("-XX:MaxRAMPercentage=75")
                        .resident(1205 * MEBIBYTE)
                        .answer();

        assertThat(of(answer, Subject.MEMORY_LIMIT).finding())
                .contains("It is not a leak: 36.0 MiB of the heap's 1.2 GiB live")
                .contains("-XX:MaxRAMPercentage=59.0 -XX:MaxDirectMemorySize=1536m fits");
        assertThat(of(answer, Subject.HEAP_SIZE).settings().getFirst().line())
                .isEqualTo("-XX:MaxRAMPercentage=59.0");
    }

    /** The line that fits also keeps the bound of direct memory. */
    @Test
    void heapOfGarbageIsNoLeakAlthoughDirectMemoryNeedsALargerBound() {
        Map<SampleField, IntToDoubleFunction> figures = figures(1536, 1205, _ -> 36, _ -> 1000);
        figures.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, _ -> 2300 * MEBIBYTE);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> i / 1000.0);
        List<Advice> answer =
                new MadeTarget(SECONDS, figures)
                        .commandLine("-Xmx1536m")
                        .resident(1205 * MEBIBYTE)
                        .answer();

        assertThat(of(answer, Subject.MEMORY_LIMIT).finding())
                .contains("It is not a leak: 36.0 MiB of the heap's 1.2 GiB live")
                .contains("-Xmx1090m -XX:MaxDirectMemorySize=1536m fits");
        assertThat(mebibytes(answer, "-Xmx"))
                .as("alone, it would bound direct memory")
                .isEqualTo(1536);
    }

    @Test
    void growingLiveSetIsNotCalledNoLeak() {
        Map<SampleField, IntToDoubleFunction> figures =
                figures(1536, 1205, i -> 36 + 0.3 * i, _ -> 640);
        figures.put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, _ -> 2048 * MEBIBYTE);
        List<Advice> answer =
                new MadeTarget(SECONDS, figures)
                        .commandLine("-XX:MaxRAMPercentage=75")
                        .resident(1205 * MEBIBYTE)
                        .answer();

        assertThat(answer.toString()).doesNotContain("not a leak");
    }

    @Test
    void collectorWith14PercentPauseTimeIsNotFine() {
        Map<SampleField, IntToDoubleFunction> figures = figures(120, 120, _ -> 80, _ -> 60);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> 0.15 * i);
        Advice collector = of(new MadeTarget(SECONDS, "G1", figures).answer(), Subject.COLLECTOR);

        assertThat(collector.conclusion()).isEqualTo(Conclusion.CHANGE);
        assertThat(collector.finding())
                .contains("G1 stops the application for 15 % of the time")
                .contains("the heap is small for its live set: see heap-size");
    }

    @Test
    void zgcOfJdk11NeedsToBeUnlocked() {
        Map<SampleField, IntToDoubleFunction> figures = new EnumMap<>(SampleField.class);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> Math.floor(i / 100.0) * 2);
        figures.put(
                SampleField.OLD_AFTER_GC_BYTES, i -> i % 100 == 0 ? 1000 * MEBIBYTE : Double.NaN);
        figures.put(SampleField.HEAP_MAX_BYTES, _ -> 8192 * MEBIBYTE);
        Advice advice =
                new MadeTarget(SECONDS, "G1", figures)
                        .java(11)
                        .flags(" double ZCollectionInterval = 0.0 {product} {default}")
                        .advice(new CollectorAdvisor());

        assertThat(advice.finding()).contains("Its JDK has ZGC");
        assertThat(advice.settings().getFirst().line())
                .isEqualTo("-XX:+UnlockExperimentalVMOptions -XX:+UseZGC");
    }

    @Test
    void heapIsNotSetBelowItsInitialSize() {
        List<Advice> answer =
                target(600, 600, _ -> 60, _ -> 60).commandLine("-Xmx600m", "-Xms600m").answer();

        assertThat(mebibytes(answer, "-Xmx")).isEqualTo(600);
    }

    @Test
    void oneObjectOf60MebibytesFitsBesideTheLiveSet() {
        Map<SampleField, IntToDoubleFunction> figures = figures(600, 275, _ -> 95, _ -> 60);
        figures.put(SampleField.OLD_PERCENT, i -> i % 20 == 0 ? 17 : 50);
        figures.put(SampleField.HEAP_USED_BYTES, i -> (i % 20 == 0 ? 95 : 275) * MEBIBYTE);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> Math.floorDiv(i, 20) / 10.0);
        List<Advice> answer = new MadeTarget(SECONDS, figures).resident(275 * MEBIBYTE).answer();

        assertThat(mebibytes(answer, "-Xmx")).isGreaterThanOrEqualTo(275);
    }
}
