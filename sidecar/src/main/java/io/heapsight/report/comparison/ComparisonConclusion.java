/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.Metric;
import io.heapsight.compare.Verdict;
import io.heapsight.report.Amount;
import io.heapsight.stats.Estimate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The result of a comparison in sentences: the largest changes first, small ones omitted. */
final class ComparisonConclusion {
    /**
     * The words for a metric in a sentence.
     *
     * @param verb with the arm as its subject
     * @param noun its object
     * @param counted "fewer" rather than "less"
     */
    private record Phrase(String metric, String verb, String noun, boolean counted) {}

    /** The rows in a summary; the table has all. */
    private static final List<Phrase> HEADLINES =
            List.of(
                    new Phrase("duration", "took", "time", false),
                    new Phrase("cpu.seconds", "used", "CPU time", false),
                    new Phrase("container.memory.mean", "held", "container memory", false),
                    new Phrase("rss.mean", "held", "resident memory", false),
                    new Phrase("heap.after_gc.mean", "kept", "heap after GC", false),
                    new Phrase("allocation.total", "allocated", "bytes", true),
                    new Phrase("gc.count", "ran", "collections", true),
                    new Phrase("gc.overhead", "had", "GC overhead", false),
                    new Phrase("metaspace.used", "used", "metaspace", false),
                    new Phrase("output.bytes", "wrote", "bytes", true),
                    new Phrase("output.lines", "wrote", "lines", true),
                    new Phrase("unreachable.bytes", "left", "unreachable bytes", true),
                    new Phrase("work.rate", "did", "work a second", false));

    private static final int MOST_FOUND = 6;

    /** Share of the largest change; in logarithms, where a rise of 100 % equals a fall of 50 %. */
    private static final double SMALL_BESIDE_THE_LARGEST = 0.05;

    private static final double LEAST_BYTES = 1 << 20;

    private final Comparison comparison;

    ComparisonConclusion(Comparison comparison) {
        this.comparison = comparison;
    }

    String text() {
        Map<Verdict, List<Phrase>> phrases = new EnumMap<>(Verdict.class);
        for (Phrase phrase : HEADLINES) {
            comparison
                    .row(phrase.metric())
                    .ifPresent(
                            row ->
                                    phrases.computeIfAbsent(
                                                    merged(row.verdict()), _ -> new ArrayList<>())
                                            .add(phrase));
        }
        List<String> sentences = new ArrayList<>();
        List<Phrase> found = largest(phrases.getOrDefault(Verdict.BETTER, List.of()));
        if (!found.isEmpty()) {
            sentences.add(comparison.candidate().name() + " " + told(found) + ".");
        }
        List<Phrase> differing = largest(phrases.getOrDefault(Verdict.DIFFERS, List.of()));
        if (!differing.isEmpty()) {
            sentences.add(
                    "In these %ss, without a verdict, %s %s."
                            .formatted(
                                    comparison.unit(),
                                    comparison.candidate().name(),
                                    told(differing)));
        }
        named(
                sentences,
                "No relevant difference: ",
                phrases.getOrDefault(Verdict.EQUIVALENT, List.of()));
        named(
                sentences,
                "No evidence of a difference: ",
                phrases.getOrDefault(Verdict.NO_EVIDENCE, List.of()));
        named(
                sentences,
                "Too few " + comparison.unit() + "s for a verdict: ",
                phrases.getOrDefault(Verdict.TOO_FEW_RUNS, List.of()));
        named(
                sentences,
                "Not comparable: ",
                phrases.getOrDefault(Verdict.NOT_COMPARABLE, List.of()));
        if (comparison.judged()) {
            sentences.add(
                    "Of %d rows, %d are better and %d are worse than in %s."
                            .formatted(
                                    comparison.rows().size(),
                                    count(Verdict.BETTER),
                                    count(Verdict.WORSE),
                                    comparison.base().name()));
        }
        return String.join(" ", sentences);
    }

    private static Verdict merged(Verdict verdict) {
        return verdict == Verdict.WORSE ? Verdict.BETTER : verdict;
    }

    /** Lists rows by size of the change, largest first; omits small ones. */
    private List<Phrase> largest(List<Phrase> phrases) {
        double most = phrases.stream().mapToDouble(this::size).max().orElse(0);
        return phrases.stream()
                .filter(phrase -> size(phrase) >= SMALL_BESIDE_THE_LARGEST * Math.min(1, most))
                .filter(this::isMaterial)
                .sorted(Comparator.comparingDouble(phrase -> -size(phrase)))
                .limit(MOST_FOUND)
                .toList();
    }

    private double size(Phrase phrase) {
        double percent =
                comparison
                        .row(phrase.metric())
                        .flatMap(ComparisonRow::change)
                        .flatMap(ComparisonRow.Change::percent)
                        .map(Estimate::value)
                        .orElse(Double.POSITIVE_INFINITY); // the base is zero
        return percent <= -100 ? Double.POSITIVE_INFINITY : Math.abs(Math.log1p(percent / 100));
    }

    private boolean isMaterial(Phrase phrase) {
        Optional<ComparisonRow> row = comparison.row(phrase.metric());
        boolean bytes = row.filter(each -> each.metric().unit() == Metric.Unit.BYTES).isPresent();
        double difference =
                row.flatMap(ComparisonRow::change)
                        .map(change -> Math.abs(change.difference().value()))
                        .orElse(0.0);
        return !bytes || difference >= LEAST_BYTES;
    }

    private String told(List<Phrase> phrases) {
        return String.join(", ", phrases.stream().map(this::sentence).toList());
    }

    private void named(List<String> sentences, String what, List<Phrase> phrases) {
        if (!phrases.isEmpty()) {
            List<String> words =
                    phrases.stream()
                            .flatMap(phrase -> comparison.row(phrase.metric()).stream())
                            .map(row -> row.metric().words())
                            .toList();
            sentences.add(what + String.join(", ", words) + ".");
        }
    }

    private long count(Verdict verdict) {
        return comparison.rows().stream().filter(row -> row.verdict() == verdict).count();
    }

    private String sentence(Phrase phrase) {
        ComparisonRow row = comparison.row(phrase.metric()).orElseThrow();
        ComparisonRow.Change change = row.change().orElseThrow();
        Optional<Estimate> percent = change.percent();
        if (percent.isPresent()) {
            return phrase.verb()
                    + " "
                    + ChangeText.words(
                            percent.get(), change.hasInterval(), phrase.noun(), phrase.counted());
        }
        return "%s %s where the base had %s (%s)"
                .formatted(
                        phrase.verb(),
                        Amount.of(row.candidate(), row.metric().unit()),
                        Amount.of(row.base(), row.metric().unit()),
                        row.metric().words());
    }
}
