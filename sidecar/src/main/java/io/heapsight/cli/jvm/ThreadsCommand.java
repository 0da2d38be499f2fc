/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DurationConverter;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.report.ThreadsReport;
import io.heapsight.thread.ThreadDumpTaker;
import io.heapsight.thread.ThreadSeries;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heapsight threads}: shows the threads of a JVM, with deadlocks and stuck threads. */
@Command(
        name = "threads",
        description = {
            "Shows threads, as jcmd Thread.print: deadlocks, threads that are stuck over several"
                    + " dumps, groups of equal stacks."
        },
        mixinStandardHelpOptions = true)
public final class ThreadsCommand implements Callable<Integer> {
    private static final int MOST_DUMPS = 1000;

    private final LocalTargets targets;
    private final Console console;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = LocalTargets.DESCRIPTION)
    private @Nullable String target;

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "number of dumps; several show which threads are stuck (default: 1)")
    private int count = 1;

    @Option(
            names = "--interval",
            paramLabel = "DURATION",
            description = "time between two dumps (default: 5s)",
            converter = DurationConverter.class)
    private Duration interval = Duration.ofSeconds(5);

    @Option(
            names = "--virtual",
            description = {
                "all virtual threads (JDK 21 and later); the target allocates about 15 kB for each,"
                        + " which its collector collects"
            })
    private boolean virtual;

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private OutputFormat format = OutputFormat.TEXT;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "timeout for the target (default: 60s)",
            converter = DurationConverter.class)
    private Duration timeout = Duration.ofMinutes(1);

    public ThreadsCommand(LocalTargets targets, Console console) {
        this.targets = targets;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (count < 1 || count > MOST_DUMPS) {
            throw new ParameterException(spec.commandLine(), "--count: 1 to " + MOST_DUMPS);
        }
        UnlimitedOperationGate gate = UnlimitedOperationGate.open();
        ThreadDumpTaker dumps =
                new ThreadDumpTaker(
                        gate.operations(),
                        ThreadDumpTaker.FifoPlace.ofCommandLine(),
                        timeout,
                        gate.clock(),
                        new PauseEstimator(Optional.empty()));
        CancelSignal cancel = new CancelSignal();
        try (TargetConnection connection = targets.connect(target);
                InterruptHandler _ = new InterruptHandler(cancel)) {
            ThreadDumpTaker.Plan plan = new ThreadDumpTaker.Plan(count, interval, virtual);
            console.print(new ThreadsReport(take(dumps, connection, plan, cancel)), format);
        }
        return ExitCode.DONE;
    }

    private ThreadSeries take(
            ThreadDumpTaker dumps,
            TargetConnection connection,
            ThreadDumpTaker.Plan plan,
            CancelSignal cancel)
            throws ProblemException {
        try (ProgressLine progress =
                ProgressLine.waiting(console, "the target dumps its threads")) {
            return dumps.take(connection, plan, "cli", progress, cancel);
        }
    }
}
