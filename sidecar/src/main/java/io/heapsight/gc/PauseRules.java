/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import static io.heapsight.gc.GcFigureText.count;
import static io.heapsight.gc.GcFigureText.percent;
import static io.heapsight.gc.GcFigureText.seconds;
import static io.heapsight.gc.GcFigureText.stopped;

import io.heapsight.gc.GcFinding.Kind;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.summary.Severity;
import java.util.List;
import java.util.Optional;

/** Rules about long pauses, and about threads that reach safepoints late. */
final class PauseRules {
    private PauseRules() {}

    /** Long pauses without another cause; the machine may have caused a single one. */
    static Optional<GcFinding> longPauses(GcActivity seen) {
        if (!areLong(seen)) {
            return Optional.empty();
        }
        GcActivity.PauseTotals pauses = seen.pauses();
        LongPauseTotals longOnes = pauses.longOnes();
        double p99 = pauses.p99().atLeastSeconds();
        boolean areOftenTooLong = longOnes.areTooLong() && !seen.isRare(longOnes.tooLongCount());
        return Optional.of(
                new GcFinding(
                        Kind.LONG_PAUSES,
                        areOftenTooLong || p99 >= GcThresholds.TOO_LONG_PAUSE_SECONDS
                                ? Severity.HIGH
                                : Severity.MEDIUM,
                        cost(seen),
                        "Pauses take long, up to %s.".formatted(seconds(pauses.longestSeconds())),
                        List.of(
                                Double.isNaN(p99)
                                        ? "p99 is unknown"
                                        : "p99 at least " + seconds(p99),
                                "%s, %.0f of 200 ms and more, %.0f of 1 s and more"
                                        .formatted(
                                                count(pauses.count(), "pause"),
                                                longOnes.count(),
                                                longOnes.tooLongCount()),
                                stopped(seen)),
                        "heapsight advice checks whether heap, limit and CPUs suffice for a"
                                + " collector with shorter pauses.",
                        ""));
    }

    /** Whether long pauses are frequent, or several are too long, anywhere in the period. */
    static boolean areLong(GcActivity seen) {
        GcActivity.PauseTotals pauses = seen.pauses();
        LongPauseTotals longOnes = pauses.longOnes();
        double hours = seen.periodSeconds() / GcThresholds.RARE_PERIOD_SECONDS;
        return longOnes.areTooLong()
                || longOnes.count() >= GcThresholds.SEVERAL * Math.max(1, hours)
                || (pauses.p50().atLeastSeconds() >= GcThresholds.LONG_PAUSE_SECONDS
                        && pauses.count() >= GcThresholds.ENOUGH_FOR_MEDIAN)
                || (pauses.p99().atLeastSeconds() >= GcThresholds.LONG_PAUSE_SECONDS
                        && pauses.count() >= GcThresholds.ENOUGH_FOR_P99);
    }

    /** Returns a lower bound of the share of the time in long pauses. */
    static double cost(GcActivity seen) {
        return seen.pauses().longOnes().seconds() / seen.periodSeconds();
    }

    /** Threads stop late at safepoints: part of the collector's pauses, but not caused by it. */
    static Optional<GcFinding> timeToSafepoint(GcActivity seen) {
        Occurrences sync = seen.troubles().of(Trouble.TIME_TO_SAFEPOINT);
        double ratio = sync.seconds() / seen.periodSeconds();
        boolean isLong = sync.longestSeconds() >= GcThresholds.LONG_PAUSE_SECONDS;
        if (!(ratio >= GcThresholds.MUCH_SYNC) && !isLong) {
            return Optional.empty();
        }
        return Optional.of(
                new GcFinding(
                        Kind.TIME_TO_SAFEPOINT,
                        Severity.MEDIUM,
                        ratio,
                        "Threads reach safepoints late: the program waits for them before each"
                                + " pause.",
                        List.of(
                                percent(ratio) + " of the time",
                                Double.isNaN(sync.longestSeconds())
                                        ? "the longest wait is unknown"
                                        : "longest wait " + seconds(sync.longestSeconds())),
                        "Look for long counted loops, large array copies, and threads without a"
                                + " CPU: "
                                + safepointLog(seen)
                                + ".",
                        "-XX:+SafepointTimeout -XX:SafepointTimeoutDelay=200"));
    }

    /** JDK 8 does not start with -Xlog. */
    private static String safepointLog(GcActivity seen) {
        return seen.jdkFeature() == 8
                ? "-XX:+PrintSafepointStatistics -XX:PrintSafepointStatisticsCount=1"
                : "-Xlog:safepoint (JDK 9 and later), and on JDK 11 and later the flag names the"
                        + " late threads";
    }
}
