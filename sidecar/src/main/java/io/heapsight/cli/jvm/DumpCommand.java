/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DurationConverter;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.OutputFile;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.dump.capture.DumpRequest;
import io.heapsight.dump.capture.HeapDumper;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.ProcFs;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code heapsight dump}: captures a heap dump of a JVM. */
@Command(
        name = "dump",
        description = {
            "Takes a heap dump: the target is paused while it writes.",
            "The target writes to FILE if it can, else into its own file system, from which the"
                    + " dump is copied and then deleted."
        },
        mixinStandardHelpOptions = true)
public final class DumpCommand implements Callable<Integer> {
    private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(1);

    private final LocalTargets targets;
    private final ProcFs procFs;
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = LocalTargets.DESCRIPTION)
    private @Nullable String named;

    @Option(
            names = {"--output", "-o"},
            paramLabel = "FILE",
            required = true,
            description = "output file, pipe or /dev/stdout")
    private Path output = Path.of("");

    @Option(names = "--force", description = "overwrite an existing file")
    private boolean force;

    @Option(names = "--live", description = "reachable objects only: runs a full GC first")
    private boolean live;

    @Option(names = "--gzip", description = "compress; the target does so if its JDK can")
    private boolean gzip;

    @Option(
            names = "--dump-dir",
            paramLabel = "DIR",
            description = "folder in the target's own file system")
    private @Nullable String dumpDir;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "timeout for the target (default: 10m)",
            converter = DurationConverter.class,
            defaultValue = "10m")
    private Duration timeout = Duration.ofMinutes(10);

    public DumpCommand(LocalTargets targets, ProcFs procFs, Console console) {
        this.targets = targets;
        this.procFs = procFs;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel);
                OutputFile file = OutputFile.create(output, "The heap dump", List.of(), force);
                TargetConnection target = targets.connect(named)) {
            if (live) {
                console.note("Running a full GC in " + target.jvm().label() + ".");
            }
            OutputFile.Made<String> made = file.make(into -> take(target, into, cancel));
            console.note("%s: %s, %s.".formatted(output, made.size(), made.value()));
            return ExitCode.DONE;
        }
    }

    private String take(TargetConnection target, Path part, CancelSignal cancel)
            throws ProblemException {
        HeapDumper dumper =
                new HeapDumper(procFs, Optional.ofNullable(dumpDir), COMMAND_TIMEOUT, timeout);
        Duration longest = COMMAND_TIMEOUT.multipliedBy(2).plus(timeout.multipliedBy(3));
        String id = WriteInTarget.idUntil(Instant.now().plus(longest), target.jvm().nsPid());
        try (ProgressLine progress = ProgressLine.on(console)) {
            DumpRequest request = new DumpRequest(live, gzip, false, false);
            return dumper.prepare(target, request, id, part, progress, cancel).run(() -> {});
        }
    }
}
