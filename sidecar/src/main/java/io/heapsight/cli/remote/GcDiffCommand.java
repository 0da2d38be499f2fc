/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DocumentFormat;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.report.gclog.GcLogDiffReport;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code heapsight gc diff}: shows two GC logs side by side. */
@Command(
        name = "diff",
        description = {
            "Shows two GC logs side by side: pauses, rates, heap, and the findings of each.",
            "One log each has no verdict: the variation between runs of one program is unknown."
                    + " Compare measured runs with heapsight compare."
        },
        mixinStandardHelpOptions = true)
public final class GcDiffCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "BASE", description = "the base log")
    private Path base = Path.of("");

    @Parameters(index = "1", paramLabel = "CANDIDATE", description = "the candidate log")
    private Path candidate = Path.of("");

    @Option(names = "--format", description = "text, json or html", defaultValue = "text")
    private DocumentFormat format = DocumentFormat.TEXT;

    public GcDiffCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        GcLogDiffReport report =
                new GcLogDiffReport(
                        GcLogArgumentReader.report(List.of(base), console),
                        GcLogArgumentReader.report(List.of(candidate), console));
        console.print(report, report::writeHtml, format);
        return ExitCode.DONE;
    }
}
