/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.gc.GcActivity;
import io.heapsight.gc.GcActivity.CauseTotal;
import io.heapsight.gc.GcActivity.FullCollections;
import io.heapsight.gc.GcActivity.GcHeap;
import io.heapsight.gc.GcActivity.GcOverhead;
import io.heapsight.gc.GcActivity.PauseTotals;
import io.heapsight.gc.GcActivity.Quantile;
import io.heapsight.gc.GcCauseClassifier;
import io.heapsight.gc.GcEnvironment;
import io.heapsight.gclog.GcLogSummary.GcLogPoint;
import io.heapsight.gclog.GcLogSummary.PauseTimes;
import io.heapsight.gclog.GcLogSummary.PausesByCause;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts the summary of a log to the activity from which the findings are derived. */
final class GcLogActivity {
    private static final double MINUTE = 60;
    private static final Pattern FEATURE = Pattern.compile("^(?:1\\.)?(\\d{1,3})");

    private GcLogActivity() {}

    static GcActivity of(GcLogSummary log) {
        return new GcActivity(
                log.jvm().collector(),
                jdkFeature(log.jvm().version()),
                log.seconds(),
                totals(log),
                log.byCause().stream().map(GcLogActivity::cause).toList(),
                log.lastPauses(),
                full(log),
                heap(log),
                new GcOverhead(
                        log.overhead(), worstMinute(log), log.heap().cpuSeconds(), Double.NaN),
                log.troubles(),
                environment(log),
                log.notes());
    }

    private static int jdkFeature(String version) {
        Matcher matcher = FEATURE.matcher(version);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    private static PauseTotals totals(GcLogSummary log) {
        PauseTimes all = log.pauses();
        if (!log.showsPauses()) {
            return PauseTotals.UNKNOWN;
        }
        return new PauseTotals(
                all.count(),
                all.seconds(),
                all.longestSeconds(),
                Quantile.exactly(all.p50Seconds()),
                Quantile.exactly(all.p99Seconds()),
                0,
                all.longOnes());
    }

    private static CauseTotal cause(PausesByCause each) {
        return new CauseTotal(
                "Pause " + each.name(),
                each.cause().isEmpty() ? "unknown" : each.cause(),
                each.times().count(),
                each.times().seconds());
    }

    private static FullCollections full(GcLogSummary log) {
        List<PausesByCause> full =
                log.byCause().stream().filter(each -> each.kind() == GcCycleKind.FULL).toList();
        List<PausesByCause> requested =
                full.stream().filter(each -> GcCauseClassifier.isRequested(each.cause())).toList();
        return new FullCollections(
                count(full),
                seconds(full),
                count(requested),
                seconds(requested),
                full.isEmpty() ? Double.NaN : log.heap().liveBytes());
    }

    private static long count(List<PausesByCause> pauses) {
        return pauses.stream().mapToLong(each -> each.times().count()).sum();
    }

    private static double seconds(List<PausesByCause> pauses) {
        return pauses.stream().mapToDouble(each -> each.times().seconds()).sum();
    }

    private static GcHeap heap(GcLogSummary log) {
        return new GcHeap(
                log.jvm().maxHeapBytes(),
                log.heap().lastCapacityBytes(),
                log.heap().liveBytes(),
                log.heap().allocationRate(),
                log.heap().promotionRate(),
                List.of(),
                log.heap().isAllocatedAtLeast());
    }

    /**
     * The largest share of pauses in a minute; NaN if the log is shorter, its spans are longer, or
     * it lacks pauses.
     */
    private static double worstMinute(GcLogSummary log) {
        double span = log.points().isEmpty() ? Double.NaN : log.points().getFirst().spanSeconds();
        if (!(log.seconds() >= MINUTE) || !(span <= MINUTE) || !log.showsPauses()) {
            return Double.NaN;
        }
        List<GcLogPoint> points = log.points();
        double worst = 0;
        double sum = 0;
        int from = 0;
        for (GcLogPoint point : points) {
            sum += point.pauseSeconds();
            while (point.seconds() - points.get(from).seconds() >= MINUTE) {
                sum -= points.get(from++).pauseSeconds();
            }
            worst = Math.max(worst, sum / MINUTE);
        }
        return Math.min(1, worst);
    }

    private static GcEnvironment environment(GcLogSummary log) {
        GcLogSummary.GcLogJvm jvm = log.jvm();
        GcEnvironment unknown = GcEnvironment.UNKNOWN;
        Map<String, String> flags =
                Double.isNaN(jvm.regionBytes())
                        ? Map.of()
                        : Map.of("G1HeapRegionSize", Long.toString((long) jvm.regionBytes()));
        return new GcEnvironment(
                known(jvm.cpus()),
                known(jvm.parallelWorkers()),
                known(jvm.concurrentWorkers()),
                unknown.throttledRatio(),
                unknown.cpuPressureRatio(),
                unknown.memoryPressureRatio(),
                unknown.memoryLimitBytes(),
                unknown.swapBytes(),
                unknown.metaspaceBytes(),
                flags);
    }

    private static double known(int number) {
        return number == 0 ? Double.NaN : number;
    }
}
