/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.histogram.HistogramTaker;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.pause.Capture;
import io.heapsight.pause.HeapContent;
import io.heapsight.pause.PauseEstimate;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.pause.PauseLimit;
import java.util.List;

/**
 * Reports the expected pauses of captures, without a command to the target.
 *
 * @param pauses of earlier captures
 */
public record PauseCheck(PauseEstimator pauses) {
    private static final String ID = "pause";

    CheckResult of(TargetConnection target) {
        HeapContent heap = pauses.content(target);
        PauseEstimate dump = estimate(target, heap, List.of(Capture.dump(false, false)));
        PauseLimit limit = pauses.automatic();
        String expected =
                "at most %s (%s), and less than the liveness probe's %s"
                        .formatted(
                                PauseEstimate.shown(limit.most().orElseThrow()),
                                limit.source(),
                                PauseLimit.PROBE);
        if (!dump.isKnown()) {
            return CheckResult.ok(ID, "unknown without counters", expected);
        }
        String found =
                "a heap dump stops the target for %s; a histogram for %s, a histogram of live objects for %s, a garbage summary for %s"
                        .formatted(
                                dump.text(),
                                shown(target, heap, List.of(Capture.histogram(false))),
                                shown(target, heap, List.of(Capture.histogram(true))),
                                shown(target, heap, HistogramTaker.GARBAGE));
        return limit.allows(dump)
                ? CheckResult.ok(ID, found, expected)
                : CheckResult.wrong(
                        ID,
                        found,
                        expected,
                        "Rules take no heap dump: use the actions histogram and threads, or raise"
                                + " the probe's failureThreshold and set HEAPSIGHT_MAX_PAUSE=%ds."
                                        .formatted(dump.atMost().toSeconds() + 1));
    }

    private PauseEstimate estimate(
            TargetConnection target, HeapContent heap, List<Capture> captures) {
        return pauses.estimate(target.jvm(), heap, captures);
    }

    private String shown(TargetConnection target, HeapContent heap, List<Capture> captures) {
        return PauseEstimate.shown(estimate(target, heap, captures).expected());
    }
}
