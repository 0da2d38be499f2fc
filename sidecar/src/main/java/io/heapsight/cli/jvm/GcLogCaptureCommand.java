/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DurationConverter;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.OutputFile;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import io.heapsight.vmlog.GcLogRequest;
import io.heapsight.vmlog.GcLogger;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heapsight gc log}: switches a JVM's GC log on for some time, and prints it. */
@Command(
        name = "log",
        description = {
            "Switches a JVM's GC log on for some time (JDK 9 and later), and prints it as it"
                    + " grows.",
            "The JVM's other log outputs stay as they are. Ctrl-C ends it early."
        },
        mixinStandardHelpOptions = true)
public final class GcLogCaptureCommand implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final LocalTargets targets;
    private final Console console;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = LocalTargets.DESCRIPTION)
    private @Nullable String named;

    @Option(
            names = "--duration",
            paramLabel = "DURATION",
            description = "time for which it is on, 1s to 1h (default: 10m)",
            converter = DurationConverter.class)
    private Duration duration = GcLogRequest.USUAL.duration();

    @Option(
            names = {"--output", "-o"},
            paramLabel = "FILE",
            description = "output file (default: standard output)")
    private @Nullable Path output;

    @Option(names = "--force", description = "overwrite an existing file")
    private boolean force;

    @Option(
            names = "--dump-dir",
            paramLabel = "DIR",
            description =
                    "folder in the target's file system (default: one with enough free space)")
    private @Nullable String dumpDir;

    public GcLogCaptureCommand(LocalTargets targets, Console console) {
        this.targets = targets;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        GcLogRequest request = request();
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel);
                TargetConnection target = targets.connect(named)) {
            if (output == null) {
                tell(log(target, request, console.out(), Progress.SILENT, cancel));
                console.out().flush();
                return ExitCode.DONE;
            }
            try (OutputFile file = OutputFile.create(output, "The GC log", List.of(), force)) {
                OutputFile.Made<GcLogger.Outcome> made =
                        file.make(into -> log(target, request, into, cancel));
                console.note("%s: %s.".formatted(output, made.size()));
                tell(made.value());
            }
            return ExitCode.DONE;
        }
    }

    private GcLogRequest request() {
        try {
            return new GcLogRequest(duration);
        } catch (IllegalArgumentException _) {
            throw new ParameterException(spec.commandLine(), "--duration: 1s to 1h");
        }
    }

    private GcLogger.Outcome log(
            TargetConnection target, GcLogRequest request, Path into, CancelSignal cancel)
            throws IOException, ProblemException {
        try (OutputStream out = Files.newOutputStream(into);
                ProgressLine progress = ProgressLine.on(console)) {
            return log(target, request, out, progress, cancel);
        }
    }

    private GcLogger.Outcome log(
            TargetConnection target,
            GcLogRequest request,
            OutputStream out,
            Progress progress,
            CancelSignal cancel)
            throws ProblemException {
        Instant now = Instant.now();
        GcLogger logger =
                GcLogger.ofCommandLine(target.procFs(), Optional.ofNullable(dumpDir), TIMEOUT);
        logger.removeLeftovers(target, now);
        return logger.log(
                target,
                request,
                GcLogger.commandLineId(request, now, target.jvm().nsPid()),
                new GcLogger.Output(Optional.empty(), out),
                new CaptureListener(() -> {}, progress),
                cancel);
    }

    /** Prints why the log is shorter than requested, or still on. */
    private void tell(GcLogger.Outcome outcome) {
        outcome.stillOn().ifPresent(console::print);
        switch (outcome.end()) {
            case TIME, CANCELLED -> {} // as requested
            case TARGET_ENDED -> console.note("The target has ended.");
            case SIZE -> console.note("Ended early: the log reached its maximum size.");
            case REMOVED -> console.note("Ended early: another program switched it off.");
        }
        if (!outcome.whole()) {
            console.note("Lines are missing: the target logged faster than they were copied.");
        }
    }
}
