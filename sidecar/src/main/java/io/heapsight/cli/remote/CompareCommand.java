/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.heapdump.DumpSummaries;
import io.heapsight.cli.heapdump.ExplorerOptions;
import io.heapsight.cli.output.ComparisonFormat;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.compare.ComparedFiles;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.HeapComparison;
import io.heapsight.compare.IntendedDifference;
import io.heapsight.compare.MetricPattern;
import io.heapsight.compare.Primary;
import io.heapsight.compare.Relevance;
import io.heapsight.report.comparison.ComparisonDocument;
import io.heapsight.report.comparison.ComparisonReport;
import io.heapsight.report.comparison.HeapComparisonReport;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heapsight compare}. */
@Command(
        name = "compare",
        description = {
            "Compares two arms of runs, or two heap dumps.",
            "BASE and CANDIDATE are names of arms or runs stored in the sidecar (INFO, INFO#1), or"
                    + " files: exported runs, separated by commas, or one heap dump or heap summary"
                    + " each (analyze --format json)."
        },
        mixinStandardHelpOptions = true)
public final class CompareCommand implements Callable<Integer> {
    private static final List<String> ENDINGS = List.of(".json", ".hprof", ".gz", ".zst", ".zip");

    private final Console console;

    @Parameters(
            index = "0",
            paramLabel = "BASE",
            description = "the arm, run or file to compare with")
    private String base = "";

    @Parameters(
            index = "1",
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
            description = "rows to show; * matches any text, as in gc.*; default: all")
    private List<String> shown = List.of();

    @Spec private CommandSpec command = CommandSpec.create();

    @Mixin private final Gates gates = new Gates();

    @Mixin private final ExplorerOptions analysis = new ExplorerOptions();

    @Mixin private final SidecarApi api = new SidecarApi();

    public CompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        List<Path> before = files(base);
        List<Path> after = files(candidate);
        List<Path> all = Stream.concat(before.stream(), after.stream()).toList();
        long there = all.stream().filter(Files::exists).count();
        if (there == 0 && all.stream().noneMatch(CompareCommand::looksLikeFile)) {
            return askSidecar();
        }
        try (DumpSummaries summaries = new DumpSummaries(console, analysis)) {
            return compareFiles(summaries.of(before), summaries.of(after));
        }
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

    private static List<Path> files(String argument) {
        return Arrays.stream(argument.split(",", -1)).map(Path::of).toList();
    }

    /**
     * Returns whether an argument looks like a file: it has a slash, or the usual suffix of a run,
     * a summary or a dump.
     */
    private static boolean looksLikeFile(Path path) {
        return path.getNameCount() != 1
                || path.isAbsolute()
                || ENDINGS.stream().anyMatch(path.toString()::endsWith);
    }

    private int compareRuns(ComparedFiles files) throws Exception {
        Relevance relevance = relevance();
        List<MetricPattern> patterns = patterns(shown);
        boolean gated = gates.areThere();
        Comparison comparison =
                files.compareRuns(
                        new Comparison.Terms(subjects, relevance, new Primary(patterns(primary))));
        print(
                new ComparisonReport(
                        patterns.isEmpty() ? comparison : comparison.only(patterns), top));
        return gated ? gates.check(ComparisonDocument.of(comparison), console) : ExitCode.DONE;
    }

    private Relevance relevance() {
        return Gates.parse(
                command, () -> relevant.isEmpty() ? Relevance.NONE : Relevance.parse(relevant));
    }

    private List<MetricPattern> patterns(List<String> names) {
        return Gates.parse(command, () -> names.stream().map(MetricPattern::new).toList());
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
        relevance();
        patterns(shown);
        patterns(primary);
        if (!gates.areThere()) {
            api.print("GET", path(format, shown), "*/*", console);
            return ExitCode.DONE;
        }
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        String whole = path(ComparisonFormat.JSON, List.of());
        api.call("GET", whole, "*/*", (body, _) -> body.transferTo(document));
        String wanted = path(format, shown);
        if (wanted.equals(whole)) {
            document.writeTo(console.out());
            console.out().flush();
        } else {
            api.print("GET", wanted, "*/*", console);
        }
        return gates.check(
                ComparisonDocument.read(new ByteArrayInputStream(document.toByteArray())), console);
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
