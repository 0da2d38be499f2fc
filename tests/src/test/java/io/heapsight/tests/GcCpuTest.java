/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Cover;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the CPU time of GC threads with the JVM's own times, after a program has allocated for
 * some seconds: those in a thread dump, with full names, and on JDK 25 and later those in its
 * counters.
 */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class GcCpuTest {
    private static final int FIRST_WITH_COUNTERS = 25;
    private static final double SHARE = 0.02;
    private static final double LEAST_SECONDS = 0.02;

    /** {@code "G1 Conc#0" os_prio=0 cpu=311.25ms elapsed=…}; Java threads have a number. */
    private static final Pattern THREAD =
            Pattern.compile("(?m)^\"([^\"]+)\" (?:#\\d+ .*?)?os_prio=\\S+ cpu=([\\d.]+)ms ");

    private static final Pattern COUNTER =
            Pattern.compile("(?m)^sun\\.threads\\.cpu_time\\.(\\w+)=(\\d+)");

    /** Kinds by the full name of threads, on JDK 11 and later. */
    private static final Map<String, Pattern> KINDS =
            Map.of(
                    "parallel",
                    Pattern.compile(
                            "(Par)?GC Thread#\\d+|[XZ]Worker(Young|Old)?#\\d+|RuntimeWorker#\\d+"
                                    + "|Shenandoah GC Threads#\\d+|ShenWorker#\\d+"),
                    "concurrent-mark",
                    Pattern.compile("G1 Conc#\\d+|G1 Main Marker|CMS (Main )?Thread.*"),
                    "concurrent-refine",
                    Pattern.compile("G1 Refine.*"),
                    "service",
                    Pattern.compile(
                            "G1 Service|G1 Young RemSet Sampling"
                                    + "|[XZ](Driver|Director|Stat|Unmapper|Uncommitter).*"
                                    + "|Shen(andoah)? ?(Control|Regulator|Uncommit).*"),
                    "vm",
                    Pattern.compile("VM Thread"),
                    "compiler",
                    Pattern.compile("C[12] CompilerThread\\d+"));

    /** The counter of marking is some per cent above the times of its threads. */
    private static final Map<String, String> COUNTERS =
            Map.of("parallel", "gc_parallel_workers", "vm", "vm");

    static Stream<Arguments> rows() {
        List<Arguments> rows = new ArrayList<>();
        rows.add(Arguments.of(Jdk.JDK_17, Collector.G1));
        rows.add(Arguments.of(Jdk.JDK_21, Collector.ZGC));
        rows.add(Arguments.of(Jdk.JDK_25, Collector.SHENANDOAH));
        rows.add(Arguments.of(Jdk.JDK_27, Collector.G1));
        if (Cover.isFull()) {
            rows.add(Arguments.of(Jdk.JDK_11, Collector.G1));
            rows.add(Arguments.of(Jdk.JDK_11, Collector.PARALLEL));
            rows.add(Arguments.of(Jdk.JDK_11, Collector.CMS));
            rows.add(Arguments.of(Jdk.JDK_17, Collector.ZGC));
            rows.add(Arguments.of(Jdk.JDK_21, Collector.ZGC_GENERATIONAL));
            rows.add(Arguments.of(Jdk.JDK_25, Collector.PARALLEL));
            rows.add(Arguments.of(Jdk.JDK_25, Collector.SERIAL));
            rows.add(Arguments.of(Jdk.JDK_26, Collector.SHENANDOAH));
            rows.add(Arguments.of(Jdk.JDK_26, Collector.ZGC));
            rows.add(Arguments.of(Jdk.JDK_27, Collector.SHENANDOAH));
        }
        return rows.stream();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("rows")
    void timesEqualThoseOfTheJvm(Jdk jdk, Collector collector) {
        TargetSpec spec =
                TargetSpec.of(jdk, "Paused")
                        .with(collector)
                        .withFlags("-Xms96m", "-Xmx96m", "-XX:ActiveProcessorCount=3")
                        .withArguments("8", "120");
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            sidecar.attachedCaller();
            target.exec("touch", "/tmp/go").outOrThrow();
            target.awaitOutput("DONE", Duration.ofSeconds(60));
            Map<String, Double> expected = byName(target.jcmd("1", "Thread.print").outOrThrow());
            assertThat(expected).containsKey("vm").containsKey("compiler");
            Awaitility.await().untilAsserted(() -> assertTimes(sidecar, expected));

            if (jdk.version() >= FIRST_WITH_COUNTERS) {
                assertCounters(target, times(MetricsText.of(sidecar.caller())));
            }
            Said.assertUntouched(target);
        }
    }

    private static void assertTimes(SidecarContainer sidecar, Map<String, Double> expected) {
        MetricsText page = MetricsText.of(sidecar.caller());
        Map<String, Double> times = times(page);
        expected.forEach(
                (kind, seconds) -> {
                    if (kind.equals("compiler")) { // threads that have ended count, too
                        double all = page.valueOrThrow("jvm_compiler_cpu_seconds_total");
                        assertThat(all).isGreaterThanOrEqualTo(seconds - LEAST_SECONDS);
                    } else {
                        assertThat(times).containsKey(kind);
                        assertThat(times.get(kind)).as(kind).isCloseTo(seconds, around(seconds));
                    }
                });
        double gc = times.values().stream().mapToDouble(each -> each).sum();
        assertThat(gc)
                .isPositive()
                .isLessThanOrEqualTo(page.valueOrThrow("process_cpu_seconds_total"));
    }

    /** The counters of workers are as of the last collection: the program has rested since. */
    private static void assertCounters(TargetContainer target, Map<String, Double> times) {
        Map<String, Double> counters = new TreeMap<>();
        Matcher lines = COUNTER.matcher(target.jcmd("1", "PerfCounter.print").outOrThrow());
        while (lines.find()) {
            counters.put(lines.group(1), Long.parseLong(lines.group(2)) / 1e9);
        }
        assertThat(counters).containsKey("vm");
        COUNTERS.forEach(
                (kind, counter) -> {
                    if (counters.containsKey(counter)) {
                        double seconds = counters.get(counter);
                        assertThat(times.get(kind)).as(counter).isCloseTo(seconds, around(seconds));
                    }
                });
    }

    private static Offset<Double> around(double seconds) {
        return within(Math.max(LEAST_SECONDS, SHARE * seconds));
    }

    private static Map<String, Double> times(MetricsText page) {
        Map<String, Double> times = new TreeMap<>();
        for (MetricsText.Line line : page.lines("jvm_gc_cpu_seconds_total")) {
            times.put(line.labels().replaceAll(".*kind=\"([^\"]*)\".*", "$1"), line.value());
        }
        return times;
    }

    /** Seconds by kind, in a thread dump. */
    private static Map<String, Double> byName(String dump) {
        Map<String, Double> times = new TreeMap<>();
        Matcher threads = THREAD.matcher(dump);
        while (threads.find()) {
            double seconds = Double.parseDouble(threads.group(2)) / 1e3;
            KINDS.forEach(
                    (kind, names) -> {
                        if (names.matcher(threads.group(1)).matches()) {
                            times.merge(kind, seconds, Double::sum);
                        }
                    });
        }
        return times;
    }
}
