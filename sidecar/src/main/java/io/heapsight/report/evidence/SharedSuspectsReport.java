/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.evidence;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import io.heapsight.store.read.DumpSuspect;
import io.heapsight.store.read.SharedSuspect;
import io.heapsight.store.read.StoredDump;
import io.heapsight.store.read.StoredDumps;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.stream.Stream;

/**
 * The leak suspects in the heap dumps of many pods, the worst first.
 *
 * @param rows maximum number of suspects in text
 */
public record SharedSuspectsReport(StoredDumps stored, int rows) implements Report {
    private static final int PODS_OF_A_LINE = 3;

    public static final Shape<SharedSuspectsReport> SHAPE =
            Shape.<SharedSuspectsReport>of()
                    .field("podCount", COUNT, it -> pods(it.summarized()))
                    .field("suspects", list(SharedSuspect.SHAPE), SharedSuspectsReport::suspects)
                    .and(StoredDumps.SHAPE, SharedSuspectsReport::stored);

    /** Returns whether the suspects of every dump are known. */
    public boolean isComplete() {
        return !stored.more() && summarized().count() == stored.dumps().size();
    }

    private Stream<StoredDump> summarized() {
        return of(StoredDump.Summary.THERE);
    }

    private Stream<StoredDump> of(StoredDump.Summary summary) {
        return stored.dumps().stream().filter(each -> each.summary() == summary);
    }

    private List<SharedSuspect> suspects() {
        return SharedSuspect.of(stored.dumps());
    }

    private static int pods(Stream<StoredDump> dumps) {
        return (int) dumps.map(StoredDump::pod).distinct().count();
    }

    @Override
    public String text() {
        if (stored.dumps().isEmpty()) {
            return "No heap dumps below %s.\n".formatted(stored.store());
        }
        StringBuilder out = new StringBuilder();
        out.append(
                "%s of %s below %s\n\n"
                        .formatted(
                                NumberText.plural(stored.dumps().size(), "heap dump"),
                                NumberText.plural(pods(stored.dumps().stream()), "pod"),
                                stored.store()));
        List<SharedSuspect> all = suspects();
        List<SharedSuspect> shown = all.subList(0, Math.min(rows, all.size()));
        out.append(shown.isEmpty() ? "No suspects.\n" : table(shown));
        for (SharedSuspect each : shown) {
            DumpSuspect largest = each.largest();
            out.append("\n%s\n  %s\n".formatted(largest.text(), largest.remedy()));
            out.append("  In %s.\n".formatted(some(each.pods())));
        }
        appendRest(out, all.size() - shown.size());
        return out.toString();
    }

    private String table(List<SharedSuspect> suspects) {
        int pods = pods(summarized());
        TextTable table = new TextTable("SEVERITY", "PODS", "DUMPS", "LARGEST", "SHARE", "SUSPECT");
        for (SharedSuspect each : suspects) {
            table.add(
                    each.largest().severity().words(),
                    each.pods().size() + "/" + pods,
                    Integer.toString(each.dumps()),
                    new ByteSize(each.largest().bytes()).toString(),
                    NumberText.percent(each.largest().share()),
                    each.largest().place());
        }
        return table.alignRight(List.of(1, 2, 3, 4)).text();
    }

    /** Appends the number of hidden suspects, and the dumps without known suspects. */
    private void appendRest(StringBuilder out, int hidden) {
        out.append(hidden == 0 ? "" : "\n%d more suspects: raise --top.\n".formatted(hidden));
        List<String> without =
                summarized()
                        .filter(each -> each.suspects().isEmpty())
                        .map(StoredDump::name)
                        .toList();
        out.append(without.isEmpty() ? "" : "\nNo suspect in %s.\n".formatted(some(without)));
        of(StoredDump.Summary.MISSING)
                .forEach(each -> out.append("\nNo summary of %s.".formatted(each.name())));
        of(StoredDump.Summary.UNREADABLE)
                .forEach(
                        each ->
                                out.append(
                                        "\nThe summary of %s is unreadable: %s."
                                                .formatted(each.name(), each.reason())));
        of(StoredDump.Summary.PARTIAL)
                .forEach(
                        each ->
                                out.append(
                                        "\nSuspects of %s were not searched: %s."
                                                .formatted(each.name(), each.reason())));
        if (summarized().count() < stored.dumps().size()) {
            out.append("\nRun heapsight analyze URL --upload-summary for each.\n");
        }
        out.append(stored.more() ? "\nMore is in the store: name a folder below.\n" : "");
    }

    /** The first names, and the number of the others. */
    private static String some(List<String> names) {
        List<String> first = names.subList(0, Math.min(PODS_OF_A_LINE, names.size()));
        int more = names.size() - first.size();
        return String.join(", ", first) + (more == 0 ? "" : " and %d more".formatted(more));
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
