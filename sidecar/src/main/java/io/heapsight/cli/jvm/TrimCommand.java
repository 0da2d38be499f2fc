/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DurationConverter;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.report.TrimReport;
import io.heapsight.trim.NativeHeapTrim;
import io.heapsight.trim.NativeHeapTrimmer;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code heapsight trim}: makes glibc return a JVM's freed native memory to the kernel. */
@Command(
        name = "trim",
        description = {
            "Makes glibc give freed native memory back to the kernel (JDK 17 and later), and shows"
                    + " the resident memory before and after.",
            "Native allocations of the target wait while glibc walks its free memory."
        },
        mixinStandardHelpOptions = true)
public final class TrimCommand implements Callable<Integer> {
    private final LocalTargets targets;
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = LocalTargets.DESCRIPTION)
    private @Nullable String target;

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private OutputFormat format = OutputFormat.TEXT;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "timeout for the target (default: 60s)",
            converter = DurationConverter.class)
    private Duration timeout = Duration.ofMinutes(1);

    public TrimCommand(LocalTargets targets, Console console) {
        this.targets = targets;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        UnlimitedOperationGate gate = UnlimitedOperationGate.open();
        NativeHeapTrimmer trimmer = new NativeHeapTrimmer(gate.operations(), timeout, gate.clock());
        CancelSignal cancel = new CancelSignal();
        try (TargetConnection connection = targets.connect(target);
                InterruptHandler _ = new InterruptHandler(cancel)) {
            console.print(new TrimReport(trim(trimmer, connection, cancel)), format);
        }
        return ExitCode.DONE;
    }

    private NativeHeapTrim trim(
            NativeHeapTrimmer trimmer, TargetConnection connection, CancelSignal cancel)
            throws ProblemException {
        try (ProgressLine _ = ProgressLine.waiting(console, "the target frees native memory")) {
            return trimmer.trim(connection, "cli", cancel);
        }
    }
}
