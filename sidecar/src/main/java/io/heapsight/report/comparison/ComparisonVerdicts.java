/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.MetricPattern;
import io.heapsight.compare.QualityGate;
import io.heapsight.compare.Verdict;
import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The verdicts in a comparison's JSON document, for pipelines.
 *
 * @param comparable false if more than the intended difference differs
 * @param judged whether there are verdicts; true if the document doesn't contain it
 * @param warnings in sentences
 */
public record ComparisonVerdicts(
        boolean comparable, boolean judged, List<String> warnings, List<Line> rows) {
    private static final Shape<Comparison> READ =
            ComparisonJson.COMPARISON.only("comparable", "judged", "warnings", "rows");

    /** Start of the reason of a row that never has a verdict. */
    private static final String INFORMATION = "for information only";

    /** A row. */
    public record Line(
            String metric,
            Verdict verdict,
            double difference,
            OptionalDouble changePercent,
            String reason) {
        private boolean isUnknown() {
            return verdict == Verdict.NOT_COMPARABLE || verdict == Verdict.TOO_FEW_RUNS;
        }
    }

    /** A row that exceeds a limit, or has no verdict. */
    public record Finding(QualityGate gate, String metric, QualityGate.Outcome outcome) {}

    public ComparisonVerdicts {
        warnings = List.copyOf(warnings);
        rows = List.copyOf(rows);
    }

    /** Converts a comparison computed here. */
    public static ComparisonVerdicts of(Comparison comparison) {
        return new ComparisonVerdicts(
                comparison.comparable(),
                comparison.judged(),
                comparison.warnings(),
                comparison.rows().stream().map(ComparisonVerdicts::line).toList());
    }

    private static Line line(ComparisonRow row) {
        return new Line(
                row.metric().name(),
                row.verdict(),
                row.change().map(change -> change.difference().value()).orElse(0.0),
                row.change()
                        .flatMap(ComparisonRow.Change::percent)
                        .map(percent -> OptionalDouble.of(percent.value()))
                        .orElse(OptionalDouble.empty()),
                row.reason());
    }

    /**
     * Reads the document.
     *
     * @throws IOException if it is not a comparison
     */
    public static ComparisonVerdicts read(InputStream document) throws IOException {
        List<Line> rows = new ArrayList<>();
        JsonObject read = JsonObject.parse(document, READ, "rows", row -> rows.add(line(row)));
        return new ComparisonVerdicts(
                read.optionalFlag("comparable").orElse(true),
                read.optionalFlag("judged").orElse(true),
                read.optionalItems(String.class, "warnings"),
                rows);
    }

    private static Line line(JsonObject row) throws IOException {
        return new Line(
                row.optionalText("metric").orElse(""),
                row.optionalText("verdict").flatMap(Verdict::of).orElse(Verdict.NOT_COMPARABLE),
                row.optionalNumber("difference").orElse(0),
                row.optionalNumber("changePercent"),
                row.optionalText("reason").orElse(""));
    }

    /** Returns whether any of these rows is worse. */
    public boolean isWorse(List<MetricPattern> patterns) {
        return rows.stream()
                .filter(row -> row.verdict() == Verdict.WORSE)
                .anyMatch(row -> patterns.stream().anyMatch(each -> each.includes(row.metric())));
    }

    /**
     * Returns the named patterns for which no row has a verdict, with the reason. A pattern for all
     * rows, or for rows that are for information only, needs none.
     */
    public List<String> withoutVerdict(List<MetricPattern> patterns) {
        List<String> without = new ArrayList<>();
        for (MetricPattern pattern : patterns) {
            List<Line> meant = rows.stream().filter(row -> pattern.includes(row.metric())).toList();
            Optional<Line> unknown =
                    meant.stream()
                            .filter(Line::isUnknown)
                            .filter(row -> !row.reason().startsWith(INFORMATION))
                            .findFirst();
            if (meant.isEmpty()) {
                without.add(pattern.text() + " has no verdict: it was not recorded");
            } else if (unknown.isPresent() && meant.stream().allMatch(Line::isUnknown)) {
                without.add(pattern.text() + " has no verdict: " + unknown.get().reason());
            }
        }
        return without;
    }

    /**
     * Finds the rows that exceed a limit or have no verdict, such as those of metrics that were
     * never recorded.
     */
    public List<Finding> findings(List<QualityGate> gates) {
        List<Finding> findings = new ArrayList<>();
        for (QualityGate gate : gates) {
            List<Line> meant =
                    rows.stream().filter(row -> gate.metrics().includes(row.metric())).toList();
            if (meant.isEmpty()) {
                findings.add(new Finding(gate, gate.metrics().text(), QualityGate.Outcome.UNKNOWN));
            }
            for (Line row : meant) {
                QualityGate.Outcome outcome =
                        gate.of(row.verdict(), row.difference(), row.changePercent());
                if (outcome != QualityGate.Outcome.KEPT) {
                    findings.add(new Finding(gate, row.metric(), outcome));
                }
            }
        }
        return findings;
    }
}
