/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import io.heapsight.dump.capture.DumpWrite;
import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.operation.Operation;
import io.heapsight.pause.Capture;
import io.heapsight.pause.HeapContent;
import io.heapsight.pause.PauseEstimate;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.pause.PauseLimit;
import io.heapsight.pause.PauseMeasuringConnection;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.List;

/**
 * The pause of one heap dump: estimated before it, measured during it.
 *
 * @param heap basis of the estimate
 */
record DumpPause(
        PauseEstimator pauses, TargetConnection target, Capture capture, HeapContent heap) {
    private static final String INSTEAD =
            "Take a histogram (GET /histogram), a recording (POST /recordings) or a thread dump"
                    + " (GET /threads) instead.";

    /**
     * Estimates the pause of a dump, which depends on the number of objects. If the estimate
     * exceeds the limit and the objects were not counted yet, captures a histogram first. The
     * histogram pauses the target for a fraction of that time.
     *
     * @throws ProblemException if the pause is expected to exceed the limit
     */
    static DumpPause require(
            HistogramTaker histograms,
            TargetConnection target,
            DumpWrite write,
            PauseLimit limit,
            Duration commandTimeout,
            Operation operation)
            throws ProblemException {
        PauseEstimator pauses = histograms.pauses();
        List<Capture> captures = captures(write, target);
        HeapContent heap = pauses.content(target);
        if (limit.ofRequest() || !heap.isKnown()) {
            heap = pauses.contentNow(target, commandTimeout, operation.cancel());
        }
        PauseEstimate estimate = pauses.estimate(target.jvm(), heap, captures);
        if (!limit.allows(estimate) && !pauses.isCounted(target.jvm().pid())) {
            limit.require(
                    pauses.estimate(target.jvm(), heap, List.of(Capture.histogram(false))),
                    target.jvm(),
                    "histogram before a heap dump",
                    INSTEAD);
            histograms.count(target, false, operation);
            heap = pauses.contentNow(target, commandTimeout, operation.cancel());
            estimate = pauses.estimate(target.jvm(), heap, captures);
        }
        if (estimate.isKnown()) {
            Duration before = operation.pause().measured().orElse(Duration.ZERO);
            operation.expectPause(estimate.expected().plus(before));
        }
        limit.require(estimate, target.jvm(), "heap dump", INSTEAD);
        return new DumpPause(pauses, target, write.capture(), heap);
    }

    /**
     * The captures of the dump, including the counts before and after it if exact garbage is
     * requested.
     */
    private static List<Capture> captures(DumpWrite write, TargetConnection target) {
        boolean counted =
                write.request().exactGarbage() && GarbageByClass.unknownIn(target.jvm()).isEmpty();
        return counted && !write.request().live()
                ? List.of(Capture.histogram(false), write.capture(), Capture.histogram(true))
                : List.of(write.capture());
    }

    /** Returns a connection that measures the pause of each command. */
    TargetConnection measured(Operation operation) {
        return new PauseMeasuringConnection(target, pauses, capture, heap, operation);
    }
}
