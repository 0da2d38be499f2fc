/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.fleet;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;
import static io.heapsight.json.JsonValueCodec.number;

import io.heapsight.advice.Advice;
import io.heapsight.fleet.size.DailyPeaks;
import io.heapsight.fleet.size.FleetSizing;
import io.heapsight.fleet.size.WorkloadSize;
import io.heapsight.json.Shape;
import io.heapsight.memory.TuningOption;
import io.heapsight.report.Report;
import io.heapsight.report.section.NumberText;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The current and suggested sizes of a fleet's workloads. */
public record FleetSizingReport(FleetSizing size) implements Report {
    private static final List<TuningOption> COLUMNS =
            List.of(
                    TuningOption.MAX_HEAP,
                    TuningOption.MEMORY_LIMIT,
                    TuningOption.SOFT_LIMIT,
                    TuningOption.CPU_REQUEST,
                    TuningOption.CPU_LIMIT);

    private static final Shape<Advice.Setting> SETTING =
            Shape.<Advice.Setting>of()
                    .field("name", TEXT, it -> name(it.option()))
                    .nullable("current", TEXT, Advice.Setting::current)
                    .field("suggested", TEXT, Advice.Setting::suggested)
                    .field("line", TEXT, Advice.Setting::line);

    private static final Shape<Advice.Refused> REFUSED =
            Shape.<Advice.Refused>of()
                    .field("line", TEXT, Advice.Refused::line)
                    .field("because", TEXT, Advice.Refused::because);

    private static final Shape<WorkloadSize> WORKLOAD =
            Shape.<WorkloadSize>of()
                    .field("namespace", TEXT, it -> it.workload().namespace())
                    .field("kind", TEXT, it -> it.workload().kind())
                    .field("name", TEXT, it -> it.workload().name())
                    .field("container", TEXT, WorkloadSize::container)
                    .field("pods", COUNT, WorkloadSize::pods)
                    .field("running", COUNT, WorkloadSize::running)
                    .field("seconds", COUNT, it -> it.seen().toSeconds())
                    .field("settings", list(SETTING), FleetSizingReport::settings)
                    .field("refused", list(REFUSED), FleetSizingReport::refused)
                    .nullable("peakBytes", BYTES, it -> number(Math.rint(it.held().most())))
                    .nullable("nextDayBytes", BYTES, it -> number(Math.rint(it.held().high())))
                    .field("peaks", COUNT, it -> it.held().count())
                    .nullable(
                            "workingSetBytes",
                            BYTES,
                            it -> number(Math.rint(it.workingSet().most())))
                    .nullable("usedCores", NUMBER, it -> number(it.cpu().daily().most()))
                    .nullable("nextDayCores", NUMBER, it -> number(it.cpu().daily().high()))
                    .nullable("startCores", NUMBER, it -> number(it.cpu().startCores()))
                    .nullable("throttledRatio", NUMBER, it -> number(it.cpu().throttledRatio()))
                    .field("savedRequestGibibytes", NUMBER, WorkloadSize::savedGibibytes)
                    .field("savedLimitGibibytes", NUMBER, WorkloadSize::savedLimitGibibytes)
                    .field("savedRequestCores", NUMBER, WorkloadSize::savedCores)
                    .field("risk", TEXT, WorkloadSize::risk)
                    .field(
                            "certainty",
                            choice(Advice.Certainty.values(), Advice.Certainty::label),
                            WorkloadSize::certainty)
                    .field("notes", TEXTS, WorkloadSize::notes);

    public static final Shape<FleetSizingReport> SHAPE =
            Shape.<FleetSizingReport>of()
                    .field("windowSeconds", COUNT, it -> it.size.window().toSeconds())
                    .field("pods", COUNT, it -> it.size.pods())
                    .field("savedRequestGibibytes", NUMBER, it -> it.size.savedGibibytes())
                    .field("savedLimitGibibytes", NUMBER, it -> it.size.savedLimitGibibytes())
                    .field("savedRequestCores", NUMBER, it -> it.size.savedCores())
                    .field("workloads", list(WORKLOAD), it -> it.size.workloads())
                    .field("notes", TEXTS, it -> it.size.notes());

    private static List<Advice.Setting> settings(WorkloadSize workload) {
        return Stream.concat(workload.settings().stream(), workload.cpu().settings().stream())
                .toList();
    }

    private static List<Advice.Refused> refused(WorkloadSize workload) {
        return Stream.concat(workload.refused().stream(), workload.cpu().refused().stream())
                .toList();
    }

    /** Returns the name as in a manifest: the soft limit of a pod is its request. */
    private static String name(TuningOption option) {
        return option == TuningOption.SOFT_LIMIT ? "memory request" : option.label();
    }

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        out.append(
                String.format(
                        Locale.ROOT,
                        "%s with %s, %s. Requests fall by %.1f GiB and %.1f cores, limits by %.1f"
                                + " GiB.\n\n",
                        NumberText.plural(size.workloads().size(), "workload"),
                        NumberText.plural(size.pods(), "pod"),
                        duration(size.window()),
                        size.savedGibibytes(),
                        size.savedCores(),
                        size.savedLimitGibibytes()));
        out.append(table().text());
        size.workloads().forEach(workload -> details(out, workload));
        size.notes().forEach(note -> TextWrapper.wrap(out, "note: ", note));
        return out.toString();
    }

    private TextTable table() {
        TextTable table =
                new TextTable(
                        "WORKLOAD",
                        "PODS",
                        "HEAP",
                        "MEMORY LIMIT",
                        "MEMORY REQUEST",
                        "CPU REQUEST",
                        "CPU LIMIT",
                        "SAVES GIB",
                        "SAVES CORES");
        for (WorkloadSize each : size.workloads()) {
            String[] cells = new String[COLUMNS.size() + 4];
            cells[0] = each.workload().toString();
            cells[1] = Integer.toString(each.running());
            for (int i = 0; i < COLUMNS.size(); i++) {
                cells[i + 2] = change(each, COLUMNS.get(i));
            }
            cells[cells.length - 2] = String.format(Locale.ROOT, "%.2f", each.savedGibibytes());
            cells[cells.length - 1] = String.format(Locale.ROOT, "%.2f", each.savedCores());
            table.add(cells);
        }
        return table;
    }

    private static String change(WorkloadSize workload, TuningOption option) {
        return workload.setting(option)
                .or(
                        () ->
                                option == TuningOption.MAX_HEAP
                                        ? workload.setting(TuningOption.MAX_RAM_PERCENTAGE)
                                        : workload.setting(option))
                .map(
                        it ->
                                it.isChange()
                                        ? it.current().orElse("?") + " -> " + it.suggested()
                                        : it.suggested())
                .orElse("-");
    }

    private static void details(StringBuilder out, WorkloadSize workload) {
        out.append(
                "\n%s %s: %s over %s, certainty %s\n"
                        .formatted(
                                workload.workload().kind(),
                                workload.workload(),
                                NumberText.plural(workload.pods(), "pod"),
                                duration(workload.seen()),
                                workload.certainty().label()));
        for (Advice.Setting setting : settings(workload)) {
            TextWrapper.wrap(
                    out,
                    "  ",
                    "%s: %s -> %s%s"
                            .formatted(
                                    name(setting.option()),
                                    setting.current().orElse("?"),
                                    setting.suggested(),
                                    setting.isChange() ? "   " + setting.line() : ""));
        }
        for (Advice.Refused each : refused(workload)) {
            TextWrapper.wrap(
                    out, "  not suggested: ", "%s: %s".formatted(each.line(), each.because()));
        }
        TextWrapper.wrap(out, "  risk: ", workload.risk());
        cpu(out, workload);
        workload.notes().forEach(note -> TextWrapper.wrap(out, "  note: ", note));
    }

    private static void cpu(StringBuilder out, WorkloadSize workload) {
        DailyPeaks daily = workload.cpu().daily();
        if (daily.count() > 0) {
            double start = workload.cpu().startCores();
            TextWrapper.wrap(
                    out,
                    "  cpu: ",
                    String.format(
                            Locale.ROOT,
                            "the busiest pod used %.2f cores in 19 of 20 steps%s",
                            daily.most(),
                            Double.isNaN(start)
                                    ? ""
                                    : String.format(
                                            Locale.ROOT, ", a start up to %.2f cores", start)));
        }
    }

    private static String duration(Duration duration) {
        double hours = duration.toMinutes() / 60.0;
        return hours < 48
                ? String.format(Locale.ROOT, "%.1f hours", hours)
                : String.format(Locale.ROOT, "%.1f days", hours / 24);
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
