/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.Interruption;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.dump.DumpRequest;
import io.heapsight.dump.HeapDumper;
import io.heapsight.proc.ProcFs;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code heapsight dump}. */
@Command(
        name = "dump",
        description = {
            "Takes a heap dump: the target stands still while it writes.",
            "It writes straight into FILE where it may, else into its own file system, from where"
                    + " the dump is copied and removed."
        },
        mixinStandardHelpOptions = true)
public final class DumpCommand implements Callable<Integer> {
    private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(1);

    private final LocalTargets targets;
    private final ProcFs procFs;
    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "PID", description = "default: the only JVM in sight")
    private @Nullable Integer pid;

    @Option(
            names = {"--output", "-o"},
            paramLabel = "FILE",
            required = true,
            description = "where the dump is to be; nothing may be there yet")
    private Path output = Path.of("");

    @Option(names = "--live", description = "reachable objects only: runs a full GC first")
    private boolean live;

    @Option(names = "--gzip", description = "compressed, by the target where its JDK can")
    private boolean gzip;

    @Option(
            names = "--dump-dir",
            paramLabel = "DIR",
            description = "a folder in the target, should it not be able to write into FILE")
    private @Nullable String dumpDir;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "how long the target may take (default: 10m)",
            converter = HistogramOptions.DurationConverter.class,
            defaultValue = "10m")
    private Duration timeout = Duration.ofMinutes(10);

    public DumpCommand(LocalTargets targets, ProcFs procFs, Console console) {
        this.targets = targets;
        this.procFs = procFs;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        checkOutput();
        CancelSignal cancel = new CancelSignal();
        try (Interruption _ = new Interruption(cancel);
                TargetConnection target = targets.connect(Optional.ofNullable(pid))) {
            if (live) {
                console.note("Running a full GC in " + target.jvm().label() + ".");
            }
            Path part = output.resolveSibling(output.getFileName() + DurableFiles.PART);
            String way = take(target, part, cancel);
            DurableFiles.publish(part, output);
            console.note("%s: %s, %s.".formatted(output, new ByteSize(Files.size(output)), way));
            return ExitCode.DONE;
        }
    }

    private String take(TargetConnection target, Path part, CancelSignal cancel)
            throws ProblemException {
        HeapDumper dumper =
                new HeapDumper(procFs, Optional.ofNullable(dumpDir), COMMAND_TIMEOUT, timeout);
        String id = Instant.now().toEpochMilli() + "-" + target.jvm().nsPid();
        try (ProgressLine progress = ProgressLine.on(console)) {
            return dumper.take(
                    target, new DumpRequest(live, gzip, id, part), progress, cancel, () -> {});
        }
    }

    private void checkOutput() throws ProblemException, IOException {
        Path folder = output.toAbsolutePath().resolveSibling("");
        if (Files.exists(output, LinkOption.NOFOLLOW_LINKS)) {
            throw wrong(output + " exists already", "remove it, or choose another name");
        }
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw wrong(
                    folder + " is not a folder that this user may write to",
                    "choose another place");
        }
        Files.deleteIfExists(output.resolveSibling(output.getFileName() + DurableFiles.PART));
    }

    private static ProblemException wrong(String detail, String remedy) {
        return new ProblemException(
                new Problem(
                        Problem.Kind.BAD_REQUEST,
                        "The heap dump can't be written there",
                        detail,
                        remedy));
    }
}
