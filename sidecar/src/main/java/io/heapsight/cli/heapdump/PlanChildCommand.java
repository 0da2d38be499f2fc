/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.child.ChildProtocol;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.dump.analysis.AnalysisRequirements;
import io.heapsight.heap.AnalysisPlan;
import io.heapsight.heap.AnalysisPlanner;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.report.AnalysisPlanReport;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code heapsight plan-child}: a child process of the sidecar that computes what the analysis of a
 * dump needs. Communicates by {@link ChildProtocol}, and ends with its parent.
 */
@Command(name = "plan-child", hidden = true, description = "Started by the sidecar.")
public final class PlanChildCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE")
    private Path file = Path.of("");

    @Option(names = "--max-memory", required = true)
    private long maxMemory;

    @Option(names = "--work-dir", required = true)
    private Path workDirectory = Path.of("");

    public PlanChildCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ChildStartup.become();
        try {
            AnalysisPlan plan = new DumpProblems(file).during(this::plan);
            AnalysisRequirements needs =
                    new AnalysisRequirements(
                            AnalysisPlanReport.limit(plan.levels().getLast().tableBytes()),
                            plan.dumpBytes());
            ChildProtocol.plan(console.out(), needs.text());
            return ExitCode.DONE;
        } catch (ProblemException e) {
            ChildProtocol.fail(console.out(), e.problem());
            return ExitCode.REPORTED;
        }
    }

    private AnalysisPlan plan() throws IOException, ProblemException {
        return new AnalysisPlanner(
                        workDirectory,
                        HeapAnalyzer.threads(),
                        ChildProtocol.progressTo(console.out()),
                        new CancelSignal())
                .plan(file, new ByteSize(maxMemory));
    }
}
