/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a pipeline needs of a comparison's JSON document: its verdicts.
 *
 * @param comparable false where something other than what is compared differs
 * @param judged whether there are verdicts; true in documents that don't say
 * @param warnings in sentences
 */
public record ComparisonDocument(
        boolean comparable, boolean judged, List<String> warnings, List<Line> rows) {
    /** A row. */
    public record Line(
            String metric, Verdict verdict, double difference, OptionalDouble changePercent) {}

    /** A row that has passed a limit, or can't tell. */
    public record Finding(Gate gate, String metric, Gate.Outcome outcome) {}

    public ComparisonDocument {
        warnings = List.copyOf(warnings);
        rows = List.copyOf(rows);
    }

    /**
     * Reads.
     *
     * @throws IOException when it is no JSON
     */
    public static ComparisonDocument read(byte[] document) throws IOException {
        try (JsonParser json = new JsonFactory().createParser(document)) {
            json.nextToken();
            JsonNode node = JsonNode.read(json);
            List<Line> rows = new ArrayList<>();
            for (JsonNode row : node.at("rows").elements()) {
                Optional<Verdict> verdict = row.at("verdict").text().flatMap(Verdict::of);
                rows.add(
                        new Line(
                                row.at("metric").text().orElse(""),
                                verdict.orElse(Verdict.NOT_COMPARABLE),
                                row.at("difference").number().orElse(0),
                                row.at("changePercent").number()));
            }
            return new ComparisonDocument(
                    !node.at("comparable").isFalse(),
                    !node.at("judged").isFalse(),
                    node.at("warnings").elements().stream()
                            .flatMap(each -> each.text().stream())
                            .toList(),
                    rows);
        }
    }

    /** Whether any row is worse. */
    public boolean isWorse() {
        return rows.stream().anyMatch(row -> row.verdict() == Verdict.WORSE);
    }

    /** What has passed a limit, and what can't tell; a metric that nothing recorded can't. */
    public List<Finding> findings(List<Gate> gates) {
        List<Finding> findings = new ArrayList<>();
        for (Gate gate : gates) {
            List<Line> meant =
                    rows.stream().filter(row -> gate.metrics().includes(row.metric())).toList();
            if (meant.isEmpty()) {
                findings.add(new Finding(gate, gate.metrics().text(), Gate.Outcome.UNKNOWN));
            }
            for (Line row : meant) {
                Gate.Outcome outcome =
                        gate.of(row.verdict(), row.difference(), row.changePercent());
                if (outcome != Gate.Outcome.KEPT) {
                    findings.add(new Finding(gate, row.metric(), outcome));
                }
            }
        }
        return findings;
    }
}
