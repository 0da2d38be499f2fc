/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.compare.Comparison;
import io.heapsight.fleet.DialectChoice;
import io.heapsight.fleet.DurationFormatter;
import io.heapsight.fleet.FigureSources;
import io.heapsight.fleet.Fleet;
import io.heapsight.fleet.Pod;
import io.heapsight.fleet.PodSelector;
import io.heapsight.fleet.TimeGrid;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Compares two arms of pods. Takes about 30 requests for each arm; each reads one figure of all its
 * pods.
 */
public final class FleetComparison {
    private static final int LEAST_STEPS = 4;

    /** Share of the window below which the arms hardly overlap. */
    private static final double LEAST_COMMON = 0.1;

    private static final String LOAD_UNKNOWN =
            "The load of the pods is unknown, so less CPU, allocation or GC may be less work: give"
                    + " --per 'sum by (namespace, pod) (rate(http_requests_total[1m]))'.";

    private final PrometheusClient client;
    private final FleetComparisonRequest question;
    private final Comparison.Terms terms;
    private final Progress progress;
    private final List<String> notes = new ArrayList<>();

    private FleetComparison(
            PrometheusClient client,
            FleetComparisonRequest question,
            Comparison.Terms terms,
            Progress progress) {
        this.client = client;
        this.question = question;
        this.terms = terms;
        this.progress = progress;
    }

    /**
     * Reads the figures and compares.
     *
     * @throws ProblemException if Prometheus does not answer, an arm has no pods, the arms share
     *     pods in one window, or a sequential look is too early
     */
    public static Comparison of(
            PrometheusClient client,
            FleetComparisonRequest question,
            Comparison.Terms terms,
            Progress progress)
            throws ProblemException {
        return new FleetComparison(client, question, terms, progress).compare();
    }

    private Comparison compare() throws ProblemException {
        PodSelector before = PodSelector.of(question.base());
        PodSelector after = PodSelector.of(question.candidate());
        Duration step = question.step().orElse(TimeGrid.usualStep(question.window()));
        Optional<InterimAnalysis> look = look(after, step);
        TimeGrid grid = grid(look, step);
        TimeGrid baseGrid =
                question.baseAt()
                        .map(end -> TimeGrid.of(end, question.window(), step))
                        .orElse(grid);
        progress.at("looking for pods", 0, 0);
        DialectChoice choice =
                DialectChoice.of(
                        client,
                        question.dialect(),
                        List.of(before.matchers(), after.matchers()),
                        baseGrid,
                        grid);
        Fleet base = Fleet.of(client, choice, before.matchers(), baseGrid);
        Fleet candidate = Fleet.of(client, choice, after.matchers(), grid);
        refuseCommon(base, candidate);
        refuseTooMany(base.pods().size() + candidate.pods().size(), grid);
        String here = before.nameBeside(after);
        String there = after.nameBeside(before);
        boolean alike = here.equals(there);
        FleetArm one = arm(alike ? "base" : here, base, CrashLoops.of(base, candidate), 0);
        FleetArm other =
                arm(
                        alike ? "candidate" : there,
                        candidate,
                        CrashLoops.of(candidate, base),
                        PodTable.REQUESTS);
        PodWork work =
                question.per().isPresent()
                        ? PodWork.of(client, question.per().get(), one, other)
                        : PodWork.NONE;
        progress.at("comparing", 0, 0);
        Comparison comparison = compare(one, other, work, look);
        List<String> warnings = new ArrayList<>();
        if (question.per().isEmpty() && question.baseAt().isEmpty()) {
            warnings.add(LOAD_UNKNOWN);
        }
        look.ifPresent(each -> warnings.add(each.words()));
        warnings.addAll(warnings(comparison));
        warnings.addAll(choice.notes());
        warnings.addAll(new FigureSources(base, PodTable.figures()).sentences());
        warnings.addAll(base.notes());
        warnings.addAll(candidate.notes());
        return comparison.withWarnings(warnings.stream().distinct().toList());
    }

    private List<String> warnings(Comparison comparison) {
        List<String> warnings = new ArrayList<>(comparison.warnings());
        warnings.addAll(client.notes());
        warnings.addAll(notes);
        if (question.baseAt().isEmpty()) {
            PodSampleSize.sentence(comparison).ifPresent(warnings::add);
        }
        return warnings;
    }

    private Optional<InterimAnalysis> look(PodSelector candidate, Duration step)
            throws ProblemException {
        return question.sequential()
                ? Optional.of(
                        InterimAnalysis.at(
                                question.at(),
                                new RolloutStart(client, question.dialect(), step)
                                        .of(candidate, question.at(), question.window()),
                                question.window()))
                : Optional.empty();
    }

    private TimeGrid grid(Optional<InterimAnalysis> look, Duration step) {
        return look.map(
                        each ->
                                TimeGrid.of(
                                        each.end(),
                                        Duration.between(each.start(), each.end()),
                                        step))
                .orElse(TimeGrid.of(question.at(), question.window(), step));
    }

    private FleetArm arm(String name, Fleet fleet, CrashLoops crashLoops, int done)
            throws ProblemException {
        NodeTypes nodes = NodeTypes.of(client, fleet.grid().end());
        PodTable table = PodTable.of(fleet, progress, done, 2 * PodTable.REQUESTS);
        return FleetArm.of(name, fleet, table, crashLoops, nodes);
    }

    private void refuseCommon(Fleet base, Fleet candidate) throws ProblemException {
        TreeSet<Pod> common = new TreeSet<>(base.pods());
        common.retainAll(candidate.pods());
        if (question.baseAt().isEmpty() && !common.isEmpty()) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "Both selectors match the same pods",
                    "%d pods, such as %s, match both selectors."
                            .formatted(common.size(), common.first()),
                    "Select by a label in which the arms differ, such as version.");
        }
    }

    private static void refuseTooMany(int pods, TimeGrid grid) throws ProblemException {
        long needed = PodTable.bytes(pods, grid);
        long there = Runtime.getRuntime().maxMemory() / 2;
        if (needed > there) {
            throw new ProblemException(
                    Problem.Kind.PAYLOAD_TOO_LARGE,
                    "Too many pods for this memory",
                    "%d pods at %d times need %s; half of the Java heap is %s."
                            .formatted(
                                    pods, grid.size(), new ByteSize(needed), new ByteSize(there)),
                    "Give a longer --step or a shorter --window, or set _JAVA_OPTIONS=-Xmx1g.");
        }
    }

    private Comparison compare(
            FleetArm base, FleetArm candidate, PodWork work, Optional<InterimAnalysis> look)
            throws ProblemException {
        refuseEmpty(base);
        refuseEmpty(candidate);
        ComparedWindow before = window(base);
        ComparedWindow after = window(candidate);
        ComparedWindow common =
                new ComparedWindow(
                        Math.max(before.from(), after.from()), Math.min(before.to(), after.to()));
        boolean parallel =
                question.baseAt().isEmpty()
                        && common.steps() >= LEAST_STEPS
                        && common.steps() >= LEAST_COMMON * base.table().grid().size();
        if (parallel) {
            before = common;
            after = common;
        }
        refuseShort(base, before);
        refuseShort(candidate, after);
        base.excludeShort(before.from(), before.to());
        candidate.excludeShort(after.from(), after.to());
        base.excludeOdd();
        candidate.excludeOdd();
        refuseEmpty(base);
        refuseEmpty(candidate);
        return compare(base, before, candidate, after, work, look);
    }

    private Comparison compare(
            FleetArm base,
            ComparedWindow before,
            FleetArm candidate,
            ComparedWindow after,
            PodWork work,
            Optional<InterimAnalysis> look)
            throws ProblemException {
        PodPairs pairs = pairs(base, candidate);
        UnintendedDifferences differences =
                new UnintendedDifferences(
                        base,
                        candidate,
                        look.map(InterimAnalysis::ofRestarts)
                                .orElse(UnintendedDifferences.SHARE * terms.alpha()));
        notes.addAll(base.exclusions().sentences(base.table().pods().size()));
        notes.addAll(candidate.exclusions().sentences(candidate.table().pods().size()));
        differences.age().ifPresent(notes::add);
        TimeGrid grid = base.table().grid();
        notes.add(windows(before.of(grid), after.of(candidate.table().grid()), grid));
        double seconds = Math.max(before.steps(), after.steps()) * grid.step().toMillis() / 1e3;
        Comparison comparison =
                Comparison.between(
                        base.measured(before, seconds, work.base(), pairs),
                        candidate.measured(after, seconds, work.candidate(), pairs),
                        look.map(each -> terms.withAlpha(each.alpha())).orElse(terms),
                        differences.obstacles());
        if (question.baseAt().isPresent()) {
            new BaseDrift(base, before, work.base())
                    .sentence(comparison, terms)
                    .ifPresent(notes::add);
        }
        return comparison;
    }

    private static String windows(String base, String candidate, TimeGrid grid) {
        return "The %s, without the first %s of each pod."
                .formatted(
                        base.equals(candidate)
                                ? "window is " + base
                                : "windows are %s, and %s".formatted(base, candidate),
                        DurationFormatter.of(PodLifetime.startUp(grid)));
    }

    /** Returns the window that half of an arm's pods cover. */
    private static ComparedWindow window(FleetArm arm) {
        int[] firsts = arm.indexes(PodLifetime::first);
        int[] lasts = arm.indexes(PodLifetime::last);
        return new ComparedWindow(firsts[firsts.length / 2], lasts[lasts.length / 2]);
    }

    private static void refuseEmpty(FleetArm arm) throws ProblemException {
        if (arm.kept().isEmpty()) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "No pod can be compared",
                    String.join(" ", arm.exclusions().sentences(arm.table().pods().size())),
                    "Choose a window in which the pods ran without restarts, or another selector.");
        }
    }

    private static void refuseShort(FleetArm arm, ComparedWindow window) throws ProblemException {
        if (window.steps() < LEAST_STEPS) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "The window is too short",
                    "After their start-up of %s, the pods of %s ran for %d steps of %s in it."
                            .formatted(
                                    DurationFormatter.of(PodLifetime.startUp(arm.table().grid())),
                                    arm.name(),
                                    Math.max(0, window.steps()),
                                    DurationFormatter.of(arm.table().grid().step())),
                    "Wait, or give a longer --window or a shorter --step.");
        }
    }

    private PodPairs pairs(FleetArm base, FleetArm candidate) throws ProblemException {
        if (!question.paired()) {
            return PodPairs.NONE;
        }
        PodPairs pairs = PodPairs.of(base, candidate);
        if (pairs.size() == 0) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "No pairs of pods",
                    "No node has pods of both arms, or kube_pod_info, which names the nodes, is"
                            + " missing.",
                    "Compare without --paired.");
        }
        int all = base.kept().size() + candidate.kept().size();
        notes.add(
                "%d pairs of pods %s; the other %d pods are skipped."
                        .formatted(
                                pairs.size(),
                                question.baseAt().isEmpty()
                                        ? "share a node"
                                        : "are one pod in both windows, or share a node",
                                all - 2 * pairs.size()));
        return pairs;
    }
}
