/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.heapdump.ExplorerOptions;
import io.heapsight.cli.heapdump.TemporaryDumpSummaries;
import io.heapsight.cli.output.ComparisonFormat;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.cli.store.InputFiles;
import io.heapsight.cli.store.KeepOption;
import io.heapsight.compare.ComparedFiles;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.EquivalenceMargin;
import io.heapsight.compare.HeapComparison;
import io.heapsight.compare.IntendedDifference;
import io.heapsight.compare.MetricPattern;
import io.heapsight.compare.PrimaryMetrics;
import io.heapsight.fleet.comparison.FleetComparison;
import io.heapsight.fleet.comparison.FleetComparisonRequest;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.report.comparison.ComparisonReport;
import io.heapsight.report.comparison.ComparisonVerdicts;
import io.heapsight.report.comparison.HeapComparisonReport;
import io.heapsight.store.read.ObjectUrl;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heapsight compare}: compares arms of runs, heap dumps, or sets of pods. */
@Command(
        name = "compare",
        description = {
            "Compares two arms of runs, two heap dumps, or two sets of pods.",
            "BASE and CANDIDATE are names of arms or runs stored in the sidecar (INFO, INFO#1), or"
                    + " files or URLs: exported runs, separated by commas, or one heap dump or heap"
                    + " summary each (analyze --format json). --prometheus compares pods, which --base"
                    + " and --candidate select."
        },
        mixinStandardHelpOptions = true)
public final class CompareCommand implements Callable<Integer> {
    private static final List<String> ENDINGS = List.of(".json", ".hprof", ".gz", ".zst", ".zip");

    private final Console console;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "BASE",
            description = "the arm, run or file to compare with")
    private String base = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "CANDIDATE",
            description = "the arm, run or file to judge")
    private String candidate = "";

    @Option(
            names = "--subject",
            split = ",",
            paramLabel = "WHAT",
            description = "intended differences: ${COMPLETION-CANDIDATES}")
    private Set<IntendedDifference> subjects = EnumSet.noneOf(IntendedDifference.class);

    @Option(names = "--format", description = "${COMPLETION-CANDIDATES}")
    private ComparisonFormat format = ComparisonFormat.TEXT;

    @Option(names = "--top", paramLabel = "N", description = "classes to show; default: 20")
    private int top = 20;

    @Option(
            names = "--relevant",
            paramLabel = "CHANGE",
            description =
                    "the smallest relevant change: 2%%, or gc.overhead=5%% for some rows,"
                            + " separated by commas; a smaller change counts as equivalent")
    private String relevant = "";

    @Option(
            names = "--primary",
            split = ",",
            paramLabel = "METRIC",
            description =
                    "primary rows, tested before all others; * matches any text; choose them"
                            + " before you measure; default: duration, work, CPU per unit of work,"
                            + " peak memory, GC overhead")
    private List<String> primary = List.of();

    @Option(
            names = "--row",
            split = ",",
            paramLabel = "METRIC",
            description = "rows to show, as in gc.*; default: all")
    private List<String> shown = List.of();

    @Spec private CommandSpec command = CommandSpec.create();

    @Mixin private final QualityGateOptions gates = new QualityGateOptions();

    @Mixin private final PrometheusOptions prometheus = new PrometheusOptions();

    @Mixin private final FleetComparisonOptions fleet = new FleetComparisonOptions();

    @Mixin private final ExplorerOptions analysis = new ExplorerOptions();

    @Mixin private final KeepOption keeping = new KeepOption();

    @Mixin private final SidecarApi api = new SidecarApi();

    public CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (prometheus.isGiven()) {
            return compareFleets();
        }
        if (base.isEmpty() || candidate.isEmpty()) {
            throw new ParameterException(
                    command.commandLine(), "Missing required parameters: BASE and CANDIDATE");
        }
        List<String> before = names(base);
        List<String> after = names(candidate);
        if (Stream.concat(before.stream(), after.stream()).noneMatch(CompareCommand::isFile)) {
            return askSidecar();
        }
        try (InputFiles files = keeping.files(console, analysis.workDirectory());
                TemporaryDumpSummaries summaries = new TemporaryDumpSummaries(console, analysis)) {
            List<Path> bases = summaries.of(local(files, before));
            return compareFiles(bases, summaries.of(local(files, after)));
        }
    }

    private static List<Path> local(InputFiles files, List<String> names)
            throws IOException, ProblemException {
        List<Path> local = new ArrayList<>();
        for (String name : names) {
            local.add(files.local(name));
        }
        return local;
    }

    private int compareFiles(List<Path> before, List<Path> after) throws Exception {
        ComparedFiles files = new ComparedFiles(before, after);
        if (files.kind() == ComparedFiles.Kind.RUN) {
            return compareRuns(files);
        }
        int summaries = before.size() + after.size();
        if (summaries != 2) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "Too many heap summaries",
                    summaries + " summaries: two can be compared.",
                    "Give one summary for each side.");
        }
        return compareSummaries(files.compareSummaries());
    }

    /** A URL is one file: its query may contain commas. */
    private static List<String> names(String argument) {
        return ObjectUrl.isUrl(argument) ? List.of(argument) : List.of(argument.split(",", -1));
    }

    /**
     * Returns whether an argument is a URL or an existing file, or looks like a file. A file has a
     * slash, or the usual suffix of a run, a summary or a dump.
     */
    private static boolean isFile(String name) {
        if (ObjectUrl.isUrl(name)) {
            return true;
        }
        Path path = Path.of(name);
        return Files.exists(path)
                || path.getNameCount() != 1
                || path.isAbsolute()
                || ENDINGS.stream().anyMatch(path.toString()::endsWith);
    }

    private int compareFleets() throws Exception {
        if (!base.isEmpty()) {
            throw new ParameterException(
                    command.commandLine(),
                    "With --prometheus give --base SELECTOR and --candidate SELECTOR, not names");
        }
        refuseInvalidOptions();
        FleetComparisonRequest question = fleet.question();
        Comparison comparison;
        try (PrometheusClient client = prometheus.open(api.tokenFile());
                ProgressLine progress = ProgressLine.on(console)) {
            comparison = FleetComparison.of(client, question, terms(), progress);
        }
        return report(comparison);
    }

    private int compareRuns(ComparedFiles files) throws Exception {
        refuseInvalidOptions();
        return report(files.compareRuns(terms()));
    }

    /** Parses the options before any data is read. */
    private void refuseInvalidOptions() {
        Comparison.Terms _ = terms();
        patterns(shown);
        gates.areThere();
    }

    private Comparison.Terms terms() {
        return new Comparison.Terms(subjects, relevance(), new PrimaryMetrics(patterns(primary)));
    }

    private int report(Comparison comparison) throws Exception {
        List<MetricPattern> patterns = patterns(shown);
        print(
                new ComparisonReport(
                        patterns.isEmpty() ? comparison : comparison.only(patterns), top));
        return gates.areThere()
                ? gates.check(ComparisonVerdicts.of(comparison), console)
                : ExitCode.DONE;
    }

    private EquivalenceMargin relevance() {
        return QualityGateOptions.parse(
                command,
                () ->
                        relevant.isEmpty()
                                ? EquivalenceMargin.NONE
                                : EquivalenceMargin.parse(relevant));
    }

    private List<MetricPattern> patterns(List<String> names) {
        return QualityGateOptions.parse(
                command, () -> names.stream().map(MetricPattern::new).toList());
    }

    private void print(ComparisonReport report) throws IOException {
        switch (format) {
            case TEXT -> console.print(report, OutputFormat.TEXT);
            case JSON -> console.print(report, OutputFormat.JSON);
            case HTML -> console.print(report::writeHtml);
            case MARKDOWN -> console.print(out -> out.write(report.markdown()));
            case CSV -> console.print(out -> out.write(report.csv()));
        }
    }

    private int compareSummaries(HeapComparison comparison) throws Exception {
        HeapComparisonReport report = new HeapComparisonReport(comparison, top);
        switch (format) {
            case TEXT -> console.print(report, OutputFormat.TEXT);
            case JSON -> console.print(report, OutputFormat.JSON);
            case HTML -> console.print(report::writeHtml);
            case MARKDOWN, CSV ->
                    throw new ProblemException(
                            Problem.Kind.BAD_REQUEST,
                            "Unsupported format for two heap summaries",
                            "--format " + format + " is for runs.",
                            "Use --format text, json or html.");
        }
        return ExitCode.DONE;
    }

    private int askSidecar() throws Exception {
        refuseInvalidOptions();
        if (!gates.areThere()) {
            api.print("GET", path(format, shown), "*/*", console);
            return ExitCode.DONE;
        }
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        String whole = path(ComparisonFormat.JSON, List.of());
        try (ProgressLine _ = ProgressLine.waiting(console, SidecarApi.WAITING)) {
            api.call("GET", whole, "*/*", (body, _) -> body.transferTo(document));
        }
        String wanted = path(format, shown);
        if (wanted.equals(whole)) {
            document.writeTo(console.out());
            console.out().flush();
        } else {
            api.print("GET", wanted, "*/*", console);
        }
        return gates.check(
                ComparisonVerdicts.read(new ByteArrayInputStream(document.toByteArray())), console);
    }

    private String path(ComparisonFormat form, List<String> rows) {
        String subject =
                subjects.stream()
                        .map(IntendedDifference::label)
                        .sorted()
                        .collect(Collectors.joining(","));
        return "/compare?base=%s&candidate=%s&top=%d&format=%s"
                        .formatted(
                                SidecarApi.encoded(base), SidecarApi.encoded(candidate), top, form)
                + parameter("subject", subject)
                + parameter("relevant", relevant)
                + parameter("primary", String.join(",", primary))
                + parameter("row", String.join(",", rows));
    }

    private static String parameter(String name, String value) {
        return value.isEmpty() ? "" : "&" + name + "=" + SidecarApi.encoded(value);
    }
}
