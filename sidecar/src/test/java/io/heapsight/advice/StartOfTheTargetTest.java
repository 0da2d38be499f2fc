/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.advice.MadeTarget.MEBIBYTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.advice.Advice.Setting;
import io.heapsight.advice.Advice.Subject;
import io.heapsight.jstat.SampleField;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** The target starts with each line of the advice, and with the collector that it had. */
class StartOfTheTargetTest {
    private static final int HOUR = 3600;

    private final Map<SampleField, IntToDoubleFunction> figures = new EnumMap<>(SampleField.class);

    private StartOfTheTargetTest put(SampleField field, double mebibytes) {
        figures.put(field, _ -> mebibytes * MEBIBYTE);
        return this;
    }

    /** A full heap, with 150 MiB outside. */
    private StartOfTheTargetTest heap(double max, double live) {
        figures.put(
                SampleField.OLD_AFTER_GC_BYTES, i -> i % 60 == 59 ? live * MEBIBYTE : Double.NaN);
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> i / 1000.0);
        return put(SampleField.HEAP_MAX_BYTES, max)
                .put(SampleField.HEAP_COMMITTED_BYTES, max)
                .put(SampleField.HEAP_USED_BYTES, (max + live) / 2)
                .put(SampleField.CONTAINER_MEMORY_ANON_BYTES, max + 150);
    }

    private StartOfTheTargetTest limit(double mebibytes) {
        return put(SampleField.CONTAINER_MEMORY_LIMIT_BYTES, mebibytes);
    }

    private MadeTarget target(String collector, String... options) {
        return new MadeTarget(HOUR, collector, figures).commandLine(options);
    }

    private static Advice of(MadeTarget target, Subject subject) {
        return target.answer().stream()
                .filter(each -> each.subject() == subject)
                .findFirst()
                .orElseThrow();
    }

    /** -Xms is in an environment that can't be read. */
    @Test
    void heapIsNotSetBelowALeastSizeThatOnlyTheJvmReports() {
        heap(1024, 100).limit(2048);
        MadeTarget target =
                target("Serial", "-Xmx1024m")
                        .flags("   size_t MinHeapSize = 1073741824 {product} {command line}");
        Advice advice = of(target, Subject.HEAP_SIZE);

        assertThat(advice.settings()).noneMatch(Setting::isChange);
        assertThat(advice.refused())
                .singleElement()
                .satisfies(each -> assertThat(each.because()).startsWith("-Xms is 1.0 GiB"));
    }

    @Test
    void collectorOfAFlagIsReplacedNotAdded() {
        figures.put(SampleField.GC_PAUSE_SECONDS, i -> Math.floor(i / 100.0) * 2);
        figures.put(
                SampleField.OLD_AFTER_GC_BYTES, i -> i % 100 == 0 ? 1000 * MEBIBYTE : Double.NaN);
        put(SampleField.HEAP_MAX_BYTES, 8192);
        String zgc = " double ZCollectionInterval = 0.0 {product} {default}";

        assertThat(of(target("G1", "-XX:+UseG1GC").flags(zgc), Subject.COLLECTOR).finding())
                .contains(
                        "Replace -XX:+UseG1GC (the command line): the JVM does not start with two collectors.");
        assertThat(of(target("G1").flags(zgc), Subject.COLLECTOR).finding())
                .contains("ZGC would help")
                .doesNotContain("Replace");
    }

    private Advice limitOfSerial(double cpus, int java, String... options) {
        heap(1500, 900).limit(1700);
        figures.put(SampleField.CONTAINER_CPU_LIMIT_CORES, _ -> cpus);
        return of(target("Serial", options).java(java), Subject.MEMORY_LIMIT);
    }

    /** G1 needs more memory outside the heap than the limit was computed for. */
    @Test
    void limitThatMakesTheJvmAServerNamesItsOtherCollector() {
        assertThat(limitOfSerial(2, 21, "-Xmx1500m").finding())
                .contains(
                        "the JVM may select G1 instead of Serial: add -XX:+UseSerialGC to keep it");
        assertThat(limitOfSerial(1, 21, "-Xmx1500m").finding()).doesNotContain("G1");
        assertThat(limitOfSerial(2, 21, "-Xmx1500m", "-XX:+UseSerialGC").finding())
                .doesNotContain("G1");
    }

    private Advice cpusOfSerial(double limit, double memory) {
        heap(512, 250).limit(memory);
        figures.put(SampleField.CONTAINER_CPU_LIMIT_CORES, _ -> limit);
        figures.put(SampleField.CONTAINER_CPU_PERIODS, i -> 10.0 * i);
        figures.put(SampleField.CONTAINER_CPU_THROTTLED_PERIODS, i -> 3.0 * i);
        figures.put(SampleField.CONTAINER_CPU_THROTTLED_SECONDS, i -> 0.3 * i);
        return of(target("Serial", "-Xmx512m").java(17), Subject.CPU_LIMIT);
    }

    @Test
    void secondCpuThatMakesTheJvmAServerNamesItsOtherCollector() {
        assertThat(cpusOfSerial(1, 2048).finding())
                .contains(
                        "the JVM may select G1 instead of Serial: add -XX:+UseSerialGC to keep it");
        assertThat(cpusOfSerial(1, 1024).finding()).doesNotContain("G1");
        assertThat(cpusOfSerial(0.5, 2048).finding()).doesNotContain("G1");
    }
}
