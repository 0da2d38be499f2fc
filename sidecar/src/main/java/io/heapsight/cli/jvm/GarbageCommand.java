/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.histogram.GarbageByClass;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.pause.PauseLimit;
import io.heapsight.report.HistogramGarbageReport;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code heapsight garbage}: counts the garbage of a JVM by class. */
@Command(
        name = "garbage",
        description = {
            "Shows unreachable objects by class without a dump: all objects minus live objects.",
            "Runs one full GC in the target."
        },
        mixinStandardHelpOptions = true)
public final class GarbageCommand implements Callable<Integer> {
    private final LocalTargets targets;
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = LocalTargets.DESCRIPTION)
    private @Nullable String target;

    @Mixin private final HistogramOptions options = new HistogramOptions();

    public GarbageCommand(LocalTargets targets, Console console) {
        this.targets = targets;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        try (TargetConnection connection = targets.connect(target)) {
            TargetJvm jvm = connection.jvm();
            if (GarbageByClass.unknownIn(jvm).isEmpty()) {
                console.note("Running a full GC in " + jvm.label() + ".");
            }
            console.print(
                    new HistogramGarbageReport(count(connection), options.top()), options.format());
        }
        return ExitCode.DONE;
    }

    private GarbageByClass count(TargetConnection connection) throws ProblemException {
        try (ProgressLine _ = ProgressLine.waiting(console, "the target counts its objects")) {
            return options.service()
                    .garbage(connection, PauseLimit.NONE, "cli", new CancelSignal())
                    .result();
        }
    }
}
