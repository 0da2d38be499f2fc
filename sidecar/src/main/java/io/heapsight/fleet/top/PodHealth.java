/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.top;

import io.heapsight.memory.Forecast;
import io.heapsight.memory.MemoryForecast;
import io.heapsight.stats.Estimate;
import io.heapsight.unit.ByteSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The symptoms of one pod; NaN for unknown figures.
 *
 * @param pod namespace and name
 * @param limitRatio present working set as a share of the memory limit
 * @param heldRatio present memory that the kernel can't reclaim, as a share of the memory limit
 * @param leak memory that keeps growing; empty if none does, or it is unknown
 * @param gcRatio share of the last minutes in stop-the-world collections
 * @param gcCpuRatio share of the CPU time in the collector's threads
 * @param longestPauseSeconds in the window; a lower bound if it is from a histogram
 * @param throttledRatio share of throttled CPU periods in the window
 * @param oomKills in the window
 * @param restarts in the window
 */
public record PodHealth(
        String pod,
        double limitRatio,
        double heldRatio,
        Optional<Leak> leak,
        double gcRatio,
        double gcCpuRatio,
        double longestPauseSeconds,
        double throttledRatio,
        double oomKills,
        double restarts) {
    private static final double NEAR_LIMIT = 0.9;

    /** Severity of a working set near the limit that may be page cache. */
    private static final double MAY_BE_CACHE = 1.01;

    private static final double MUCH_GC = 0.1;
    private static final double MUCH_GC_CPU = 0.2;
    private static final double LONG_PAUSE_SECONDS = 1;
    private static final double MUCH_THROTTLED = 0.25;
    private static final double SECONDS_PER_HOUR = 3600;
    private static final double SOON_HOURS = 24;
    private static final double OOM_KILL = 4;
    private static final double RESTART = 1.5;

    /**
     * Memory that keeps growing.
     *
     * @param what grows: "live set", "outside the heap"
     * @param bytesPerHour with its interval
     * @param hoursToEnd until the heap or the limit is full; empty if it is unknown
     */
    public record Leak(String what, Estimate bytesPerHour, Optional<Estimate> hoursToEnd) {
        /** Returns the fastest growth of a forecast; empty if nothing grows. */
        public static Optional<Leak> of(MemoryForecast forecast) {
            return Stream.of(
                            leak("live set", forecast.kept()),
                            leak("outside the heap", forecast.outside()))
                    .flatMap(Optional::stream)
                    .min(Comparator.comparingDouble(Leak::hours));
        }

        private static Optional<Leak> leak(String what, Forecast forecast) {
            return forecast.verdict() == Forecast.Verdict.GROWING
                    ? forecast.bytesPerSecond()
                            .map(
                                    slope ->
                                            new Leak(
                                                    what,
                                                    slope.map(each -> SECONDS_PER_HOUR * each),
                                                    seconds(forecast)
                                                            .map(
                                                                    each ->
                                                                            each.map(
                                                                                    it ->
                                                                                            it
                                                                                                    / SECONDS_PER_HOUR))))
                    : Optional.empty();
        }

        private static Optional<Estimate> seconds(Forecast forecast) {
            return forecast.secondsToLimit()
                    .or(() -> forecast.end().flatMap(Forecast.End::seconds));
        }

        double hours() {
            return hoursToEnd.map(Estimate::value).orElse(Double.MAX_VALUE);
        }
    }

    /**
     * A symptom.
     *
     * @param severity at least 1 for a finding
     */
    private record Symptom(double severity, String words) {}

    private List<Symptom> symptoms() {
        List<Symptom> all = new ArrayList<>();
        if (oomKills > 0) {
            all.add(new Symptom(OOM_KILL + oomKills / 10, times(oomKills, "OOM kill")));
        }
        double others = restarts - (oomKills > 0 ? oomKills : 0);
        if (others > 0) {
            all.add(new Symptom(RESTART + others / 10, times(others, "restart")));
        }
        ofLimit().ifPresent(all::add);
        leak.ifPresent(each -> all.add(ofLeak(each)));
        all.add(new Symptom(gcRatio / MUCH_GC, percent(gcRatio) + " of the time in collections"));
        all.add(new Symptom(gcCpuRatio / MUCH_GC_CPU, percent(gcCpuRatio) + " of the CPU for GC"));
        all.add(
                new Symptom(
                        longestPauseSeconds / LONG_PAUSE_SECONDS,
                        "a pause of at least " + seconds(longestPauseSeconds)));
        all.add(
                new Symptom(
                        throttledRatio / MUCH_THROTTLED,
                        percent(throttledRatio) + " of its CPU periods throttled"));
        return all.stream()
                .filter(each -> each.severity() > 0)
                .sorted(Comparator.comparingDouble(Symptom::severity).reversed())
                .toList();
    }

    /** Page cache is no danger; memory that is neither page cache nor the JVM's may be a tmpfs. */
    private Optional<Symptom> ofLimit() {
        double held = Double.isNaN(heldRatio) ? limitRatio : heldRatio;
        double above = Math.max(0, held - NEAR_LIMIT) / (1 - NEAR_LIMIT);
        double severity = held / NEAR_LIMIT + 2 * above;
        if (limitRatio > NEAR_LIMIT && severity < MAY_BE_CACHE) {
            return Optional.of(
                    new Symptom(
                            MAY_BE_CACHE,
                            percent(limitRatio)
                                    + " of its memory limit, some of it page cache or a tmpfs"));
        }
        return Double.isNaN(severity)
                ? Optional.empty()
                : Optional.of(new Symptom(severity, percent(held) + " of its memory limit"));
    }

    private static Symptom ofLeak(Leak leak) {
        String grows =
                "%s grows by %s an hour".formatted(leak.what(), size(leak.bytesPerHour().value()));
        return leak.hoursToEnd()
                .map(
                        hours ->
                                new Symptom(
                                        1
                                                + Math.min(
                                                        3,
                                                        SOON_HOURS
                                                                / Math.max(1, hours.value())
                                                                / 8),
                                        grows
                                                + ", full in %s to %s h"
                                                        .formatted(
                                                                hours(hours.low()),
                                                                hours(hours.high()))))
                .orElseGet(() -> new Symptom(1, grows));
    }

    /** Returns the sort key: at least 1 with a finding; the worst symptom counts most. */
    public double severity() {
        List<Symptom> all = symptoms();
        double rest = all.stream().skip(1).mapToDouble(Symptom::severity).sum();
        return all.isEmpty() ? 0 : all.getFirst().severity() + rest / 100;
    }

    /** Returns the findings, the worst first; "-" without one. */
    public String why() {
        String words =
                symptoms().stream()
                        .filter(each -> each.severity() >= 1)
                        .map(Symptom::words)
                        .collect(Collectors.joining("; "));
        return words.isEmpty() ? "-" : words;
    }

    /** Returns the cells of a table with the columns {@link #HEADINGS}; "-" for unknown figures. */
    public List<String> cells() {
        return List.of(
                pod,
                percent(limitRatio),
                leak.map(each -> size(each.bytesPerHour().value()) + "/h").orElse("-"),
                leak.flatMap(Leak::hoursToEnd).map(each -> hours(each.value()) + " h").orElse("-"),
                percent(gcRatio),
                percent(gcCpuRatio),
                seconds(longestPauseSeconds),
                percent(throttledRatio),
                count(oomKills),
                count(restarts),
                why());
    }

    /** The headings of {@link #cells}. */
    public static final List<String> HEADINGS =
            List.of(
                    "POD",
                    "LIMIT",
                    "LEAK",
                    "FULL IN",
                    "GC",
                    "GC CPU",
                    "PAUSE",
                    "THROTTLED",
                    "OOM",
                    "RESTARTS",
                    "WHY");

    private static String times(double number, String noun) {
        return Math.round(number) + " " + noun + (Math.round(number) == 1 ? "" : "s");
    }

    private static String size(double bytes) {
        return new ByteSize(Math.round(bytes)).toString();
    }

    private static String percent(double ratio) {
        return Double.isNaN(ratio)
                ? "-"
                : String.format(Locale.ROOT, ratio < 0.1 ? "%.1f %%" : "%.0f %%", 100 * ratio);
    }

    private static String hours(double hours) {
        return String.format(Locale.ROOT, hours < 10 ? "%.1f" : "%.0f", hours);
    }

    private static String seconds(double seconds) {
        if (Double.isNaN(seconds)) {
            return "-";
        }
        return seconds < 1
                ? Math.round(1000 * seconds) + " ms"
                : String.format(Locale.ROOT, "%.1f s", seconds);
    }

    private static String count(double number) {
        return Double.isNaN(number) ? "-" : Long.toString(Math.round(number));
    }
}
