/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.jstat.ContainerLimitKind;
import io.heapsight.run.LimitHistory;
import io.heapsight.run.Run;
import io.heapsight.unit.ByteSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Checks whether two arms can be compared (equal limits, equal work), and collects possible
 * explanations of a difference.
 */
final class ComparabilityCheck {
    /** Tolerance of equal limits: containers round to pages, heaps to regions. */
    private static final double LIMIT_TOLERANCE = 0.02;

    private static final double WORK_TOLERANCE = 0.2;

    /** Relative difference in work above which totals reflect the load. */
    private static final double EQUAL_WORK_TOLERANCE = 0.03;

    /**
     * Rows that grow with the work in runs of a fixed length, and that also exist per unit of work.
     */
    private static final Set<String> TOTALS =
            Set.of("cpu.seconds", "allocation.total", "output.bytes");

    /** Ratio of run lengths above which only marks can show equal work. */
    private static final double LENGTH_FACTOR = 4;

    /**
     * Ratio of allocation rates above which, without marks, the load counts as different. An
     * intended change, such as a log level, may save most allocation, but hardly nine tenths.
     */
    private static final double LOAD_FACTOR = 10;

    private static final double BUSY_HOST = 0.9;
    private static final String HOST = "host.cpu";
    private static final String WORK = "work.records";
    private static final String WORK_RATE = "work.rate";
    private static final String GC_SHARE = "gc.cpu.share";

    /** Reserved memory for classes and fill levels, which are not costs. */
    private static final Set<String> FULLNESS =
            Set.of("metaspace.percent", "metaspace.max_capacity", "class_space.percent");

    private final Arm base;
    private final Arm candidate;
    private final Set<IntendedDifference> subjects;

    ComparabilityCheck(Arm base, Arm candidate, Set<IntendedDifference> subjects) {
        this.base = base;
        this.candidate = candidate;
        this.subjects = subjects;
    }

    /** Returns obstacles other than the intended difference. */
    List<Incomparability> findings() {
        return found().stream().filter(each -> !isSubject(each)).toList();
    }

    /** Returns possible explanations of a difference that do not prevent a comparison. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (Incomparability each : found()) {
            if (isSubject(each)) {
                warnings.add(each.sentence() + ", as declared.");
            }
        }
        differing("JDK", run -> run.target().jdk()).ifPresent(warnings::add);
        differing("collector", run -> run.target().collector()).ifPresent(warnings::add);
        differing("main class", run -> run.target().mainClass()).ifPresent(warnings::add);
        busyHost().ifPresent(warnings::add);
        return List.copyOf(warnings);
    }

    private boolean isSubject(Incomparability incomparability) {
        return incomparability.subject().filter(subjects::contains).isPresent();
    }

    /**
     * Returns the reason why a metric has no verdict. Either it is informational, because it is not
     * a cost of the target, or this comparison does not judge it.
     */
    Optional<String> informationOnly(Metric metric) {
        if (metric.name().equals(HOST)) {
            return Optional.of("for information only: it covers the whole machine");
        }
        if (metric.name().equals(WORK)) {
            return Optional.of("for information only: it is the load");
        }
        if (metric.name().equals(WORK_RATE) && base.isOfPods()) {
            return Optional.of("for information only: the load balancer decides on it");
        }
        if (metric.name().equals(GC_SHARE)) {
            return Optional.of(
                    "for information only: it also depends on the program's own CPU time");
        }
        if (FULLNESS.contains(metric.name())) {
            return Optional.of(
                    "for information only: the fill level of reserved space is neither better nor"
                            + " worse");
        }
        if (TOTALS.contains(metric.name()) && isWorkSlightlyDifferent()) {
            return Optional.of(
                    String.format(
                            Locale.ROOT,
                            "not judged: the work differs by %.0f %%, see the rows per unit of"
                                    + " work",
                            100 * Math.abs(work(candidate) / work(base) - 1)));
        }
        return isOfGroup(metric) && isGroupShared()
                ? Optional.of("not judged: the control group contains other programs")
                : Optional.empty();
    }

    /** Returns whether marks show different work, but not enough to make the arms incomparable. */
    private boolean isWorkSlightlyDifferent() {
        double factor = factor(work(base), work(candidate));
        return factor > 1 + EQUAL_WORK_TOLERANCE
                && factor <= 1 + WORK_TOLERANCE
                && !subjects.contains(IntendedDifference.LOAD);
    }

    /** Returns the work of an arm by its marks; NaN if a run has none. */
    private static double work(Arm arm) {
        return median(arm, MeasuredRun::records);
    }

    private static boolean isOfGroup(Metric metric) {
        return metric.name().startsWith("container.") || metric.name().startsWith("cpu.throttled");
    }

    private boolean isGroupShared() {
        return Stream.of(base, candidate)
                .flatMap(arm -> arm.runs().stream())
                .anyMatch(MeasuredRun::isGroupShared);
    }

    private Optional<String> busyHost() {
        double[] hosts =
                Stream.of(base, candidate)
                        .flatMap(arm -> arm.runs().stream())
                        .mapToDouble(run -> run.value(HOST))
                        .toArray();
        long busy = Arrays.stream(hosts).filter(host -> host > BUSY_HOST).count();
        return busy == 0
                ? Optional.empty()
                : Optional.of(
                        "The host was busy (over %.0f %% of its CPU) in %d of %d runs: other programs may have affected times."
                                .formatted(100 * BUSY_HOST, busy, hosts.length));
    }

    private List<Incomparability> found() {
        List<Incomparability> found = new ArrayList<>();
        limit(found, "heap limit", HeapLimit::of, HeapLimit.tolerance(all()));
        limit(found, ContainerLimitKind.MEMORY, LIMIT_TOLERANCE);
        limit(found, ContainerLimitKind.MEMORY_HIGH, LIMIT_TOLERANCE);
        limit(found, "metaspace limit", run -> run.limits().metaspaceMaxBytes(), LIMIT_TOLERANCE);
        limit(found, ContainerLimitKind.CPU, 0);
        work(found);
        return found;
    }

    private List<Run> all() {
        List<Run> all = new ArrayList<>(base.facts());
        all.addAll(candidate.facts());
        return all;
    }

    private void limit(
            List<Incomparability> found,
            String what,
            Function<Run, OptionalLong> limit,
            double tolerance) {
        List<String> words = new ArrayList<>();
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (Run run : all()) {
            OptionalLong bytes = limit.apply(run);
            double value = bytes.isPresent() ? bytes.getAsLong() : Double.POSITIVE_INFINITY;
            least = Math.min(least, value);
            most = Math.max(most, value);
            words.add(
                    bytes.isPresent() ? new ByteSize(bytes.getAsLong()).toString() : "none known");
        }
        if (most > least * (1 + tolerance)) {
            found.add(differing(what, words));
        }
    }

    /** Compares limits. If a limit changed within a run, compares its values at start and end. */
    private void limit(List<Incomparability> found, ContainerLimitKind limit, double tolerance) {
        List<LimitHistory> all =
                Stream.of(base, candidate)
                        .flatMap(arm -> arm.runs().stream())
                        .map(run -> run.limit(limit))
                        .toList();
        if (!all.stream().allMatch(each -> each.isAs(all.getFirst(), tolerance))) {
            found.add(differing(limit.label(), all.stream().map(LimitHistory::words).toList()));
        }
    }

    private static Incomparability differing(String what, List<String> words) {
        return new Incomparability(
                IntendedDifference.LIMITS,
                "the %s differs: %s"
                        .formatted(what, String.join(" / ", new LinkedHashSet<>(words))));
    }

    /** Compares the work by marks, or else by lengths and allocation. */
    private void work(List<Incomparability> found) {
        double baseRecords = work(base);
        double candidateRecords = work(candidate);
        if (baseRecords > 0 && candidateRecords > 0) {
            if (factor(baseRecords, candidateRecords) > 1 + WORK_TOLERANCE) {
                found.add(
                        new Incomparability(
                                IntendedDifference.LOAD,
                                String.format(
                                        Locale.ROOT,
                                        "the work differs: %,.0f and %,.0f units according to the"
                                                + " marks",
                                        baseRecords,
                                        candidateRecords)));
            }
            return;
        }
        double baseSeconds = median(base, MeasuredRun::seconds);
        double candidateSeconds = median(candidate, MeasuredRun::seconds);
        if (factor(baseSeconds, candidateSeconds) > LENGTH_FACTOR) {
            found.add(
                    new Incomparability(
                            IntendedDifference.LENGTH,
                            String.format(
                                    Locale.ROOT,
                                    "one side is much shorter (%.0f s and %.0f s), and no marks"
                                            + " show that they did the same work",
                                    baseSeconds,
                                    candidateSeconds)));
        }
        double baseRate = median(base, run -> run.value("allocation.total")) / baseSeconds;
        double candidateRate =
                median(candidate, run -> run.value("allocation.total")) / candidateSeconds;
        if (factor(baseRate, candidateRate) > LOAD_FACTOR) {
            found.add(
                    new Incomparability(
                            IntendedDifference.LOAD,
                            String.format(
                                    Locale.ROOT,
                                    "the load seems to differ (allocation of %s/s and %s/s), and no"
                                            + " marks show that they did the same work",
                                    new ByteSize((long) baseRate),
                                    new ByteSize((long) candidateRate))));
        }
    }

    /** Returns the ratio of the larger to the smaller number; 1 if one is unknown. */
    private static double factor(double one, double other) {
        double factor = Math.max(one, other) / Math.min(one, other);
        return Double.isNaN(factor) || Math.min(one, other) < 0 ? 1 : factor;
    }

    private static double median(Arm arm, ToDoubleFunction<MeasuredRun> figure) {
        return Median.withDefaults().evaluate(arm.runs().stream().mapToDouble(figure).toArray());
    }

    private Optional<String> differing(String what, Function<Run, Optional<String>> fact) {
        Set<String> words = new LinkedHashSet<>();
        all().forEach(run -> words.add(fact.apply(run).orElse("unknown")));
        return words.size() == 1
                ? Optional.empty()
                : Optional.of("The " + what + " differs: " + String.join(" / ", words) + ".");
    }
}
