/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import static io.heapsight.gc.GcFigureText.percent;
import static io.heapsight.gc.GcFigureText.seconds;

import io.heapsight.summary.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Answers whether the collector is the program's problem.
 *
 * @param sentence with the figures that prove it
 */
public record GcVerdict(Answer answer, String sentence) {
    /** The answer in one word. */
    public enum Answer {
        YES,
        NO,
        /** The period is too short, or the source has no pauses. */
        UNKNOWN
    }

    /** Derives the verdict from an activity and its findings. */
    public static GcVerdict of(GcActivity activity, List<GcFinding> findings) {
        if (activity.periodSeconds() < GcThresholds.LEAST_PERIOD_SECONDS) {
            return unknown(
                    "the figures cover only %s, and %.0f s are needed"
                            .formatted(
                                    seconds(Math.max(0, activity.periodSeconds())),
                                    GcThresholds.LEAST_PERIOD_SECONDS));
        }
        Optional<GcFinding> worst =
                findings.stream()
                        .filter(each -> each.severity() != Severity.INFORMATION)
                        .filter(each -> each.kind() != GcFinding.Kind.TIME_TO_SAFEPOINT)
                        .findFirst();
        if (worst.isPresent()) {
            return new GcVerdict(
                    Answer.YES,
                    "It is the collector (%s): %s"
                            .formatted(worst.get().kind().words(), figures(activity)));
        }
        double wall = activity.overhead().wallRatio();
        if (Double.isNaN(wall)) {
            return unknown("the share of time in pauses is not known");
        }
        if (wall >= GcThresholds.MUCH_WALL) {
            return new GcVerdict(
                    Answer.YES, "It is the collector, of unknown cause: " + figures(activity));
        }
        boolean isLate =
                findings.stream().anyMatch(each -> each.kind() == GcFinding.Kind.TIME_TO_SAFEPOINT);
        return new GcVerdict(
                Answer.NO,
                "It is not the collector%s: %s"
                        .formatted(
                                isLate ? ", but threads reach safepoints late" : "",
                                figures(activity)));
    }

    private static GcVerdict unknown(String why) {
        return new GcVerdict(
                Answer.UNKNOWN, "Whether it is the collector is unknown: " + why + ".");
    }

    /** "G1 stopped the program for 0.3 % of 60 min 0 s, 31.2 ms at most, and took 1.2 % …". */
    private static String figures(GcActivity seen) {
        List<String> parts = new ArrayList<>();
        String name = seen.collector().isEmpty() ? "it" : seen.collector();
        double wall = seen.overhead().wallRatio();
        if (!Double.isNaN(wall)) {
            parts.add(
                    "%s stopped the program for %s of %s"
                            .formatted(name, percent(wall), seconds(seen.periodSeconds())));
        }
        if (!Double.isNaN(seen.pauses().longestSeconds())) {
            parts.add(seconds(seen.pauses().longestSeconds()) + " at most");
        }
        if (!Double.isNaN(seen.overhead().cpuRatio())) {
            parts.add(
                    String.format(
                            Locale.ROOT,
                            "its threads took %s of the process's CPU time, %.2f cores",
                            percent(seen.overhead().cpuRatio()),
                            seen.overhead().cpuSeconds() / seen.periodSeconds()));
        }
        return parts.isEmpty() ? "see the findings." : String.join("; ", parts) + ".";
    }
}
