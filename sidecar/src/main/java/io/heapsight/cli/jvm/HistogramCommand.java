/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.histogram.ClassHistogram;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.pause.PauseLimit;
import io.heapsight.report.HistogramReport;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code heapsight histogram}: counts the instances and bytes of a JVM by class. */
@Command(
        name = "histogram",
        description = "Counts instances and bytes by class, as jcmd GC.class_histogram -all does.",
        mixinStandardHelpOptions = true)
public final class HistogramCommand implements Callable<Integer> {
    private final LocalTargets targets;
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = LocalTargets.DESCRIPTION)
    private @Nullable String target;

    @Option(names = "--live", description = "live objects only: runs a full GC first")
    private boolean live;

    @Mixin private final HistogramOptions options = new HistogramOptions();

    public HistogramCommand(LocalTargets targets, Console console) {
        this.targets = targets;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        try (TargetConnection connection = targets.connect(target)) {
            if (live) {
                console.note("Running a full GC in " + connection.jvm().label() + ".");
            }
            console.print(new HistogramReport(count(connection), options.top()), options.format());
        }
        return ExitCode.DONE;
    }

    private ClassHistogram count(TargetConnection connection) throws ProblemException {
        try (ProgressLine _ = ProgressLine.waiting(console, "the target counts its objects")) {
            return options.service()
                    .take(connection, live, PauseLimit.NONE, "cli", new CancelSignal())
                    .result()
                    .histogram();
        }
    }
}
