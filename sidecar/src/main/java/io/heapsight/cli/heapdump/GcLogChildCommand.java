/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.ChildProtocol;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.gclog.GcLogFileReader;
import io.heapsight.report.gclog.GcLogReport;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code heapsight gc-log-child}: a child process of the sidecar that summarises a GC log.
 * Communicates by {@link ChildProtocol}, and ends with its parent.
 */
@Command(name = "gc-log-child", hidden = true, description = "Started by the sidecar.")
public final class GcLogChildCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "1..*", paramLabel = "FILE")
    private List<Path> files = List.of();

    @Option(names = "--title", required = true)
    private String title = "";

    @Option(names = "--text", required = true)
    private Path text = Path.of("");

    @Option(names = "--json", required = true)
    private Path json = Path.of("");

    @Option(names = "--html", required = true)
    private Path html = Path.of("");

    @Option(names = "--recorded")
    private boolean recorded;

    /** Maximum heap size of the JVM of a recorded log, in bytes; 0 if unknown. */
    @Option(names = "--max-heap")
    private long maxHeap;

    public GcLogChildCommand(Console console) {
        this.console = console;
    }

    private OptionalLong maxHeap() {
        return maxHeap > 0 ? OptionalLong.of(maxHeap) : OptionalLong.empty();
    }

    @Override
    public Integer call() throws IOException {
        ChildStartup.become();
        try {
            Progress progress = ChildProtocol.progressTo(console.out());
            GcLogReport report =
                    new GcLogReport(
                            title,
                            recorded
                                    ? GcLogFileReader.readRecorded(files, maxHeap(), progress)
                                    : GcLogFileReader.read(files, progress));
            AnalysisChildCommand.keep(text, out -> out.write(report.text()));
            AnalysisChildCommand.keep(html, report::writeHtml);
            // Written last: this file marks the log as summarised.
            AnalysisChildCommand.keep(json, report::writeJson);
            return ExitCode.DONE;
        } catch (ProblemException e) {
            ChildProtocol.fail(console.out(), e.problem());
            return ExitCode.REPORTED;
        }
    }
}
