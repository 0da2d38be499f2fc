/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.status;

import io.heapsight.advice.Advice;
import io.heapsight.doctor.CheckResult;
import io.heapsight.gc.GcFinding;
import io.heapsight.gc.GcVerdict;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.Forecast;
import io.heapsight.memory.MemoryForecast;
import io.heapsight.postmortem.Postmortem;
import io.heapsight.status.StatusFinding.Subject;
import io.heapsight.summary.Severity;
import io.heapsight.trigger.RuleStatus;
import io.heapsight.trigger.TriggerCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Collects the findings of all sources, most severe first. */
final class StatusFindings {
    /** Maximum age of a death that counts as a finding. */
    private static final Duration RECENT = Duration.ofHours(24);

    /** Growth that would exhaust the memory sooner is severe. */
    private static final Duration SOON = Duration.ofHours(1);

    private static final String TAKE_A_DUMP = "POST /heapdumps?live=true";
    private static final String READ_MEMORY = "GET /memory";
    private static final String READ_LIVE_SET = "GET /histogram?live=true";

    /** The flag for the heap size, which findings name without a value. */
    private static final String HEAP_FLAG = "-Xmx";

    private static final String ENLARGE_THE_HEAP =
            "Set the heap that the advice computes. If the live set grows without end, search the leak.";

    private static final Comparator<StatusFinding> RANK =
            Comparator.comparing(StatusFinding::severity).thenComparing(StatusFinding::subject);

    private final TargetHealth.Sources seen;
    private final List<Advice> advice;

    private StatusFindings(TargetHealth.Sources seen, List<Advice> advice) {
        this.seen = seen;
        this.advice = advice;
    }

    static List<StatusFinding> of(
            TargetHealth.Sources seen,
            List<GcFinding> ofCollector,
            GcVerdict collector,
            List<Advice> advice) {
        StatusFindings of = new StatusFindings(seen, advice);
        List<StatusFinding> all = new ArrayList<>();
        of.death().ifPresent(all::add);
        of.growth().ifPresent(all::add);
        all.addAll(of.collector(ofCollector, collector));
        of.rules().forEach(all::add);
        of.setup().forEach(all::add);
        of.sizes().forEach(all::add);
        all.sort(RANK);
        return List.copyOf(all);
    }

    private TargetJvm jvm() {
        return seen.memory().jvm();
    }

    private Instant now() {
        return seen.memory().takenAt();
    }

    /** Returns the last unexpected end of a process with the same name. */
    private Optional<StatusFinding> death() {
        return seen.deaths().stream()
                .filter(each -> each.target().name().equals(jvm().name()))
                .filter(each -> !each.reason().kind().isOrderly())
                .filter(each -> each.diedAt().isAfter(now().minus(RECENT)))
                .findFirst()
                .map(StatusFindings::finding);
    }

    private static StatusFinding finding(Postmortem.Entry died) {
        String evidence = died.reason().evidence().stream().findFirst().orElse("");
        return new StatusFinding(
                Subject.DEATH,
                Severity.HIGH,
                "%s died (%s).".formatted(died.target().name(), died.reason().text()),
                evidence,
                Optional.of(died.diedAt()),
                "Open the post-mortem: evidence, last samples and last histogram.",
                "",
                "GET /postmortems/" + died.id(),
                "/postmortems/" + died.id());
    }

    /** Returns growth that would exhaust the memory. */
    private Optional<StatusFinding> growth() {
        MemoryForecast forecast = seen.observation().forecast();
        Forecast whole = seen.memory().forecast();
        if (whole.verdict() != Forecast.Verdict.GROWING) {
            return Optional.empty();
        }
        Optional<Forecast.End> end = whole.end();
        boolean isSoon =
                end.flatMap(Forecast.End::seconds)
                        .filter(seconds -> seconds.value() < SOON.toSeconds())
                        .isPresent();
        Growth part = forecast.grows() ? Growth.of(forecast) : Growth.filling(heapLine());
        return Optional.of(
                new StatusFinding(
                        Subject.GROWTH,
                        isSoon ? Severity.HIGH : Severity.MEDIUM,
                        "%s: %s.".formatted(part.sentence(), whole.because()),
                        "",
                        Optional.of(now().minus(whole.window())),
                        part.remedy(),
                        part.line(),
                        part.request(),
                        ""));
    }

    /** The part of a finding that depends on what grows. */
    private record Growth(String sentence, String remedy, String line, String request) {
        private static final String LEAK = "Memory leaks, or its load grows";
        private static final String FILLS = "The heap may grow past the limit; a leak is not shown";

        static Growth of(MemoryForecast forecast) {
            return forecast.kept().verdict() == Forecast.Verdict.GROWING
                    ? new Growth(
                            LEAK,
                            "Take a heap dump: its summary names the class that grows and its holder.",
                            "",
                            TAKE_A_DUMP)
                    : new Growth(
                            LEAK, "Find the part that grows: GET /memory, twice.", "", READ_MEMORY);
        }

        /** Returns the growth of a heap that fills with live objects or garbage. */
        static Growth filling(String line) {
            return line.isEmpty()
                    ? new Growth(
                            FILLS,
                            "A live histogram shows how much of the heap is live; it runs a full GC.",
                            "",
                            READ_LIVE_SET)
                    : new Growth(FILLS, "Set the heap that the advice computes.", line, "");
        }
    }

    private List<StatusFinding> collector(List<GcFinding> all, GcVerdict verdict) {
        List<StatusFinding> found = all.stream().map(this::finding).toList();
        boolean isExplained = found.stream().anyMatch(StatusFinding::isWrong);
        return verdict.answer() == GcVerdict.Answer.YES && !isExplained
                ? List.of(
                        new StatusFinding(
                                Subject.COLLECTOR,
                                Severity.MEDIUM,
                                verdict.sentence(),
                                "",
                                Optional.empty(),
                                "Switch the GC log on for some minutes: its summary names the cause.",
                                "",
                                "POST /gclog?seconds=600",
                                ""))
                : found;
    }

    private StatusFinding finding(GcFinding gc) {
        String line = gc.line().equals(HEAP_FLAG) ? heapLine() : gc.line();
        return new StatusFinding(
                Subject.COLLECTOR,
                gc.severity(),
                gc.conclusion(),
                String.join("; ", gc.evidence()),
                Optional.empty(),
                gc.line().equals(HEAP_FLAG) && !line.isEmpty() ? ENLARGE_THE_HEAP : gc.remedy(),
                line,
                "",
                "");
    }

    /**
     * Returns the advised line for a heap size that the samples would have survived; "" for none.
     */
    private String heapLine() {
        return changes()
                .filter(each -> each.subject() == Advice.Subject.HEAP_SIZE)
                .map(StatusFindings::lines)
                .filter(line -> !line.startsWith("-Xms")) // of a heap below its maximum
                .findFirst()
                .orElse("");
    }

    private Stream<StatusFinding> rules() {
        return seen.rules().stream()
                .flatMap(
                        rule ->
                                rule.targets().stream()
                                        .filter(each -> each.jvm().isSameProcessAs(jvm()))
                                        .filter(each -> each.since().isPresent())
                                        .map(each -> finding(rule.row(), each)));
    }

    private static StatusFinding finding(TriggerCounts.Row row, RuleStatus.OfTarget state) {
        String result = row.last().map(TriggerCounts.Firing::result).orElse("");
        return new StatusFinding(
                Subject.RULE,
                Severity.MEDIUM,
                "The condition of %s holds: %s, now %s."
                        .formatted(row.rule().name(), row.rule().condition(), state.shown()),
                "",
                state.since(),
                result.isEmpty() ? "" : "Look at what the rule captured.",
                "",
                "GET " + (result.isEmpty() ? "/rules" : result),
                result);
    }

    private Stream<StatusFinding> setup() {
        return seen.diagnosis().faults().stream().map(StatusFindings::finding);
    }

    private static StatusFinding finding(CheckResult check) {
        return new StatusFinding(
                Subject.SETUP,
                Severity.MEDIUM,
                "The check %s failed: %s.".formatted(check.id(), check.found()),
                "",
                Optional.empty(),
                check.remedy(),
                "",
                "GET /doctor",
                "");
    }

    private Stream<StatusFinding> sizes() {
        return changes().map(StatusFindings::finding);
    }

    private static StatusFinding finding(Advice advice) {
        return new StatusFinding(
                Subject.SIZE,
                isTooSmall(advice) ? Severity.MEDIUM : Severity.INFORMATION,
                "%s: %s".formatted(advice.subject().label(), advice.finding()),
                "",
                Optional.empty(),
                "",
                lines(advice),
                "GET /advice",
                "");
    }

    /** Returns whether the kernel may kill the target at its limit; all other advice is a hint. */
    private static boolean isTooSmall(Advice advice) {
        return advice.subject() == Advice.Subject.MEMORY_LIMIT
                && figure(advice, "neededBytes") > figure(advice, "limitBytes");
    }

    /** Returns a figure; NaN if unknown. */
    private static double figure(Advice advice, String name) {
        return advice.figures().stream()
                .filter(each -> each.name().equals(name))
                .mapToDouble(Advice.Figure::value)
                .findFirst()
                .orElse(Double.NaN);
    }

    private Stream<Advice> changes() {
        return advice.stream().filter(each -> each.conclusion() == Advice.Conclusion.CHANGE);
    }

    private static String lines(Advice advice) {
        return advice.settings().stream()
                .filter(Advice.Setting::isChange)
                .map(Advice.Setting::line)
                .collect(Collectors.joining("\n"));
    }
}
