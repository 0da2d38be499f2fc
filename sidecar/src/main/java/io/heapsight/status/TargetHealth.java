/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.status;

import io.heapsight.advice.Recommendations;
import io.heapsight.advice.TargetObservation;
import io.heapsight.doctor.Diagnosis;
import io.heapsight.gc.GcActivity;
import io.heapsight.gc.GcFinding;
import io.heapsight.gc.GcFindings;
import io.heapsight.gc.GcVerdict;
import io.heapsight.memory.Forecast;
import io.heapsight.memory.MemoryView;
import io.heapsight.postmortem.Postmortem;
import io.heapsight.trigger.RuleStatus;
import io.heapsight.unit.Labelled;
import java.util.List;
import java.util.Optional;

/**
 * The status of a target.
 *
 * @param memory now, with the forecast
 * @param collector whether the collector is the problem
 * @param findings most severe first
 */
public record TargetHealth(MemoryView memory, GcVerdict collector, List<StatusFinding> findings) {
    /** The status in one word. */
    public enum Level implements Labelled {
        HIGH,
        MEDIUM,
        /** No problem; findings are hints. */
        FINE,
        /** Too few samples. */
        UNKNOWN
    }

    /**
     * The data about a target.
     *
     * @param deaths of all targets, newest first
     * @param rules with their state on each target
     */
    public record Sources(
            MemoryView memory,
            GcActivity activity,
            TargetObservation observation,
            Diagnosis diagnosis,
            List<Postmortem.Entry> deaths,
            List<RuleStatus> rules) {
        public Sources {
            deaths = List.copyOf(deaths);
            rules = List.copyOf(rules);
        }
    }

    public TargetHealth {
        findings = List.copyOf(findings);
    }

    /** Derives the status. */
    public static TargetHealth of(Sources seen) {
        List<GcFinding> ofCollector = GcFindings.of(seen.activity());
        GcVerdict collector = GcVerdict.of(seen.activity(), ofCollector);
        return new TargetHealth(
                seen.memory(),
                collector,
                StatusFindings.of(
                        seen, ofCollector, collector, Recommendations.of(seen.observation())));
    }

    /** Returns the most severe finding that is more than a hint. */
    public Optional<StatusFinding> worst() {
        return findings.stream().filter(StatusFinding::isWrong).findFirst();
    }

    public Level level() {
        return worst().map(TargetHealth::level)
                .orElseGet(
                        () ->
                                collector.answer() == GcVerdict.Answer.UNKNOWN
                                        ? Level.UNKNOWN
                                        : Level.FINE);
    }

    private static Level level(StatusFinding finding) {
        return switch (finding.severity()) {
            case HIGH -> Level.HIGH;
            case MEDIUM -> Level.MEDIUM;
            case INFORMATION -> Level.FINE;
        };
    }

    /** Returns the status in one sentence. */
    public String sentence() {
        return switch (level()) {
            case HIGH, MEDIUM -> worst().orElseThrow().sentence();
            case UNKNOWN -> "It is too early to say.";
            case FINE ->
                    memory.forecast().verdict() == Forecast.Verdict.UNKNOWN
                            ? "Nothing is wrong so far."
                            : "Nothing is wrong.";
        };
    }
}
