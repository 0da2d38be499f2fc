/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import io.heapsight.histogram.GarbageByClass;
import io.heapsight.jstat.SampleField;
import io.heapsight.report.section.Fact;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.SectionText;
import io.heapsight.report.section.TextTable;
import io.heapsight.run.GarbageBounds;
import io.heapsight.run.ProgressMark;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunHistogram;
import io.heapsight.run.RunJsonFormat;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunProfile;
import io.heapsight.run.RunSamples;
import io.heapsight.unit.ByteSize;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** A run: a short summary as text, everything as JSON. */
public record RunReport(Run run) implements Report {
    private static final int WIDTH = 100;
    private static final int MOST_LIMIT_CHANGES = 5;

    @Override
    public String text() {
        TextTable table = new TextTable("run", run.name().text());
        facts().forEach(fact -> table.add(fact.name(), fact.text()));
        return table.text();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        RunJsonFormat.RUN.writeDocument(out, run);
    }

    private List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        facts.add(
                new Fact(
                        "target",
                        "%d (%s), JDK %s, %s"
                                .formatted(
                                        run.target().pid(),
                                        run.target().name(),
                                        run.target().jdk().orElse("-"),
                                        run.target().collector().orElse("-"))));
        facts.add(new Fact("limits", limits(run.limits())));
        run.limitChanges().stream()
                .limit(MOST_LIMIT_CHANGES)
                .forEach(
                        each ->
                                facts.add(
                                        new Fact(
                                                "limit changed",
                                                each.change().words() + " at " + each.at())));
        if (!run.labels().isEmpty()) {
            facts.add(new Fact("labels", shorten(RunsReport.labels(run.labels()))));
        }
        facts.add(new Fact("started", run.started().toString()));
        facts.add(new Fact("stopped", run.stopped().map(Instant::toString).orElse("-")));
        facts.add(
                new Fact(
                        "lasted",
                        "%.1f s, %s"
                                .formatted(
                                        run.duration().toMillis() / 1e3,
                                        NumberText.plural(run.samples().size(), "sample"))));
        figures(facts);
        run.heapAtStart().ifPresent(heap -> facts.add(new Fact("garbage at start", garbage(heap))));
        run.heapAtStop().ifPresent(heap -> facts.add(new Fact("garbage at stop", garbage(heap))));
        run.profile().ifPresent(profile -> facts.add(new Fact("profile", profile(profile))));
        if (!run.marks().isEmpty()) {
            ProgressMark last = run.marks().getLast();
            facts.add(
                    new Fact(
                            "last mark",
                            "%s=%s at %s"
                                    .formatted(
                                            last.kind().label(),
                                            number("%,.0f", last.value()),
                                            last.at())));
        }
        run.warnings().forEach(warning -> facts.add(new Fact("warning", shorten(warning))));
        return facts;
    }

    /** Totals of the whole run. */
    private void figures(List<Fact> facts) {
        growth(facts, "CPU", SampleField.CPU_SECONDS, "%,.2f s");
        growth(facts, "collections", SampleField.GC_PAUSE_SECONDS, "%,.3f s stopped");
        growth(facts, "CPU of GC", SampleField.GC_CPU_SECONDS, "%,.2f s");
        growth(facts, "allocated", SampleField.ALLOCATED_BYTES, "%,.0f B");
        growth(facts, "output", SampleField.IO_WRITE_BYTES, "%,.0f B");
        peak(facts, "heap at most", SampleField.HEAP_USED_BYTES);
        peak(facts, "metaspace at most", SampleField.METASPACE_CAPACITY_BYTES);
        peak(facts, "resident at most", SampleField.RESIDENT_BYTES);
        peak(facts, "container at most", SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES);
    }

    private void growth(List<Fact> facts, String name, SampleField signal, String format) {
        RunSamples samples = run.samples();
        double first = Double.NaN;
        double last = Double.NaN;
        for (int i = 0; i < samples.size(); i++) {
            double value = samples.value(RunColumn.of(signal), i);
            first = Double.isNaN(first) ? value : first;
            last = Double.isNaN(value) ? last : value;
        }
        if (!Double.isNaN(last - first)) {
            facts.add(new Fact(name, number(format, last - first)));
        }
    }

    private void peak(List<Fact> facts, String name, SampleField signal) {
        double most = Double.NEGATIVE_INFINITY;
        for (double value : run.samples().values(signal)) {
            most = Double.isNaN(value) ? most : Math.max(most, value);
        }
        if (most >= 0) {
            facts.add(new Fact(name, NumberText.bytes((long) most)));
        }
    }

    private String garbage(RunHistogram heap) {
        Optional<String> unknown = GarbageByClass.unknownWith(run.target().collector());
        if (unknown.isPresent()) {
            return unknown.get();
        }
        ByteSize all = new ByteSize(heap.all().bytes());
        return heap.garbage()
                .map(garbage -> interval(garbage) + " of " + all)
                .orElse(
                        "%s of %s, %s, unreachable"
                                .formatted(
                                        new ByteSize(heap.unreachable().bytes()),
                                        all,
                                        NumberText.percent(heap.unreachableRatio())));
    }

    /** "cpu by ctimer, 2,951 samples in 30 s, kept as 20261126T101500000Z-7". */
    private static String profile(RunProfile profile) {
        String engine = profile.frames().engine();
        return shorten(
                "%s%s, %s samples in %.0f s%s"
                        .formatted(
                                profile.frames().event().label(),
                                engine.isEmpty() ? "" : " by " + engine,
                                NumberText.count(profile.frames().samples()),
                                profile.seconds(),
                                profile.id().isEmpty() ? "" : ", kept as " + profile.id()));
    }

    /** "1.0 MiB", "1.0 MiB to 1.1 MiB (heap dump 20261122T101500000Z-7)". */
    private static String interval(GarbageBounds garbage) {
        ByteSize least = new ByteSize(garbage.atLeast().bytes());
        ByteSize most = new ByteSize(garbage.atMost().bytes());
        String bytes = least.equals(most) ? least.toString() : least + " to " + most;
        return garbage.heapdump().isEmpty()
                ? bytes
                : bytes + " (heap dump " + garbage.heapdump() + ")";
    }

    /** "memory 512.0 MiB, soft -, CPU 2.00, heap 388.0 MiB, metaspace -". */
    static String limits(RunLimits limits) {
        String cores =
                limits.cpuCores().isPresent()
                        ? number("%.2f", limits.cpuCores().getAsDouble())
                        : "-";
        return "memory %s, soft %s, CPU %s, heap %s, metaspace %s"
                .formatted(
                        size(limits.memoryBytes()),
                        size(limits.softMemoryBytes()),
                        cores,
                        size(limits.heapMaxBytes()),
                        size(limits.metaspaceMaxBytes()));
    }

    private static String size(OptionalLong bytes) {
        return bytes.orElse(-1) >= 0 ? new ByteSize(bytes.getAsLong()).toString() : "-";
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private static String shorten(String text) {
        return SectionText.shorten(text, WIDTH - 20);
    }
}
