/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.memory.Forecast;
import io.heapsight.memory.MemoryObserver;
import io.heapsight.operation.AuditEntry;
import io.heapsight.operation.OperationKind;
import io.heapsight.operation.OperationOutcome;
import io.heapsight.stats.Estimate;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import java.util.List;
import java.util.Optional;

/**
 * Predicts whether a heap dump would finish before the container reaches its memory limit. A dump
 * that is too late wastes the target's last seconds, and the OOM killer truncates it. The dump
 * itself checks the free space.
 */
public final class DumpDeadlineCheck {
    /** Upper bound of the dump size per committed byte of heap. */
    private static final double DUMP_TO_HEAP = 1.2;

    /** Bytes per second of a slow pod volume; assumed until a dump was measured. */
    private static final double BYTES_PER_SECOND = 50.0 * (1 << 20);

    private static final double MILLIS_PER_SECOND = 1000;

    private DumpDeadlineCheck() {}

    /**
     * Checks without querying the target.
     *
     * @param audit earlier operations, oldest first
     * @throws ActionSkipped if the dump would come too late
     */
    public static void require(TargetMonitor monitor, List<AuditEntry> audit) throws ActionSkipped {
        double heap =
                monitor.latest()
                        .map((Sample sample) -> sample.value(SampleField.HEAP_COMMITTED_BYTES))
                        .orElse(Double.NaN);
        Optional<String> reason =
                whyNot(MemoryObserver.forecast(monitor).whole(), heap, bytesPerSecond(audit));
        if (reason.isPresent()) {
            throw new ActionSkipped(
                    new Problem(
                            Problem.Kind.NO_ROOM,
                            "A heap dump would come too late",
                            reason.get(),
                            "Let the rule fire earlier, or raise the container's memory limit;"
                                    + " GET /memory shows the forecast."));
        }
    }

    /** Returns the speed of the last dump by a rule; dumps of callers may be compressed. */
    static double bytesPerSecond(List<AuditEntry> audit) {
        return audit.stream()
                .filter(entry -> entry.kind() == OperationKind.HEAPDUMP)
                .filter(entry -> entry.outcome() == OperationOutcome.DONE)
                .filter(entry -> entry.caller().matches("(?:trigger|rule) .*"))
                .filter(entry -> entry.took().toMillis() > 0)
                .mapToDouble(entry -> entry.bytes() * MILLIS_PER_SECOND / entry.took().toMillis())
                .reduce(BYTES_PER_SECOND, (_, later) -> later);
    }

    /**
     * Returns the reason why the dump would come too late.
     *
     * @param heapBytes committed; NaN if unknown
     */
    static Optional<String> whyNot(Forecast forecast, double heapBytes, double bytesPerSecond) {
        double seconds = DUMP_TO_HEAP * heapBytes / bytesPerSecond;
        return forecast.secondsToLimit()
                .map(Estimate::low)
                .filter(left -> left < seconds)
                .map(
                        left ->
                                "the container may reach its memory limit in %.0f s, but a dump of a heap of %s may take %.0f s"
                                        .formatted(left, new ByteSize((long) heapBytes), seconds));
    }
}
