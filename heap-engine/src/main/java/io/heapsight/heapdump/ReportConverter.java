/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import io.heapsight.heapdump.HeapDumpException.Reason;
import io.heapsight.summary.DominatorResults;
import io.heapsight.summary.Garbage;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.HeapSummary.LayoutFacts;
import io.heapsight.summary.HeapSummary.SkippedPhase;
import io.heapsight.summary.Severity;
import io.heapsight.summary.Suspect;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import java.util.List;
import java.util.Optional;

/** Converts summaries of the engine into reports of the API. */
final class ReportConverter {
    private ReportConverter() {}

    /**
     * Converts a summary.
     *
     * @throws HeapDumpException if the analysis lacked memory for a required part of a report
     */
    static HeapReport of(HeapSummary summary) throws HeapDumpException {
        List<String> skipped = summary.skipped().stream().map(ReportConverter::text).toList();
        Totals.Split split = present(summary.totals().split(), skipped);
        Garbage garbage = present(summary.garbage(), skipped);
        DominatorResults retained = present(summary.retained(), skipped);
        return new HeapReport(
                summary.file().takenAt(),
                summary.jdk(),
                summary.collector(),
                summary.layout().source() == LayoutFacts.Source.FLAGS,
                count(summary.totals().all()),
                count(split.reachable()),
                new GarbageInterval(
                        count(garbage.atLeast()),
                        count(garbage.atMost()),
                        count(garbage.unreachable())),
                retained.suspects().stream().map(ReportConverter::suspect).toList(),
                summary.file().warnings(),
                skipped);
    }

    private static <T> T present(Optional<T> part, List<String> skipped) throws HeapDumpException {
        return part.orElseThrow(
                () ->
                        new HeapDumpException(
                                Reason.NO_ROOM, "Not analyzed: " + String.join("; ", skipped)));
    }

    private static ObjectCount count(Total total) {
        return new ObjectCount(total.objects(), total.bytes());
    }

    private static LeakSuspect suspect(Suspect suspect) {
        return new LeakSuspect(
                severity(suspect.found().severity()),
                suspect.place(),
                suspect.sentence(),
                suspect.remedy(),
                suspect.retainedBytes(),
                suspect.share(),
                suspect.address());
    }

    private static LeakSuspect.Severity severity(Severity severity) {
        return switch (severity) {
            case HIGH -> LeakSuspect.Severity.HIGH;
            case MEDIUM -> LeakSuspect.Severity.MEDIUM;
            case INFORMATION -> LeakSuspect.Severity.INFORMATION;
        };
    }

    private static String text(SkippedPhase skipped) {
        return skipped.phase() + ": " + skipped.reason();
    }
}
