/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.summary;

import io.heapsight.report.section.Fact;
import io.heapsight.report.section.NumberText;
import io.heapsight.summary.DominatorNode;
import io.heapsight.summary.Finding;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.HeapSummary.DumpFacts;
import io.heapsight.summary.HeapSummary.LayoutFacts;
import io.heapsight.summary.Severity;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import io.heapsight.unit.ByteSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Lists the facts before the tables: the main findings and the cost of the analysis. */
final class SummaryFacts {
    private static final String FAILED =
            ". Possible causes: the heap is full of many things of similar size, the allocation"
                    + " was too large, or metaspace is full";

    private SummaryFacts() {}

    /**
     * Lists the facts that matter most in an emergency. If there is a reason to doubt all facts,
     * one line about it comes first; its details follow the suspects.
     */
    static List<Fact> findings(HeapSummary summary) {
        List<Fact> findings = new ArrayList<>();
        summary.file().warnings().forEach(text -> findings.add(new Fact("Warning", text)));
        List<Fact> failures = failures(summary);
        if (summary.retained().isPresent()) {
            findings.addAll(
                    Math.min(1, findings.size()),
                    suspects(summary.findings(), !failures.isEmpty()));
        }
        findings.addAll(failures);
        findings.add(new Fact("Heap", heap(summary.totals())));
        findings.addAll(garbage(summary));
        summary.retained()
                .flatMap(retained -> biggest(summary, retained.biggest()))
                .ifPresent(findings::add);
        return findings;
    }

    /**
     * Lists the most important finding, preferably a leak suspect, and the suspect that holds most
     * if that is another.
     */
    private static List<Fact> suspects(List<Finding> findings, boolean hasFailed) {
        List<Finding> leaks =
                findings.stream().filter(each -> each.kind() == Finding.Kind.LEAK_SUSPECT).toList();
        if (leaks.isEmpty() || leaks.getFirst().severity() == Severity.INFORMATION) {
            Optional<Finding> severe =
                    findings.stream().filter(each -> each.severity() == Severity.HIGH).findFirst();
            if (severe.isPresent()) {
                return List.of(new Fact("Suspect", severe.get().text()));
            }
        }
        if (leaks.isEmpty()) {
            return List.of(
                    new Fact(
                            "Suspect",
                            "none: no object holds a conspicuous part of the heap"
                                    + (hasFailed ? FAILED : "")));
        }
        Finding first = leaks.getFirst();
        List<Fact> facts = new ArrayList<>(List.of(new Fact("Suspect", headline(first))));
        leaks.stream()
                .max(Comparator.comparingLong(Finding::bytes))
                .filter(most -> most.bytes() > first.bytes())
                .ifPresent(most -> facts.add(new Fact("Holds most", most.text())));
        return facts;
    }

    /** Returns the allocations that failed, if an OutOfMemoryError caused the dump. */
    private static List<Fact> failures(HeapSummary summary) {
        return summary.threads().stream()
                .filter(thread -> thread.failedIn().isPresent())
                .map(
                        thread ->
                                new Fact(
                                        "Error",
                                        "OutOfMemoryError in thread "
                                                + thread.name()
                                                + ", at "
                                                + thread.failedIn().get()))
                .toList();
    }

    private static String headline(Finding leak) {
        return leak.severity() == Severity.INFORMATION
                ? "none for certain. "
                        + leak.text()
                        + " It is a leak if it grows up to a later dump: heapsight heap THIS.hprof"
                        + " diff LATER.hprof"
                : leak.text();
    }

    private static String heap(Totals totals) {
        String all = objects(totals.all());
        return totals.split()
                .map(Totals.Split::filler)
                .filter(filler -> filler.bytes() > 0)
                .map(filler -> all + ", including JVM filler of " + new ByteSize(filler.bytes()))
                .orElse(all);
    }

    private static List<Fact> garbage(HeapSummary summary) {
        List<Fact> facts = new ArrayList<>();
        if (summary.garbage().isPresent() && summary.totals().split().isPresent()) {
            GarbageText words =
                    new GarbageText(
                            summary, summary.garbage().get(), summary.totals().split().get());
            facts.add(new Fact("Garbage", words.amount()));
            words.unreachable().ifPresent(text -> facts.add(new Fact("Unreachable", text)));
        }
        return facts;
    }

    private static Optional<Fact> biggest(HeapSummary summary, List<DominatorNode> biggest) {
        return biggest.stream()
                .findFirst()
                .map(
                        node ->
                                "%s retains %s, %s of the reachable bytes"
                                        .formatted(
                                                RetainedSections.name(node),
                                                NumberText.bytes(node.retainedBytes()),
                                                NumberText.percent(
                                                        NumberText.share(
                                                                node.retainedBytes(),
                                                                RetainedSections.reachable(summary)
                                                                        .bytes()))))
                .map(text -> new Fact("Biggest", text));
    }

    private static String objects(Total total) {
        return NumberText.plural(total.objects(), "object")
                + ", "
                + NumberText.bytes(total.bytes());
    }

    /** Lists the dump, its JVM, and the cost of the analysis. */
    static List<Fact> circumstances(HeapSummary summary) {
        List<Fact> facts = new ArrayList<>();
        DumpFacts file = summary.file();
        facts.add(new Fact("File", file.name()));
        facts.add(
                new Fact(
                        "Format",
                        "HPROF %s%s, %d-byte addresses, %s, taken %s"
                                .formatted(
                                        file.formatVersion(),
                                        file.gzip() ? " (gzip)" : "",
                                        file.idBytes(),
                                        NumberText.bytes(file.bytes()),
                                        file.takenAt())));
        summary.jdk().ifPresent(jdk -> facts.add(new Fact("JDK", jdk)));
        summary.collector().ifPresent(name -> facts.add(new Fact("Collector", name)));
        facts.add(new Fact("Layout", layout(summary.layout())));
        facts.add(
                new Fact(
                        "Analysis",
                        String.format(
                                Locale.ROOT,
                                "%.1f s, tables of up to %s",
                                summary.seconds(),
                                new ByteSize(summary.peakBytes()))));
        return facts;
    }

    private static String layout(LayoutFacts layout) {
        String headers =
                layout.compactHeaders()
                        ? " (compact)"
                        : layout.compressedClassPointers() ? " (compressed class pointers)" : "";
        String source =
                switch (layout.source()) {
                    case FLAGS -> "from the flags";
                    case INFERRED -> "inferred";
                };
        return "references %d B, headers %d B%s, alignment %d B; %s%s"
                .formatted(
                        layout.referenceBytes(),
                        layout.headerBytes(),
                        headers,
                        layout.alignmentBytes(),
                        source,
                        layout.evidence().isEmpty() ? "" : ": " + layout.evidence());
    }
}
