/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.OutputFile;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.cli.output.TempDirectoryLocator;
import io.heapsight.hprof.HprofFile;
import io.heapsight.redact.Redaction;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code heapsight redact}: writes a copy of a heap dump without its data. */
@Command(
        name = "redact",
        description = {
            "Writes a copy of a heap dump without its data.",
            "Objects, references and sizes stay; all primitive fields and arrays, and so the text"
                    + " of strings, are zeroed. Names of classes, fields, methods and threads stay."
                    + " Reads .hprof and .hprof.gz; writes an uncompressed dump."
        },
        mixinStandardHelpOptions = true)
public final class RedactCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "the heap dump")
    private Path file = Path.of("");

    @Option(
            names = {"--output", "-o"},
            required = true,
            paramLabel = "FILE",
            description = "output file, pipe or /dev/stdout")
    private Path output = Path.of("");

    @Option(names = "--force", description = "overwrite an existing file")
    private boolean force;

    @Option(
            names = "--work-dir",
            paramLabel = "DIR",
            description =
                    "directory to decompress a dump into (default: the system's directory for"
                            + " temporary files)")
    private Path workDirectory = TempDirectoryLocator.directory();

    public RedactCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        DumpProblems problems = new DumpProblems(file);
        problems.check();
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel);
                OutputFile target =
                        OutputFile.create(output, "The redacted dump", List.of(file), force)) {
            redact(target, problems, cancel);
            target.keep();
        }
        console.note(
                "%s: %s, all data zeroed except names of classes, fields, methods and threads."
                        .formatted(output, file));
        return ExitCode.DONE;
    }

    private void redact(OutputFile target, DumpProblems problems, CancelSignal cancel)
            throws ProblemException {
        try (ProgressLine progress = ProgressLine.on(console)) {
            problems.during(() -> target.write(() -> redact(target, progress, cancel)))
                    .forEach(warning -> console.note("heapsight: " + warning));
        }
    }

    /** Reports faults of the dump. */
    private List<String> redact(OutputFile target, Progress progress, CancelSignal cancel)
            throws IOException, ProblemException {
        long fileBytes = Files.size(file);
        try (HprofFile dump =
                HprofFile.open(
                        file,
                        workDirectory,
                        done -> progress.at("inflating", done, fileBytes),
                        cancel)) {
            Redaction redaction = Redaction.of(dump, progress, cancel);
            requireRoom(target, redaction.bytes());
            try (WritableByteChannel out = target.open()) {
                redaction.writeTo(out);
            }
            return dump.warnings();
        }
    }

    private void requireRoom(OutputFile target, long bytes) throws IOException, ProblemException {
        long usable = target.usableBytes();
        if (usable < bytes) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "Not enough space for the redacted dump",
                    "it needs %s; the file system of %s has %s free"
                            .formatted(new ByteSize(bytes), output, new ByteSize(usable)),
                    "name a file on a file system with more free space");
        }
    }
}
