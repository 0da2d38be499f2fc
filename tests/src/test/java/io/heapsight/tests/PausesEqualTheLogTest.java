/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.tests.harness.AtOnce;
import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Cover;
import io.heapsight.tests.harness.GcPauseLog;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Quiet;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.StartsFirst;
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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Compares the histogram of pauses with the target's GC log, at a few collections a second. */
@NeedsDocker
@Quiet
@StartsFirst
class PausesEqualTheLogTest {
    private static final int SECONDS = 20;
    private static final Pattern VALUE = Pattern.compile("\"values\"\\s*:\\s*\\[\\s*([\\d.Ee-]+)");
    private static final Pattern LABEL = Pattern.compile("(cause|le)=\"([^\"]*)\"");

    /**
     * Between the start of the log's timer and that of the counters', a busy machine runs others.
     */
    private static final double APART_SECONDS = 2e-3;

    /** Rounding of the counters' two timers. */
    private static final double ROUNDED_SECONDS = 20e-6;

    private static final double SHARE = 0.01;

    /** Least share of pauses that are in buckets. */
    private static final double SINGLE = 0.99;

    private static final double MOST_UNKNOWN = 0.05;

    /** As many at a time make a machine of two cores busy. */
    private static final int BUSY = 3;

    private record Row(Jdk jdk, Collector collector) {}

    /**
     * What the sidecar and the log show of the same pauses.
     *
     * @param earlier page from before the pauses
     * @param longest pause in the samples
     */
    private record Seen(MetricsText earlier, MetricsText page, GcPauseLog log, double longest) {
        double count() {
            return sum("jvm_gc_duration_seconds_count");
        }

        double merged() {
            return sum("jvm_gc_pauses_merged_total");
        }

        double collectionSeconds() {
            return sum("jvm_gc_collection_seconds_sum")
                    - earlier.lines("jvm_gc_collection_seconds_sum").stream()
                            .mapToDouble(MetricsText.Line::value)
                            .sum();
        }

        double seconds() {
            return sum("jvm_gc_duration_seconds_sum") + sum("jvm_gc_pauses_merged_seconds_total");
        }

        boolean hasAll() {
            return count() + merged() == log.pauses().size();
        }

        private double sum(String name) {
            return page.lines(name).stream().mapToDouble(MetricsText.Line::value).sum();
        }

        /** Values by a label, summed over the others. */
        Map<String, Double> by(String label, String name) {
            Map<String, Double> sums = new TreeMap<>();
            for (MetricsText.Line line : page.lines(name)) {
                Matcher labels = LABEL.matcher(line.labels());
                while (labels.find()) {
                    if (labels.group(1).equals(label)) {
                        sums.merge(labels.group(2), line.value(), Double::sum);
                    }
                }
            }
            return sums;
        }
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        List<Collector> collectors = List.of(Collector.SERIAL, Collector.PARALLEL, Collector.G1);
        for (int i = 0; i < collectors.size(); i++) {
            for (Jdk jdk : Cover.jdks(i)) {
                rows.add(new Row(jdk, collectors.get(i)));
            }
        }
        rows.add(new Row(Jdk.JDK_25, Collector.G1));
        rows.add(new Row(Jdk.JDK_8, Collector.CMS));
        rows.add(new Row(Jdk.JDK_17, Collector.ZGC));
        rows.add(new Row(Jdk.JDK_25, Collector.ZGC));
        return rows.stream().distinct().toList();
    }

    @TestFactory
    Stream<DynamicTest> pausesEqualTheLog() {
        return AtOnce.run(BUSY, rows(), row -> compare(row, watch(row)));
    }

    private static Seen watch(Row row) {
        TargetSpec spec =
                TargetSpec.of(row.jdk, "Paused")
                        .with(row.collector)
                        .withFlags("-Xms96m", "-Xmx96m")
                        .withFlags(GcPauseLog.flags(row.jdk))
                        .withArguments(String.valueOf(SECONDS), "80");
        try (TargetContainer target = TargetContainer.start(spec);
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> !page(sidecar).lines("jvm_gc_pauses_merged_total").isEmpty());
            MetricsText earlier = page(sidecar);
            int before = GcPauseLog.of(target).pauses().size();
            target.exec("touch", "/tmp/go").outOrThrow();
            target.awaitOutput("DONE", Duration.ofSeconds(4 * SECONDS));
            Seen[] seen = new Seen[1];
            Awaitility.await()
                    .pollInterval(Duration.ofSeconds(1))
                    .until(
                            () -> {
                                MetricsText page = page(sidecar);
                                GcPauseLog log = GcPauseLog.of(target).after(before);
                                seen[0] = new Seen(earlier, page, log, longest(sidecar));
                                return seen[0].hasAll();
                            });
            return seen[0];
        }
    }

    /** The longest pause in the samples of the last minutes. */
    private static double longest(SidecarContainer sidecar) {
        String path = "/samples?seconds=120&points=600&fields=gcLongestPauseSeconds&format=json";
        return VALUE.matcher(sidecar.caller().get(path).body())
                .results()
                .mapToDouble(match -> Double.parseDouble(match.group(1)))
                .max()
                .orElse(Double.NaN);
    }

    private static MetricsText page(SidecarContainer sidecar) {
        return MetricsText.of(sidecar.caller());
    }

    private static void compare(Row row, Seen seen) {
        GcPauseLog log = seen.log;
        int all = log.pauses().size();
        double longest =
                log.pauses().stream().mapToDouble(GcPauseLog.Pause::seconds).max().orElse(0);
        assertThat(all).isGreaterThan(20);
        assertThat(seen.seconds())
                .isCloseTo(log.seconds(), within(APART_SECONDS * all + SHARE * log.seconds()))
                .isCloseTo(seen.collectionSeconds(), within(ROUNDED_SECONDS * all));
        assertThat(seen.longest()).isCloseTo(longest, within(APART_SECONDS + SHARE * longest));
        if (row.collector != Collector.ZGC) { // three pauses within milliseconds
            assertThat(seen.count()).isGreaterThanOrEqualTo(SINGLE * all);
        }
        seen.by("le", "jvm_gc_duration_seconds_bucket")
                .forEach((bound, count) -> assertBucket(seen, bound, count));
        seen.by("cause", "jvm_gc_duration_seconds_count")
                .forEach((cause, count) -> assertCause(row, seen, cause, count));
    }

    /** The bucket has the log's pauses up to its bound, except for those next to the bound. */
    private static void assertBucket(Seen seen, String bound, double count) {
        double seconds = bound.equals("+Inf") ? Double.MAX_VALUE : Double.parseDouble(bound);
        double least = seen.log.upTo(seconds * (1 - SHARE) - APART_SECONDS) - seen.merged();
        double most = seen.log.upTo(seconds * (1 + SHARE) + APART_SECONDS);
        assertThat(count).as("pauses up to %s", bound).isBetween(least, most);
    }

    private static void assertCause(Row row, Seen seen, String cause, double count) {
        double logged = seen.log.with(cause);
        if (row.collector == Collector.PARALLEL && cause.equals("Allocation Failure")) {
            logged += seen.log.with("Ergonomics"); // after a young collection
        }
        if (row.collector == Collector.ZGC) {
            return; // the log shows the causes of cycles
        }
        if (cause.equals("unknown")) {
            assertThat(count).isLessThanOrEqualTo(1 + MOST_UNKNOWN * seen.log.pauses().size());
        } else {
            assertThat(count).as(cause).isLessThanOrEqualTo(logged);
        }
    }
}
