/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DurationConverter;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.OutputFile;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.cli.output.TempDirectoryLocator;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.ProcFs;
import io.heapsight.profile.AsyncProfiler;
import io.heapsight.profile.FlightRecorderProfiler;
import io.heapsight.profile.ProfileConverter;
import io.heapsight.profile.ProfileConverter.Form;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileRequest;
import io.heapsight.profile.ProfileTop;
import io.heapsight.profile.ProfilerLibrary;
import io.heapsight.profile.SampledProfile;
import io.heapsight.recording.FlightRecorder;
import io.heapsight.report.profile.ProfileReport;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.transfer.WriteInTarget;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
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

/** {@code heapsight profile}: profiles a JVM with async-profiler or Flight Recorder. */
@Command(
        name = "profile",
        description = {
            "Profiles a JVM with async-profiler: a flame graph of CPU time, allocation, lock"
                    + " contention, wall-clock time, live objects or native memory.",
            "Loads native code into the target, where it stays until the target ends; its files are"
                    + " removed. With --no-agent, or if the target can't load it, Flight Recorder"
                    + " samples cpu."
        },
        mixinStandardHelpOptions = true)
public final class ProfileCommand implements Callable<Integer> {
    private static final ByteSize MOST = ByteSize.parse("512m");

    private final LocalTargets targets;
    private final ProcFs procFs;
    private final Console console;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "0..1", paramLabel = "PID|NAME", description = LocalTargets.DESCRIPTION)
    private @Nullable String named;

    @Option(
            names = "--event",
            description = "cpu, alloc, lock, wall, live or nativemem",
            defaultValue = "cpu")
    private ProfileEvent event = ProfileEvent.CPU;

    @Option(
            names = "--no-agent",
            description = "load nothing into the target: event cpu by Flight Recorder")
    private boolean noAgent;

    @Option(
            names = "--duration",
            paramLabel = "DURATION",
            description = "length of the profile (default: 30s)",
            converter = DurationConverter.class)
    private Duration duration = Duration.ofSeconds(30);

    @Option(
            names = {"--output", "-o"},
            paramLabel = "FILE",
            description =
                    "output file: a flame graph (.html), collapsed stacks"
                            + " (.collapsed, .txt), the recording (.jfr), pprof (.pb.gz), or"
                            + " OpenTelemetry (.otlp, experimental)")
    private @Nullable Path output;

    @Option(names = "--force", description = "overwrite an existing file")
    private boolean force;

    @Option(
            names = "--format",
            description = "format of the list of top methods: text or json",
            defaultValue = "text")
    private OutputFormat format = OutputFormat.TEXT;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "timeout for a command in the target (default: 60s)",
            converter = DurationConverter.class)
    private Duration timeout = Duration.ofMinutes(1);

    public ProfileCommand(LocalTargets targets, ProcFs procFs, Console console) {
        this.targets = targets;
        this.procFs = procFs;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        long seconds = duration.toSeconds();
        if (seconds < 1 || seconds > ProfileRequest.MOST_SECONDS) {
            throw new ParameterException(spec.commandLine(), "--duration: 1s to 1h");
        }
        Path folder = TempDirectoryLocator.createFolder();
        try {
            profile(folder, new ProfileRequest(event, (int) seconds));
            return ExitCode.DONE;
        } finally {
            for (String name : List.of("profile.jfr", "profile.jfr.p0", "made")) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.deleteIfExists(folder);
        }
    }

    private void profile(Path folder, ProfileRequest request) throws IOException, ProblemException {
        Path recording = folder.resolve("profile.jfr");
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel);
                OutputFile file =
                        output == null
                                ? null
                                : OutputFile.create(output, "The profile", List.of(), force);
                TargetConnection target = targets.connect(named)) {
            AsyncProfiler.Outcome outcome = take(target, request, recording, cancel);
            Optional<Instant> collectedAt = outcome.collectedAt();
            ProfileConverter.keepOnly(recording, outcome.events());
            SampledProfile profile =
                    ProfileConverter.read(recording, Optional.of(event), collectedAt);
            if (file != null) {
                Recorded recorded = new Recorded(recording, collectedAt, profile);
                file.copy(made(recorded, target.jvm().label(), folder));
                file.keep();
            }
            console.print(
                    new ProfileReport(
                            target.jvm().label(), ProfileTop.of(profile), Optional.empty()),
                    format);
        }
    }

    private AsyncProfiler.Outcome take(
            TargetConnection target, ProfileRequest request, Path into, CancelSignal cancel)
            throws ProblemException {
        AsyncProfiler profiler =
                new AsyncProfiler(
                        procFs, ProfilerLibrary.ofProgram(), Optional.empty(), MOST, timeout);
        Duration longest = request.duration().plus(timeout.multipliedBy(5));
        String id = WriteInTarget.idUntil(Instant.now().plus(longest), target.jvm().nsPid());
        try (ProgressLine progress = ProgressLine.on(console)) {
            CaptureListener listener =
                    new CaptureListener(() -> progress.at("profiling", 0, 0), progress);
            Optional<Problem> obstacle =
                    noAgent ? Optional.of(noAgent()) : profiler.obstacle(target);
            return obstacle.isPresent()
                    ? recorder(obstacle.get()).profile(target, request, id, into, listener, cancel)
                    : profiler.profile(target, request, id, into, listener, cancel);
        }
    }

    private FlightRecorderProfiler recorder(Problem noAgent) {
        return new FlightRecorderProfiler(
                FlightRecorder.ofCommandLine(Optional.empty(), MOST, timeout), noAgent);
    }

    private static Problem noAgent() {
        return new Problem(
                Problem.Kind.BAD_REQUEST,
                "This event needs the profiler's library",
                "--no-agent forbids to load it.",
                "Use --event cpu, or omit --no-agent.");
    }

    /** A profile, its recording, and the start of the last collection before its end. */
    private record Recorded(Path file, Optional<Instant> collectedAt, SampledProfile profile) {}

    private Path made(Recorded recorded, String label, Path folder) throws ProblemException {
        String name = String.valueOf(output);
        Path made = folder.resolve("made");
        if (name.endsWith(".jfr")) {
            return recorded.file();
        }
        if (name.endsWith(".gz")) {
            ProfileConverter.pprof(recorded.file(), event, recorded.collectedAt(), made);
            return made;
        }
        if (name.endsWith(".otlp")) {
            ProfileConverter.otlp(recorded.file(), event, recorded.collectedAt(), made);
            return made;
        }
        boolean stacks = name.endsWith(".collapsed") || name.endsWith(".txt");
        ProfileConverter.write(
                recorded.profile(),
                label + ": " + event.label(),
                stacks ? Form.COLLAPSED : Form.HTML,
                made);
        return made;
    }
}
