/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DurationConverter;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.OutputFile;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.recording.FlightRecorder;
import io.heapsight.recording.RecordingRequest;
import io.heapsight.recording.RecordingSettings;
import io.heapsight.recording.SettingsDocument;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;
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

/** {@code heapsight jfr}: records a JVM with Flight Recorder. */
@Command(
        name = "jfr",
        description = {
            "Records with the JVM's Flight Recorder, and fetches the recording.",
            "The target writes into its own file system, from which the recording is copied and"
                    + " then deleted."
        },
        mixinStandardHelpOptions = true)
public final class JfrCommand implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final ByteSize MOST = ByteSize.parse("256m");

    private final LocalTargets targets;
    private final Console console;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = LocalTargets.DESCRIPTION)
    private @Nullable String named;

    @Option(
            names = "--duration",
            paramLabel = "DURATION",
            description = "length of the recording, 1s to 1h (default: 60s)",
            converter = DurationConverter.class)
    private Duration duration = Duration.ofSeconds(60);

    @Option(
            names = {"--output", "-o"},
            paramLabel = "FILE",
            description = "output file, pipe or /dev/stdout")
    private @Nullable Path output;

    @Option(names = "--force", description = "overwrite an existing file")
    private boolean force;

    @Option(
            names = "--settings",
            paramLabel = "NAME|FILE",
            description =
                    "settings of the JDK, profile or default, or your own document: a path that"
                            + " ends with .jfc or contains a slash (default: profile)")
    private String settings = "profile";

    @Option(
            names = "--paths",
            description =
                    "record paths from GC roots to sampled old objects: pauses the target at the"
                            + " end while it walks its heap")
    private boolean paths;

    @Option(
            names = "--dump-dir",
            paramLabel = "DIR",
            description =
                    "folder in the target's file system (default: one with enough free space)")
    private @Nullable String dumpDir;

    public JfrCommand(LocalTargets targets, Console console) {
        this.targets = targets;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (output == null) {
            throw new ParameterException(
                    spec.commandLine(), "Missing required option: '--output=FILE'");
        }
        RecordingRequest request = request();
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel);
                OutputFile file = OutputFile.create(output, "The recording", inputs(), force);
                TargetConnection target = targets.connect(named)) {
            console.note(
                    "%s: %s."
                            .formatted(
                                    output,
                                    file.make(into -> record(target, request, into, cancel))
                                            .size()));
            return ExitCode.DONE;
        }
    }

    /** Returns the settings file, if the settings are a file. */
    private List<Path> inputs() {
        boolean file = settings.endsWith(".jfc") || settings.contains("/");
        return file ? List.of(Path.of(settings)) : List.of();
    }

    private RecordingSettings settings() throws ProblemException {
        for (Path file : inputs()) {
            try (InputStream in = Files.newInputStream(file)) {
                return SettingsDocument.read(in);
            } catch (IOException e) {
                throw new ProblemException(
                        Problem.Kind.BAD_REQUEST,
                        "The settings could not be read",
                        "%s: %s.".formatted(file, IoReason.why(e)),
                        "Name a readable .jfc document.",
                        e);
            }
        }
        return new RecordingSettings.OfJdk(settings);
    }

    private RecordingRequest request() throws ProblemException {
        try {
            return new RecordingRequest(duration, settings(), paths);
        } catch (IllegalArgumentException _) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--duration: 1s to 1h; --settings: %s, or a path that ends with .jfc"
                            .formatted(String.join(" or ", RecordingSettings.OF_JDK)));
        }
    }

    private Path record(
            TargetConnection target, RecordingRequest request, Path into, CancelSignal cancel)
            throws ProblemException {
        FlightRecorder recorder =
                FlightRecorder.ofCommandLine(Optional.ofNullable(dumpDir), MOST, TIMEOUT);
        Duration longest = request.duration().plus(TIMEOUT.multipliedBy(5));
        String id = WriteInTarget.idUntil(Instant.now().plus(longest), target.jvm().nsPid());
        try (ProgressLine progress = ProgressLine.on(console)) {
            recorder.record(
                    target, request, id, into, new CaptureListener(() -> {}, progress), cancel);
        }
        return into;
    }
}
