/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import io.heapsight.gc.GcActivity.CauseTotal;
import io.heapsight.gc.GcActivity.FullCollections;
import io.heapsight.gc.GcActivity.GcHeap;
import io.heapsight.gc.GcActivity.GcOverhead;
import io.heapsight.gc.GcActivity.HeapSpace;
import io.heapsight.gc.GcActivity.PauseTotals;
import io.heapsight.gc.GcActivity.Quantile;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An activity for tests: a healthy G1, in which a test changes some figures. */
public final class GcActivities {
    private static final double MIB = 1 << 20;

    String collector = "G1";
    int jdk = 25;
    double period = 600;
    double pauses = 60;
    double longest = 0.03;
    double p50 = 0.005;
    double p99 = 0.03;
    LongPauseTotals longOnes = LongPauseTotals.NONE;
    double full = 0;
    double fullSeconds = 0;
    double requestedFull = 0;
    double requestedSeconds = 0;
    double max = 1024 * MIB;
    double live = 100 * MIB;
    double allocated = 50 * MIB;
    double promoted = MIB / 10;
    double wall = 0.001;
    double worstMinute = 0.002;
    double cpuSeconds = 2;
    double cpuRatio = 0.02;
    double cpus = 2;
    double threads = 2;
    double concurrentThreads = 1;
    double throttled = 0;
    double cpuPressure = 0;
    double memoryPressure = 0;
    double swap = 0;
    double metaspace = Double.NaN;
    final Map<Trouble, Occurrences> troubles = new EnumMap<>(Trouble.class);
    final Map<String, String> flags = new HashMap<>();
    List<GcCaller> callers = List.of();
    List<CauseTotal> causes = List.of();

    /** A target that calls System.gc() ten times a minute. */
    public static GcActivity explicit() {
        GcActivities seen = new GcActivities();
        seen.troubles.put(Trouble.EXPLICIT_GC, new Occurrences(100, 12, 0.25));
        seen.flags.put("ParallelGCThreads", "2");
        seen.full = 100;
        seen.fullSeconds = 12;
        seen.requestedFull = 100;
        seen.requestedSeconds = 12;
        seen.wall = 0.02;
        return seen.activity();
    }

    /** Collections leave 61 of 72 MiB in use, and take 15 % of the time. */
    public static GcActivity fullHeap() {
        GcActivities seen = new GcActivities();
        seen.max = 72 * MIB;
        seen.live = 61 * MIB;
        seen.wall = 0.15;
        return seen.activity();
    }

    /** Nothing is wrong with it. */
    public static GcActivity healthy() {
        return new GcActivities().activity();
    }

    /** Observed for 10 seconds only. */
    public static GcActivity brief() {
        GcActivities seen = new GcActivities();
        seen.period = 10;
        return seen.activity();
    }

    /** Pauses of 10 ms. */
    static CauseTotal cause(String collector, String cause, double count) {
        return new CauseTotal(collector, cause, count, 0.01 * count);
    }

    private static GcEvent event(double seconds) {
        return new GcEvent(
                Optional.of(Instant.parse("2026-11-28T12:00:00Z")),
                1234.5,
                1,
                seconds,
                "G1 Young Generation",
                "G1 Evacuation Pause",
                Double.NaN,
                Double.NaN,
                Double.NaN);
    }

    GcActivity activity() {
        return new GcActivity(
                collector,
                jdk,
                period,
                new PauseTotals(
                        pauses,
                        wall * period,
                        longest,
                        new Quantile(p50, 2 * p50),
                        Quantile.exactly(p99),
                        0,
                        longOnes),
                causes.isEmpty()
                        ? List.of(cause("G1 Young Generation", "G1 Evacuation Pause", pauses))
                        : causes,
                List.of(event(longest)),
                new FullCollections(full, fullSeconds, requestedFull, requestedSeconds, live),
                new GcHeap(
                        max,
                        max / 2,
                        live,
                        allocated,
                        promoted,
                        List.of(new HeapSpace("G1 Eden Space", 10 * MIB, 40 * MIB)),
                        false),
                new GcOverhead(wall, worstMinute, cpuSeconds, cpuRatio),
                new GcTroubles(troubles, callers),
                new GcEnvironment(
                        cpus,
                        threads,
                        concurrentThreads,
                        throttled,
                        cpuPressure,
                        memoryPressure,
                        2048 * MIB,
                        swap,
                        metaspace,
                        flags),
                List.of());
    }
}
