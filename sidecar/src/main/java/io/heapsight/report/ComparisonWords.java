/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import io.heapsight.compare.Comparison;
import io.heapsight.compare.Row;
import io.heapsight.compare.Verdict;
import io.heapsight.stats.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a comparison found, in plain words. */
final class ComparisonWords {
    /**
     * How a metric is told of.
     *
     * @param verb what an arm did
     * @param noun of what
     * @param counted "fewer" rather than "less"
     */
    private record Phrase(String metric, String verb, String noun, boolean counted) {}

    /** Those that a summary names; the table has them all. */
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

    private final Comparison comparison;

    ComparisonWords(Comparison comparison) {
        this.comparison = comparison;
    }

    /** One paragraph. */
    String text() {
        List<String> sentences = new ArrayList<>();
        List<String> found = new ArrayList<>();
        List<String> none = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (Phrase phrase : HEADLINES) {
            row(phrase.metric())
                    .ifPresent(
                            row -> {
                                switch (row.verdict()) {
                                    case BETTER, WORSE -> found.add(sentence(row, phrase));
                                    case SAME -> none.add(row.metric().words());
                                    case NOT_COMPARABLE -> unknown.add(row.metric().words());
                                }
                            });
        }
        if (!found.isEmpty()) {
            sentences.add(comparison.candidate().name() + " " + String.join(", ", found) + ".");
        }
        if (!none.isEmpty()) {
            sentences.add("No evidence of a difference: " + String.join(", ", none) + ".");
        }
        if (!unknown.isEmpty()) {
            sentences.add("Not comparable: " + String.join(", ", unknown) + ".");
        }
        long better = count(Verdict.BETTER);
        long worse = count(Verdict.WORSE);
        sentences.add(
                "Of %d rows %d are better, %d worse than in %s."
                        .formatted(
                                comparison.rows().size(), better, worse, comparison.base().name()));
        return String.join(" ", sentences);
    }

    private Optional<Row> row(String metric) {
        return comparison.rows().stream()
                .filter(row -> row.metric().name().equals(metric))
                .findFirst();
    }

    private long count(Verdict verdict) {
        return comparison.rows().stream().filter(row -> row.verdict() == verdict).count();
    }

    private static String sentence(Row row, Phrase phrase) {
        Row.Change change = row.change().orElseThrow();
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
