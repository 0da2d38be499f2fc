/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.OutputFile;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.recording.reader.RecordingScrubber;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code heapsight jfr scrub}: writes a copy of a recording without command lines, system
 * properties and environment.
 */
@Command(
        name = "scrub",
        description = {
            "Writes a copy of a recording without command lines, system properties and"
                    + " environment.",
            "Names of classes, methods, threads, files and hosts stay, and so do recorded exception"
                    + " messages."
        },
        mixinStandardHelpOptions = true)
public final class JfrScrubCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "the recording")
    private Path file = Path.of("");

    @Option(
            names = {"--output", "-o"},
            required = true,
            paramLabel = "FILE",
            description = "output file, pipe or /dev/stdout")
    private Path output = Path.of("");

    @Option(names = "--force", description = "overwrite an existing file")
    private boolean force;

    public JfrScrubCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        RecordingArgument.check(file);
        try (OutputFile target =
                OutputFile.create(output, "The scrubbed recording", List.of(file), force)) {
            ByteSize size = target.make(this::scrub).size();
            console.note(
                    "%s: %s without command lines, system properties and environment, %s."
                            .formatted(output, file, size));
        }
        return ExitCode.DONE;
    }

    private Path scrub(Path into) throws IOException, ProblemException {
        try (ProgressLine _ = ProgressLine.waiting(console, "scrubbing the recording")) {
            RecordingScrubber.scrub(file, into);
        }
        return into;
    }
}
