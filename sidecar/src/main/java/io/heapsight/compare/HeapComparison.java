/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.compare.HeapClassChange.Side;
import io.heapsight.compare.HeapSummaryReader.HeapSummaryDocument;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The differences between two heap summaries.
 *
 * @param base name of the dump
 * @param candidate name of the dump
 * @param rows totals and waste, without a test, since a dump shows one moment
 * @param classes that differ, most bytes first
 */
public record HeapComparison(
        String base,
        String candidate,
        List<String> warnings,
        List<ComparisonRow> rows,
        List<HeapClassChange> classes) {
    private static final String NO_TEST = "one dump each: the variation between dumps is unknown";

    public HeapComparison {
        warnings = List.copyOf(warnings);
        rows = List.copyOf(rows);
        classes = List.copyOf(classes);
    }

    static HeapComparison between(HeapSummaryDocument base, HeapSummaryDocument candidate) {
        return new HeapComparison(
                base.name(),
                candidate.name(),
                warnings(base, candidate),
                rows(base, candidate),
                classes(base, candidate));
    }

    private static List<String> warnings(HeapSummaryDocument base, HeapSummaryDocument candidate) {
        List<String> warnings = new ArrayList<>();
        if (!base.layout().equals(candidate.layout())) {
            warnings.add(
                    "Objects of the same class have different sizes: %s in the base, %s in the candidate."
                            .formatted(base.layout(), candidate.layout()));
        }
        Map<String, HeapSummaryDocument> sides = new LinkedHashMap<>();
        sides.put("base", base);
        sides.put("candidate", candidate);
        sides.forEach(
                (name, side) -> {
                    if (!side.skipped().isEmpty()) {
                        warnings.add(
                                "Skipped in the %s: %s."
                                        .formatted(name, String.join(", ", side.skipped())));
                    }
                    if (!side.whole()) {
                        warnings.add(
                                "A part of the %s is missing: its dump is truncated or damaged."
                                        .formatted(name));
                    }
                    if (!side.allClasses()) {
                        warnings.add(
                                "The %s lists only its largest classes: classes that one side lacks"
                                                .formatted(name)
                                        + " are skipped.");
                    }
                });
        return warnings;
    }

    private static List<ComparisonRow> rows(
            HeapSummaryDocument base, HeapSummaryDocument candidate) {
        Set<Metric> metrics = new LinkedHashSet<>(base.figures().keySet());
        metrics.addAll(candidate.figures().keySet());
        List<ComparisonRow> rows = new ArrayList<>();
        for (Metric metric : metrics) {
            OptionalDouble before = optional(base.figures().get(metric));
            OptionalDouble after = optional(candidate.figures().get(metric));
            boolean both = before.isPresent() && after.isPresent();
            Optional<ComparisonRow.Change> change =
                    both
                            ? Optional.of(
                                    ComparisonRow.Change.plain(
                                            before.getAsDouble(), after.getAsDouble()))
                            : Optional.empty();
            boolean same = both && before.getAsDouble() == after.getAsDouble();
            Verdict verdict =
                    same ? Verdict.NO_EVIDENCE : both ? Verdict.DIFFERS : Verdict.NOT_COMPARABLE;
            String reason =
                    same ? "it is the same in both" : both ? NO_TEST : "one side skipped it";
            rows.add(
                    new ComparisonRow(
                            metric,
                            ComparisonRow.Values.NONE,
                            before,
                            after,
                            change,
                            verdict,
                            ComparisonRow.Evidence.NONE,
                            "none",
                            reason));
        }
        return rows;
    }

    private static OptionalDouble optional(@Nullable Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static List<HeapClassChange> classes(
            HeapSummaryDocument base, HeapSummaryDocument candidate) {
        Set<String> names = new LinkedHashSet<>(base.classes().keySet());
        names.addAll(candidate.classes().keySet());
        List<HeapClassChange> changes = new ArrayList<>();
        for (String name : names) {
            boolean known =
                    (base.allClasses() || base.classes().containsKey(name))
                            && (candidate.allClasses() || candidate.classes().containsKey(name));
            HeapClassChange change =
                    new HeapClassChange(
                            name,
                            base.classes().getOrDefault(name, Side.NONE),
                            candidate.classes().getOrDefault(name, Side.NONE));
            if (known && change.differs()) {
                changes.add(change);
            }
        }
        changes.sort(
                Comparator.<HeapClassChange>comparingLong(change -> -Math.abs(change.bytes()))
                        .thenComparing(HeapClassChange::name));
        return changes;
    }
}
