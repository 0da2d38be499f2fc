/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.summary.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the problems of a collector, most important first: sorted by severity, then by the share of
 * time that they cost. Unknown figures never cause a finding.
 */
public final class GcFindings {
    private static final List<Function<GcActivity, Optional<GcFinding>>> RULES =
            List.of(
                    HeapRules::tooSmall,
                    HeapRules::evacuationFailure,
                    HeapRules::humongous,
                    HeapRules::prematurePromotion,
                    ContainerRules::withoutCpu,
                    ContainerRules::throttling,
                    ContainerRules::threadsOverCpus,
                    ContainerRules::tooFewThreads,
                    ContainerRules::cpuPressure,
                    ContainerRules::swap,
                    ContainerRules::memoryPressure,
                    ConcurrentRules::stalls,
                    ConcurrentRules::stallCycles,
                    ConcurrentRules::fullCycles,
                    ConcurrentRules::degenerated,
                    ConcurrentRules::modeFailure,
                    ConcurrentRules::cpuCost,
                    CauseRules::explicit,
                    CauseRules::diagnostic,
                    CauseRules::metadata,
                    CauseRules::codeCache,
                    PauseRules::timeToSafepoint);

    private static final Comparator<GcFinding> RANK =
            Comparator.comparing(GcFinding::severity)
                    .thenComparing(Comparator.comparingDouble(GcFindings::cost).reversed())
                    .thenComparing(GcFinding::kind);

    private GcFindings() {}

    /** Returns the findings; empty if nothing is wrong, or too little is known. */
    public static List<GcFinding> of(GcActivity activity) {
        if (activity.periodSeconds() < GcThresholds.LEAST_PERIOD_SECONDS) {
            return List.of();
        }
        List<GcFinding> found = new ArrayList<>();
        RULES.forEach(rule -> rule.apply(activity).ifPresent(found::add));
        addUnlessExplained(activity, found);
        ConcurrentRules.deduplication(activity, found).ifPresent(found::add);
        found.sort(RANK);
        return List.copyOf(found);
    }

    /** Adds the findings about a cost that no other one explains. */
    private static void addUnlessExplained(GcActivity activity, List<GcFinding> found) {
        double wall = activity.overhead().wallRatio();
        boolean isUnexplained = found.stream().noneMatch(each -> explains(each, wall));
        if (isUnexplained) {
            HeapRules.fullCollections(activity).ifPresent(found::add);
        }
        double longShare = PauseRules.cost(activity);
        if (found.stream().noneMatch(each -> explains(each, longShare))) {
            PauseRules.longPauses(activity).ifPresent(found::add);
        }
        if (isUnexplained) {
            HeapRules.allocationRate(activity).ifPresent(found::add);
        }
    }

    /** A single System.gc() can't explain the cost of ten minutes. */
    private static boolean explains(GcFinding finding, double cost) {
        boolean isSmall = finding.costRatio() < GcThresholds.EXPLAINING_SHARE * cost;
        return isOfPauses(finding) && !isSmall;
    }

    private static boolean isOfPauses(GcFinding finding) {
        return finding.severity() != Severity.INFORMATION
                && finding.kind() != GcFinding.Kind.TIME_TO_SAFEPOINT
                && finding.kind() != GcFinding.Kind.TOO_FEW_THREADS // it halves pauses at best
                && finding.kind() != GcFinding.Kind.CPU_COST;
    }

    private static double cost(GcFinding finding) {
        return orZero(finding.costRatio());
    }
}
