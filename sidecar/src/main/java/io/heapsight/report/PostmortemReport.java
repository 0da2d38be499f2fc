/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import io.heapsight.histogram.ClassHistogramRow;
import io.heapsight.jstat.SampleField;
import io.heapsight.postmortem.CrashLog;
import io.heapsight.postmortem.LastHistogram;
import io.heapsight.postmortem.Postmortem;
import io.heapsight.postmortem.PostmortemJson;
import io.heapsight.postmortem.PostmortemSample;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.SectionText;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.run.RunColumn;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The post-mortem of a target: the cause, the last samples, the last histogram, the beginning of
 * the crash log. The text fits 100 columns; the JSON is complete.
 */
public record PostmortemReport(Postmortem postmortem) implements Report {
    private static final int WIDTH = 100;
    private static final int MOST_SAMPLES = 15;
    private static final int MOST_CLASSES = 20;
    private static final int CLASS_NAME = 60;
    private static final String NONE = "-";

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        head(out);
        evidence(out);
        samples(out);
        postmortem.histogram().ifPresent(last -> histogram(out, last));
        postmortem.crashLog().ifPresent(log -> crashLog(out, log));
        return out.toString();
    }

    private void head(StringBuilder out) {
        TextTable table = new TextTable("post-mortem", postmortem.id());
        table.add(
                "target",
                line(
                        "%d (%s), JDK %s, %s"
                                .formatted(
                                        postmortem.target().pid(),
                                        postmortem.target().name(),
                                        postmortem.target().jdk().orElse(NONE),
                                        postmortem.target().collector().orElse(NONE))));
        table.add("died at", postmortem.diedAt().toString());
        table.add("reason", postmortem.reason().text());
        table.add("top class", line(postmortem.topClass().orElse(NONE)));
        postmortem
                .recording()
                .ifPresent(id -> table.add("recorded", line("GET /recordings/" + id)));
        postmortem
                .heapDump()
                .ifPresent(
                        dump ->
                                table.add(
                                        "heap dump",
                                        line(
                                                dump.id()
                                                        .map(id -> "GET /heapdumps/" + id)
                                                        .orElse("not kept"))));
        postmortem.kept().forEach(path -> table.add("taken before", line("GET " + path)));
        table.add("limits", line(RunReport.limits(postmortem.limits())));
        table.add("flags", line(String.join(" ", postmortem.flags())));
        out.append(table.text());
    }

    private void evidence(StringBuilder out) {
        out.append("\nevidence\n");
        for (String sentence : postmortem.reason().evidence()) {
            TextWrapper.wrap(out, "  - ", sentence);
        }
        postmortem.heapDump().ifPresent(dump -> TextWrapper.wrap(out, "  - ", dump.note()));
    }

    /** Writes a selection of the samples, always with the last one. */
    private void samples(StringBuilder out) {
        List<PostmortemSample> all = postmortem.samples();
        out.append("\nlast samples\n");
        if (all.isEmpty()) {
            out.append("  none\n");
            return;
        }
        TextTable table =
                new TextTable(
                                "BEFORE",
                                "CONTAINER",
                                "ANON",
                                "RESIDENT",
                                "HEAP",
                                "COMMITTED",
                                "GC",
                                "THREADS")
                        .alignRight(List.of(0, 1, 2, 3, 4, 5, 6, 7));
        int step = Math.max(1, (all.size() + MOST_SAMPLES - 1) / MOST_SAMPLES);
        for (int i = (all.size() - 1) % step; i < all.size(); i += step) {
            PostmortemSample sample = all.get(i);
            table.add(
                    before(sample),
                    size(sample, SampleField.CONTAINER_MEMORY_USAGE_BYTES),
                    size(sample, SampleField.CONTAINER_MEMORY_ANON_BYTES),
                    size(sample, SampleField.RESIDENT_BYTES),
                    size(sample, SampleField.HEAP_USED_BYTES),
                    size(sample, SampleField.HEAP_COMMITTED_BYTES),
                    number(sample, SampleField.GC_OVERHEAD_RATIO, 100, "%.0f %%"),
                    number(sample, SampleField.THREADS, 1, "%.0f"));
        }
        indented(out, table.text());
    }

    private String before(PostmortemSample sample) {
        double seconds = Duration.between(sample.at(), postmortem.diedAt()).toMillis() / 1e3;
        return String.format(Locale.ROOT, "%.1f s", seconds);
    }

    private static String size(PostmortemSample sample, SampleField signal) {
        Double bytes = sample.figures().get(RunColumn.of(signal).figure());
        return bytes == null || bytes < 0 ? NONE : new ByteSize(bytes.longValue()).toString();
    }

    private static String number(
            PostmortemSample sample, SampleField signal, double each, String format) {
        Double value = sample.figures().get(RunColumn.of(signal).figure());
        return value == null ? NONE : String.format(Locale.ROOT, format, value * each);
    }

    private static void histogram(StringBuilder out, LastHistogram last) {
        out.append(
                "\nlast histogram: %s, %s, by %s\n"
                        .formatted(
                                last.takenAt(),
                                last.live() ? "live objects" : "all objects",
                                SectionText.shorten(last.takenBy(), WIDTH / 2)));
        TextTable table = new TextTable("INSTANCES", "BYTES", "CLASS").alignRight(List.of(0, 1));
        for (ClassHistogramRow row :
                last.classes().subList(0, Math.min(MOST_CLASSES, last.classes().size()))) {
            table.add(
                    NumberText.count(row.instances()),
                    NumberText.count(row.bytes()),
                    SectionText.shorten(row.name(), CLASS_NAME));
        }
        table.add(
                NumberText.count(last.totals().instances()),
                NumberText.count(last.totals().bytes()),
                "all classes");
        indented(out, table.text());
    }

    private void crashLog(StringBuilder out, CrashLog log) {
        out.append('\n')
                .append(line(log.file()))
                .append("\n  complete log: GET /postmortems/")
                .append(postmortem.id())
                .append("/hs_err\n");
        for (String line : log.text().lines().toList()) {
            out.append("  ").append(SectionText.shorten(line, WIDTH - 2)).append('\n');
        }
    }

    private static void indented(StringBuilder out, String lines) {
        lines.lines().forEach(line -> out.append("  ").append(line).append('\n'));
    }

    private static String line(String text) {
        return SectionText.shorten(text, WIDTH - 14);
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        PostmortemJson.POSTMORTEM.writeDocument(out, postmortem);
    }
}
